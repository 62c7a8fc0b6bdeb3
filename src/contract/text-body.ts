import { z } from 'zod'
import { parseBody } from './parse-body.ts'
import * as field from './speech-fields.ts'

export const createTextBodySchema = (maxTextLength: number) =>
  z.object({
    text: field.text(maxTextLength).describe('English text'),
    lang: field.string('lang').optional().describe('English, if it is given'),
  })

/** The body of `POST /textnorm` and `POST /oov`. Lengths are Unicode code points. Throws `request.invalid`. */
export const parseTextBody = (body: unknown, maxTextLength: number) =>
  parseBody(createTextBodySchema(maxTextLength), body)
