import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPhoneme, isVowel } from '../core/phonemes.ts'
import { plainWord, type Segment } from '../core/utterance.ts'
import { HOMOGRAPH_TABLE } from './homographs/homograph-table.ts'
import { chooseReadings, findSuffixed, homographs } from './homographs.ts'

const mark = (sign: string): Segment => ({ kind: 'punctuation', mark: sign })
const segmentsOf = (text: string): readonly Segment[] =>
  [...text.matchAll(/[\p{L}'’-]+|[,;:.?!…]/gu)].map(([token]) =>
    /\p{L}/u.test(token) ? plainWord(token) : mark(token),
  )

function readingIn(sentence: string, spoken: string): string | null {
  const segments = segmentsOf(sentence)
  const at = segments.findIndex((segment) => segment.kind === 'word' && segment.spoken.toLowerCase() === spoken)
  return chooseReadings(segments)[at]?.join(' ') ?? null
}

const CASES = readFileSync(new URL('./homographs/homographs.cases.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [string, string, string])

describe('chooseReadings', () => {
  test.each(CASES)('in %j it says %j as %s', (sentence, spoken, phonemes) => {
    expect(readingIn(sentence, spoken)).toBe(phonemes)
  })

  test('leaves words of one reading, punctuation and the verb "does" alone', () => {
    expect(chooseReadings(segmentsOf('Does this tree grow, though?'))).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      null,
    ])
  })

  test('leaves a word that has its phonemes as it is', () => {
    const given: Segment = { ...(plainWord('record') as Segment & { kind: 'word' }), phonemes: ['AH1'] }
    expect(chooseReadings([plainWord('the'), given])).toEqual([null, null])
  })

  test('takes possessives for nouns', () => {
    expect(readingIn("The record's last song is short.", "record's")).toBe('R EH1 K ER0 D Z')
    expect(readingIn('The rebels’ leader fled.', 'rebels’')).toBe('R EH1 B AH0 L Z')
  })

  test('reads text in capitals as it reads other text', () => {
    expect(readingIn('THE COMPANY RECORDS EVERY CALL.', 'records')).toBe('R IH0 K AO1 R D Z')
    expect(readingIn('USE FLOOR POLISH.', 'polish')).toBe('P AA1 L IH0 SH')
  })

  test('answers once per segment with valid phonemes, whatever the words', () => {
    const spoken = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom(...homographs.keys(), ...'the to of and that I read not will you'.split(' ')),
      },
      { weight: 1, arbitrary: fc.string() },
    )
    const segment = fc.oneof({ weight: 5, arbitrary: spoken.map(plainWord) }, fc.constantFrom(',', '.', '…').map(mark))
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 60 }), (segments) => {
        const readings = chooseReadings(segments)
        expect(readings).toHaveLength(segments.length)
        expect(readings.flatMap((reading) => reading ?? []).every(isPhoneme)).toBe(true)
      }),
    )
  })
})

describe('the table of homographs', () => {
  test.each([...homographs])('%s has senses of different sound, each with one main stress', (_word, senses) => {
    expect(new Set(senses.map(({ suffix }) => suffix)).size).toBe(senses.length)
    for (const { phonemes } of senses) {
      expect(phonemes.every(isPhoneme)).toBe(true)
      expect(phonemes.filter((phoneme) => isVowel(phoneme) && phoneme.endsWith('1'))).toHaveLength(1)
    }
  })

  test('is tried in every reading of every word that has a line in it', () => {
    const tried = new Set(CASES.map(([, spoken, phonemes]) => `${spoken} ${phonemes}`))
    const readings = HOMOGRAPH_TABLE.trim()
      .split('\n')
      .map((line) => line.split(' | ', 1)[0] as string)
      .flatMap((spoken) => (homographs.get(spoken) ?? []).map(({ phonemes }) => `${spoken} ${phonemes.join(' ')}`))
    expect(readings.filter((reading) => !tried.has(reading))).toEqual(['does D AH1 Z'])
  })
})

describe('findSuffixed', () => {
  test.each([
    ['produce_nou', 'produce', 'P R OW1 D UW0 S'],
    ['produce_vrb', 'produce', 'P R AH0 D UW1 S'],
    ['Lead_met', 'Lead', 'L EH1 D'],
    ['LEAD_NOU', 'LEAD', 'L EH1 D'],
    ['abstract_adj-nou', 'abstract', 'AE1 B S T R AE2 K T'],
    ['abstract_adj', 'abstract', 'AE1 B S T R AE2 K T'],
    ['content_nou', 'content', 'K AA1 N T EH0 N T'],
    ['content_adj', 'content', 'K AH0 N T EH1 N T'],
    ['bow_nou-ship', 'bow', 'B AW1'],
    ['row_two', 'row', 'R AW1'],
    ['records_vrb', 'records', 'R IH0 K AO1 R D Z'],
  ])('reads %s as %s, said %s', (token, spoken, phonemes) => {
    expect(findSuffixed(token)).toEqual({ spoken, phonemes: phonemes.split(' ') })
  })

  test('finds every sense under its suffix', () => {
    for (const [homograph, senses] of homographs) {
      for (const { suffix, phonemes } of senses) expect(findSuffixed(`${homograph}_${suffix}`)?.phonemes).toBe(phonemes)
    }
  })

  test.each(['produce', 'produce_', '_nou', 'produce_adj', 'produce_nou_vrb', 'table_nou', 'constructor_nou', ''])(
    'knows nothing of %j',
    (token) => {
      expect(findSuffixed(token)).toBeUndefined()
    },
  )
})
