import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../core/language.ts'
import { LANGUAGE_MODULES, NORMALIZED_LANGUAGES, normalizerOf } from './languages.ts'
import { wordFiles } from './word-files.ts'

test.each(LANGUAGES)('%s has a locale of its own that the platform knows', (language) => {
  const { locale } = LANGUAGE_MODULES[language]
  expect(Intl.Segmenter.supportedLocalesOf(locale)).toEqual([locale])
  expect(Object.values(LANGUAGE_MODULES).filter((other) => other.locale === locale)).toHaveLength(1)
})

test('a language without a normalizer is refused with the names of those that have one', () => {
  expect(normalizerOf('eng')).toBe(LANGUAGE_MODULES.eng.normalizer)
  for (const language of LANGUAGES.filter((other) => !NORMALIZED_LANGUAGES.includes(other)))
    expect(() => normalizerOf(language)).toThrow(`supported languages: ${NORMALIZED_LANGUAGES.join(', ')}`)
})

describe.each(LANGUAGES.filter((language) => existsSync(new URL(`${language}/words/`, import.meta.url))))(
  'the word lists of %s',
  (language) => {
    const folder = new URL(`${language}/`, import.meta.url)
    const shared = readFileSync(new URL('question-words.ts', import.meta.url), 'utf8')
    const sources = [folder, new URL('reading/', import.meta.url)]
      .flatMap((each) =>
        readdirSync(each, { recursive: true, encoding: 'utf8' })
          .filter((path) => path.endsWith('.ts'))
          .map((path) => readFileSync(new URL(path.replaceAll('\\', '/'), each), 'utf8')),
      )
      .join('\n')
      .concat(shared)

    // Binary files are no lists.
    const lists = readdirSync(new URL('words/', folder)).filter((file) => !file.endsWith('.bin'))
    test.each(lists)('%s is read by a rule and lists nothing twice', (file) => {
      const [, name = '', kind] = /^(.+)\.(txt|tsv)$/.exec(file) ?? []
      expect(sources).toContain(`'${name}'`)
      const text = readFileSync(new URL(`words/${file}`, folder), 'utf8')
      const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('# '))
      const files = wordFiles(new URL('words/', folder))
      if (kind === 'txt') expect(lines.join(' ').split(' ')).toEqual([...files.list(name)])
      // An abbreviation or a number has several senses.
      else if (name.endsWith('-senses')) expect(lines).toEqual([...new Set(lines)])
      else expect(lines.map((line) => line.split('\t')[0])).toEqual([...files.map(name).keys()])
    })
  },
)
