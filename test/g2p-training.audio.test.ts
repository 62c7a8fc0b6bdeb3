import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { readTrainingWords } from '../scripts/g2p/training-words.ts'
import { loadG2p } from '../src/lexicon/g2p.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-g2p-'))
const VOWELS = { a: 'AE1', i: 'IH1', o: 'AA1', u: 'AH1' }

/** Every consonant with every vowel with every consonant. */
const syllables = (): [string, string][] =>
  [...'bdgkmnpt'].flatMap((first) =>
    Object.entries(VOWELS).flatMap(([vowel, phoneme]) =>
      [...'bdgkmnpt'].map((last): [string, string] => [
        first + vowel + last,
        `${first.toUpperCase()} ${phoneme} ${last.toUpperCase()}`,
      ]),
    ),
  )

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const writeDictionary = (name: string, entries: readonly [string, string][]): string =>
  write(name, `export const dictionary = ${JSON.stringify(Object.fromEntries(entries))}`)

const exclusionOf = (word: string): string =>
  createHash('sha256').update(`g2p-word-v1:${word}`).digest('hex').slice(0, 12)

async function train(out: string, ...options: readonly string[]): Promise<string> {
  const path = join(folder, out)
  const script = fileURLToPath(new URL('../scripts/train-g2p.ts', import.meta.url))
  await run(process.execPath, ['--import', './scripts/typescript.js', script, '--out', path, ...options])
  return path
}

let withExclusion: string
let without: string

beforeAll(async () => {
  const excluded = write('exclude.txt', `${exclusionOf('tip')}\n`)
  const all = writeDictionary('all.mjs', [...syllables(), ['tip(2)', 'T AY1 P']])
  const some = writeDictionary(
    'some.mjs',
    syllables().filter(([word]) => word !== 'tip'),
  )
  withExclusion = await train('excluded.model', '--dictionary', all, '--exclude', excluded)
  without = await train('without.model', '--dictionary', some)
}, 120_000)

test('the same words make the same file, and an excluded word leaves no trace in it', () => {
  expect(readFileSync(withExclusion).equals(readFileSync(without))).toBe(true)
})

test('what was learned is said of a word that was left out', () => {
  expect(loadG2p(pathToFileURL(without)).predict('tip')).toEqual(['T', 'IH1', 'P'])
})

test('only keys of letters and apostrophes are learned from, without their comments', async () => {
  const entries: [string, string][] = [
    ["o'neil", 'OW0 N IY1 L'],
    ["o'neil(2)", 'OW1 N IY0 L'],
    ['d.c.', 'D IY1 S IY1'],
    ['x-ray', 'EH1 K S R EY2'],
    ['gdp', 'G IY1 D IY1 P IY1 # abbrev'],
  ]
  const words = await readTrainingWords(writeDictionary('keys.mjs', entries), undefined)
  expect(words.map(({ word, phonemes }) => [word, phonemes.length])).toEqual([
    ["o'neil", 4],
    ["o'neil", 4],
    ['gdp', 6],
  ])
})

test('an unknown phoneme in the dictionary is named', async () => {
  const dictionary = writeDictionary('unknown.mjs', [['cat', 'K QQ T']])
  await expect(readTrainingWords(dictionary, undefined)).rejects.toThrow('QQ')
})
