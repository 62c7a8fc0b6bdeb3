import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LANGUAGES, languageOfCode, unsupportedLanguage } from './language.ts'

const codes = ['en', 'es', 'ja', 'pt', 'de', 'deu', 'ar', 'fr', 'fre', 'hi', 'he', 'iw', ...LANGUAGES]
const subtag = fc.stringMatching(/^[A-Za-z0-9]{1,8}$/)
const subtags = fc.array(
  fc.tuple(fc.constantFrom('-', '_'), subtag).map((parts) => parts.join('')),
  { maxLength: 3 },
)

test('O-lang-0: whatever region and script follow a code, it means the same language', () => {
  fc.assert(
    fc.property(fc.constantFrom(...codes), subtags, fc.boolean(), (code, rest, isUpper) => {
      const written = code + rest.join('')
      expect(languageOfCode(isUpper ? written.toUpperCase() : written)).toBe(languageOfCode(code))
      expect(languageOfCode(code)).toBeDefined()
    }),
  )
})

test('O-lang-0: any other text is no code', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const [language = ''] = text.trim().toLowerCase().split(/[-_]/, 1)
      if (!codes.includes(language)) expect(languageOfCode(text)).toBeUndefined()
    }),
  )
})

test('C-model-8: a refusal is the sentence that clients know, and a line with the codes there are', () => {
  const { code, message } = unsupportedLanguage('x'.repeat(1000), ['eng', 'spa'], ' for model m')
  expect([code, message.split('\n')]).toEqual([
    'language.unsupported',
    [`Language ${'x'.repeat(40)} is not supported for model m`, 'supported languages: eng, spa'],
  ])
})
