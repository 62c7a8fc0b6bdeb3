import { expect, test } from 'vitest'
import { createDistantEncoder } from '../../../test/distant-encoder.ts'
import { NO_MARKUP } from '../../core/request.ts'
import { Samples } from '../../core/samples.ts'
import type { NarratedTurn } from '../speech/narrator.ts'
import { LiveSession, type LiveSessionOptions, type SpokenWord } from './live-session.ts'

const RATE_HZ = 8000

/** Speaks a word for 100 samples, and nothing for dots. */
const NARRATED: NarratedTurn = {
  async *speak({ text }) {
    const [word] = /\w+/.exec(text) ?? []
    if (word === undefined) return
    yield { kind: 'word', span: { start: 0, end: word.length }, spoken: word, startSample: 0, endSample: 100 }
    yield { kind: 'audio', samples: new Samples(new Int16Array(50)) }
    if (word === 'Crash') throw new Error('crashed')
    yield { kind: 'audio', samples: new Samples(new Int16Array(50)) }
  },
  [Symbol.dispose]: () => {},
}

/** What a listener hears of texts that are spoken one by one, until the last event. */
async function heardOf(...texts: readonly string[]) {
  const ended: string[] = []
  const words: SpokenWord[] = []
  const options: LiveSessionOptions = {
    segmentation: 'never',
    endsTurnsByFlush: false,
    language: 'eng',
    format: { codec: 'pcm', sampleRateHz: RATE_HZ },
    hasWordTimes: false,
    timesFrom: 'turn',
    markup: NO_MARKUP,
    maxTextLength: Number.POSITIVE_INFINITY,
    maxPendingLength: Number.POSITIVE_INFINITY,
    doneGraceMs: 0,
  }
  await new Promise<void>((resolve) => {
    const session = new LiveSession(options, {
      narrator: { beginTurn: () => NARRATED },
      createEncoder: createDistantEncoder,
      timers: { now: () => 0, after: () => ({ [Symbol.dispose]: () => {} }) },
      output: { whenRead: () => undefined, send: ({ kind }) => kind === 'close' && resolve() },
      listener: { word: (word) => words.push(word), textEnded: ({ text }) => ended.push(text) },
    })
    for (const text of texts) {
      session.take({ kind: 'text', text, markup: undefined, contextId: undefined })
      session.take({ kind: 'complete', contextId: undefined })
    }
    session.take({ kind: 'eos', contextId: undefined })
  })
  return { ended, words }
}

test('a listener hears of each text that ended, also of one that failed', async () => {
  const { ended } = await heardOf('One.', 'Crash.', 'Two.')
  expect(ended).toEqual(['One.', 'Crash.'])
})

test('words stand where they are heard in the turn, silences included', async () => {
  const { words } = await heardOf('One.', '...', 'Two.')
  const afterSilence = 100 + 0.2 * RATE_HZ
  expect(words).toEqual([
    { spoken: 'One', startSample: 0, endSample: 100 },
    { spoken: 'Two', startSample: afterSilence, endSample: afterSilence + 100 },
  ])
})
