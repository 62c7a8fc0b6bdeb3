import { z } from 'zod'
import { parseBody } from './parse-body.ts'
import * as field from './speech-fields.ts'

/** The body of `POST /textnorm`. Lengths are Unicode code points. Throws `request.invalid`. */
export const parseTextBody = (body: unknown, maxTextLength: number) =>
  parseBody(z.object({ text: field.text(maxTextLength), lang: field.string('lang').optional() }), body)
