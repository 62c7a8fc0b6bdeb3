import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findFirstSentence } from './sentence-ends.ts'
import { spokenText } from './spoken-tokens.ts'

const FOLDER = new URL('../languages/eng/cases/', import.meta.url)
const MOST_TEXTS = 220

/** Texts of the case tables that have more than one word, as many of each kind. */
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.tsv'))
const TEXTS = FILES.flatMap((file) =>
  readFileSync(new URL(file, FOLDER), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('# '))
    .map((line) => (line.split('\t')[0] ?? '').replaceAll('\\n', '\n').replaceAll('\\t', '\t'))
    .filter((text) => / .* /.test(text))
    .slice(-Math.ceil(MOST_TEXTS / FILES.length)),
)

/** What is spoken of a text that arrives in pieces, sentence by sentence. */
function readingOf(pieces: readonly string[]): string {
  const readings: string[] = []
  let text = ''
  let decidedLength = 0
  for (const [i, piece] of pieces.entries()) {
    text += piece
    const isWhole = i === pieces.length - 1
    while (text !== '') {
      const first = findFirstSentence({ text, isWhole, decidedLength }, 'eng')
      decidedLength = first.decidedLength
      if (first.end === 0) break
      readings.push(spokenText(text.slice(0, first.end)))
      text = text.slice(first.end)
    }
  }
  return readings.filter((reading) => reading !== '').join(' ')
}

const wordsOf = (reading: string): string =>
  reading
    .toLowerCase()
    .replaceAll(/[,.:;?!]/g, '')
    .replaceAll(/ {2,9}/g, ' ')

test.each(TEXTS)('%j is read alike however it is cut in two, and as the whole text is', (text) => {
  const whole = readingOf([text])
  for (let cut = 1; cut < text.length; cut++) expect(readingOf([text.slice(0, cut), text.slice(cut)])).toBe(whole)
  expect(wordsOf(whole)).toBe(wordsOf(spokenText(text)))
})

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
    { numRuns: 300 },
  )
})
