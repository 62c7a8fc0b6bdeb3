import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SpeechText } from '../src/app/speech/narrator.ts'
import { NO_MARKUP } from '../src/core/request.ts'
import type { Segmentation } from '../src/core/segmentation.ts'
import { finish } from '../src/core/steps.ts'
import { normalizeEnglish } from '../src/languages/eng/normalize-english.ts'
import { planUtterances } from '../src/text/plan-utterances.ts'
import { createStage } from './live-session-stage.ts'

// A bar marks where the client pauses.
const TEXTS = [
  'It rose by 12.|5 percent. Not bad.',
  'It rose by 12|.|5 percent. Not bad.',
  'It costs $|3|.|50 today.',
  'Call me at 10:|30 a.m.| today.',
  'Visit example.|com/help for more.',
  'Visit example.com|/help for more. Thanks.',
  'Go to https:|//example|.com/a|.b now.',
  'Write to ann|@example.|org. Thanks.',
  'Hello there| .|',
  'The answer is in No.| 5.| Look there.',
  'The answer is in No.|5 of the list.',
  'I said No.| Then I left.',
  'Ask Dr.| Smith.| He knows.',
  'We met at 5 p.|m.| on Monday.',
  'We met at 5 p.m.| The door was open.',
  'It was written by J.| R.| R.| Tolkien.',
  'Bring fruit, e.|g.| apples.| And nuts.',
  'The U.|S.| Government agreed.',
  'Version 2.|0.|1 is out. Get it.',
  'He said "no.|" Then he left.',
  'He said "no."| Then he left.',
  'He asked "why?|" and left. I stayed.',
  '(It rained.|) We stayed.',
  'Really?|! Yes.|.|. I think so.',
  'Wait.|.|. what? Go on.',
  'Hello.| And then we left.',
  'Hello. |and then we left.',
  'One. |Two! |Three? |Four.',
  '1.| First things. 2.| Second things.',
  'This line was\n|broken. This\n|Was not.',
] as const
/** `immediate` speaks a plain word at once, so it cannot know that an address begins with it. */
const TEXTS_BY_SENTENCE = [
  ...TEXTS,
  'Visit| example|.|com|/help now.',
  'Look at notes.|txt and save. Then quit.',
  'It is Dr|. Smi|th. See you.',
] as const

type Piece = readonly [text: string, pauseMs: number]

const PLAIN = { language: 'eng', rate: 1, markup: NO_MARKUP, isNormalized: true, isBusy: false } as const

/** What is spoken of a text in pieces, each a while after the one before, that a flush ends. */
async function textsOf(segmentation: Segmentation, pieces: readonly Piece[]): Promise<readonly SpeechText[]> {
  const { clock, spoken, text, command } = createStage({ segmentation, maxPendingLength: 1_000_000 })
  for (const [piece, pauseMs] of pieces) {
    text(piece, 'a')
    await clock.advance(pauseMs)
  }
  command('flush')
  await clock.advance(60_000)
  return spoken
}

const spokenOf = async (segmentation: Segmentation, pieces: readonly Piece[]): Promise<readonly string[]> =>
  (await textsOf(segmentation, pieces)).map(({ text }) => text)

const PAUSES_MS = Array.from({ length: 20 }, (_, i) => 20 * (i + 1))

/** As it is read; a cut makes no difference but at a word's end. */
const readingOf = (segments: readonly string[]): string =>
  segments
    .flatMap((segment) => finish(normalizeEnglish.normalize(segment)).map(({ spoken }) => spoken))
    .join(' ')
    .replaceAll(/[.,?!\s]+/g, ' ')
    .toLowerCase()

describe('O: what is spoken does not depend on pauses under half a second', () => {
  test.each(TEXTS_BY_SENTENCE)('bySentence: %j', async (marked) => {
    const whole = await spokenOf('bySentence', [[marked.replaceAll('|', ''), 0]])
    for (const pauseMs of PAUSES_MS) {
      const pieces = marked.split('|').map((piece): Piece => [piece, pauseMs])
      expect(await spokenOf('bySentence', pieces)).toEqual(whole)
    }
  })

  test.each(TEXTS)('immediate reads the same words: %j', async (marked) => {
    const whole = readingOf(await spokenOf('immediate', [[marked.replaceAll('|', ''), 0]]))
    for (const pauseMs of PAUSES_MS) {
      const pieces = marked.split('|').map((piece): Piece => [piece, pauseMs])
      expect(readingOf(await spokenOf('immediate', pieces))).toBe(whole)
    }
  })

  test.each([
    'Dial |`*67`| now.',
    'Dial |`|*|6|7`| now.',
    'Press |1, |2 |or |*| or #| now.',
    'Press |[1] |for sales.',
    'Your code is |4821|.',
    'Flight |UA |2290 |leaves. Dial it.',
  ])('immediate reads words as after those before them: %j', async (marked) => {
    const wordsOf = (pieces: readonly { readonly text: string; readonly before?: string }[]): string =>
      pieces
        .flatMap(({ text, before = '' }) => [...planUtterances(text, { ...PLAIN, before })])
        .flatMap((utterance) => utterance?.segments ?? [])
        .flatMap((segment) => (segment.kind === 'word' ? segment.spoken : []))
        .join(' ')
    const pieces = marked.split('|').map((piece): Piece => [piece, 300])
    expect(wordsOf(await textsOf('immediate', pieces))).toBe(wordsOf([{ text: marked.replaceAll('|', '') }]))
  })

  test('bySentence: wherever a text is cut into messages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...TEXTS_BY_SENTENCE], { minLength: 1, maxLength: 6 }),
        fc.array(fc.record({ size: fc.integer({ min: 1, max: 15 }), pauseMs: fc.nat(499) }), {
          minLength: 1,
          maxLength: 40,
        }),
        async (texts, cuts) => {
          const text = texts.join(' ').replaceAll('|', '')
          const pieces: Piece[] = []
          for (let at = 0, i = 0; at < text.length; i++) {
            const { size, pauseMs } = cuts[i % cuts.length] as (typeof cuts)[number]
            pieces.push([text.slice(at, at + size), pauseMs])
            at += size
          }
          expect(await spokenOf('bySentence', pieces)).toEqual(await spokenOf('bySentence', [[text, 0]]))
        },
      ),
      { numRuns: 150 },
    )
  })
})
