import { z } from 'zod'
import { SpeechError } from '../../core/errors.ts'
import { isLonger } from '../../core/text-length.ts'
import * as field from '../../server/bodies/fields.ts'
import { parseBody, requireObject } from '../../server/bodies/parse-body.ts'
import { withLang } from '../../server/bodies/speech-body.ts'

export const textBodySchema = z.object({
  text: field.text(Number.POSITIVE_INFINITY).describe('The text'),
  lang: field
    .string('lang')
    .optional()
    .describe(
      'Language of the text, such as es or es-MX: English without it, and always for /oov; `auto` detects that of each sentence',
    ),
  language: field.string('language').optional().describe('Alias of `lang`; if both are sent, `lang` is used'),
})

/** The body of `POST /textnorm` and `POST /oov`. Lengths are Unicode code points. Throws `request.invalid` or `request.too-large`. */
export function parseTextBody(body: unknown, maxTextLength: number) {
  const parsed = parseBody(textBodySchema, withLang(requireObject(body)))
  if (isLonger(parsed.text, maxTextLength)) throw new SpeechError('request.too-large', 'text is too long')
  return parsed
}
