import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Language } from '../core/language.ts'
import { NORMALIZED_LANGUAGES } from '../languages/languages.ts'
import { findFirstSentence } from './sentence-ends.ts'
import { spokenText } from './spoken-tokens.ts'

const MAX_TEXTS = 220

/** Texts of the case tables of a language, as many of each kind; of English those that have more than one word. */
function textsOf(language: Language): readonly string[] {
  const folder = new URL(`../languages/${language}/cases/`, import.meta.url)
  const files = readdirSync(folder).filter((file) => file.endsWith('.tsv'))
  return files.flatMap((file) =>
    readFileSync(new URL(file, folder), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('# '))
      .map((line) => (line.split('\t')[0] ?? '').replaceAll('\\n', '\n').replaceAll('\\t', '\t'))
      .filter((text) => language !== 'eng' || / .* /.test(text))
      .slice(-Math.ceil(MAX_TEXTS / files.length)),
  )
}

const TEXTS = textsOf('eng')
/**
 * Texts alone, before another, in a list after a label, and in brackets after another: what follows may change how a text is
 * read. Where a language has few texts, each is written in several ways.
 */
const OTHER_TEXTS = NORMALIZED_LANGUAGES.filter((language) => language !== 'eng').map((language) => {
  const texts = textsOf(language)
  return [
    language,
    texts.flatMap((text, i) =>
      [
        text,
        `${text} ${texts[(i + 7) % texts.length]}`,
        `- **${text}:** ${texts[(i + 3) % texts.length]}\n- ${texts[(i + 5) % texts.length]}`,
        `${texts[(i + 11) % texts.length]} (${text}) ${texts[(i + 13) % texts.length]}`,
      ].filter((_, way) => (way + i) % 4 < MAX_TEXTS / texts.length),
    ),
  ] as const
})

/** Most cuts of a text leave most of its sentences as they are. */
const readings = new Map<string, string>()
function readingOfSentence(sentence: string, language: Language): string {
  const key = `${language} ${sentence}`
  const known = readings.get(key) ?? spokenText(sentence, undefined, language)
  readings.set(key, known)
  return known
}

/** What is spoken of a text that arrives in pieces, sentence by sentence. */
function readingOf(pieces: readonly string[], language: Language = 'eng'): string {
  const spoken: string[] = []
  let text = ''
  let decidedLength = 0
  for (const [i, piece] of pieces.entries()) {
    text += piece
    const isWhole = i === pieces.length - 1
    while (text !== '') {
      const first = findFirstSentence({ text, isWhole, decidedLength }, language)
      decidedLength = first.decidedLength
      if (first.end === 0) break
      spoken.push(readingOfSentence(text.slice(0, first.end), language))
      text = text.slice(first.end)
    }
  }
  return spoken.filter((reading) => reading !== '').join(' ')
}

const wordsOf = (reading: string): string =>
  reading
    .toLowerCase()
    .replaceAll(/[,.:;?!،؛؟。、！？।]/g, '')
    .replaceAll(/ {2,9}/g, ' ')

test.each(TEXTS)('%j is read alike however it is cut in two, and as the whole text is', (text) => {
  const whole = readingOf([text])
  for (let cut = 1; cut < text.length; cut++) expect(readingOf([text.slice(0, cut), text.slice(cut)])).toBe(whole)
  expect(wordsOf(whole)).toBe(wordsOf(spokenText(text)))
})

test.each(OTHER_TEXTS)(
  '%s texts are read alike however they are cut in two, and as the whole texts are',
  (language, texts) => {
    for (const text of texts) {
      const whole = readingOf([text], language)
      for (let cut = 1; cut < text.length; cut++)
        expect(readingOf([text.slice(0, cut), text.slice(cut)], language), text).toBe(whole)
      const spaced = (reading: string): string =>
        language === 'jpn' ? wordsOf(reading).replaceAll(' ', '') : wordsOf(reading)
      expect(spaced(whole)).toBe(spaced(spokenText(text, undefined, language)))
    }
  },
)

test('a text is read alike in however many pieces it comes', () => {
  const sentences = fc.array(fc.constantFrom(...TEXTS), { minLength: 1, maxLength: 3 })
  const cuts = fc.array(fc.nat(200), { maxLength: 12 })
  fc.assert(
    fc.property(sentences, fc.constantFrom(' ', '\n', '\n\n', '. '), cuts, (texts, joint, places) => {
      const text = texts.join(joint)
      const ends = [...new Set([...places.map((place) => place % text.length), text.length])]
        .filter((end) => end > 0)
        .sort((a, b) => a - b)
      const pieces = ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end))
      expect(readingOf(pieces)).toBe(readingOf([text]))
    }),
    { numRuns: 150 },
  )
})
