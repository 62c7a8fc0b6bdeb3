import { acceptDue, type PredictPronunciation } from '../app/dictionary/dictionary.ts'
import { type DictionaryEntries, followEntries } from '../app/dictionary/dictionary-entries.ts'
import { createOovMemory, type OovMemory } from '../app/dictionary/oov-memory.ts'
import { findOovWords, type IsListed } from '../app/dictionary/oov-words.ts'
import { pronounceWord } from '../app/dictionary/pronounce-word.ts'
import { repeat } from '../app/repeat.ts'
import { createTimeSlice, finishInSlices } from '../app/time-slice.ts'
import type { Clock } from '../core/clock.ts'
import { SpeechError } from '../core/errors.ts'
import type { Lexicon } from '../core/lexicon.ts'
import type { Store } from '../core/store.ts'
import { homographs } from '../lexicon/homographs.ts'

// Nodes must follow changes of others within 5 s.
const FOLLOW_MS = 1000
const ACCEPT_MS = 60_000
const REMEMBER_MS = 5000

/** The service's entries, OOV counts and pronunciation of English words, with their background tasks. */
export interface KeptDictionary extends AsyncDisposable {
  /** Includes requests that were accepted automatically. */
  readonly entries: DictionaryEntries
  readonly isListed: IsListed
  readonly predict: PredictPronunciation
  readonly oovMemory: OovMemory
}

export interface KeepDictionaryOptions {
  readonly lexicon: Lexicon
  readonly clock: Clock
  readonly report: (error: unknown) => void
}

/** Resolves when the entries have been read. Dispose it before the store. */
export async function keepDictionary(
  { dictionary, oovWords }: Store,
  { lexicon, clock, report }: KeepDictionaryOptions,
): Promise<KeptDictionary> {
  // The entries can be read while another process blocks changes.
  await acceptDue(dictionary, clock()).catch(report)
  const entries = await followEntries(dictionary, { intervalMs: FOLLOW_MS, report })
  const isListed: IsListed = (word) => lexicon.has(word) || entries.givenIn('eng')?.(word) !== undefined
  const oovMemory = createOovMemory(oovWords, {
    findOovWords: (text) => finishInSlices(findOovWords(text, isListed), createTimeSlice()),
    clock,
    intervalMs: REMEMBER_MS,
    report,
  })
  const accepting = repeat(() => acceptDue(dictionary, clock()), { intervalMs: ACCEPT_MS, onError: report })
  return {
    entries,
    isListed,
    predict: (word) => {
      if (homographs.has(word.toLowerCase())) {
        throw new SpeechError('request.invalid', 'pronunciation is required: the word has several by its meaning')
      }
      return pronounceWord(word, { lexicon, entriesIn: () => undefined })[0]?.phonemes ?? []
    },
    oovMemory,
    async [Symbol.asyncDispose]() {
      await Promise.all([accepting, entries, oovMemory].map((part) => part[Symbol.asyncDispose]()))
    },
  }
}
