import type { DictionaryEntries } from '../app/dictionary/dictionary-entries.ts'
import type { AnswerText, TextAnswers, TextQuestion, TextToRead } from '../app/texts/text-answers.ts'
import { LoneThread } from '../workers/lone-thread.ts'
import { shareReadings } from './shared-readings.ts'
import type { TextTask } from './text-thread.ts'

const IDLE_MS = 60_000
/** The longest text that the limits allow takes a few seconds. */
const MAX_MS = 30_000
const MAX_WAITING = 256
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }

export interface LongTexts extends AsyncDisposable {
  readonly answer: AnswerText
}

/** Answers questions about long texts in a thread, so that they do not block the main thread. */
export function openLongTexts(threadUrl: URL, entries: Pick<DictionaryEntries, 'readings'>): LongTexts {
  const thread = new LoneThread({
    url: threadUrl,
    resourceLimits: RESOURCE_LIMITS,
    maxWaiting: MAX_WAITING,
    idleMs: IDLE_MS,
    maxMs: MAX_MS,
  })
  let version = 0
  let sharedOf: DictionaryEntries['readings'] | undefined
  let shared: Promise<TextTask['entries']>

  function shareEntries(): Promise<TextTask['entries']> {
    if (sharedOf !== entries.readings) {
      const ofVersion = ++version
      sharedOf = entries.readings
      shared = shareReadings(sharedOf).then((bytes) => ({ version: ofVersion, shared: bytes }))
    }
    return shared
  }

  return {
    answer: async <Q extends TextQuestion>(question: Q, text: TextToRead, signal: AbortSignal) => {
      const task: TextTask = { question, ...text, entries: await shareEntries() }
      return (await thread.call(task, signal)) as TextAnswers[Q]
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  }
}
