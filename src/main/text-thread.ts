import { parentPort } from 'node:worker_threads'
import { type DictionaryReadings, givenIn } from '../app/dictionary/dictionary-entries.ts'
import { answerInSteps, type TextAnswers, type TextQuestion, type TextToRead } from '../app/texts/text-answers.ts'
import type { Language } from '../core/language.ts'
import { DEFAULT_MODEL } from '../core/model.ts'
import { finish } from '../core/steps.ts'
import { createLexicon, readWordList } from '../lexicon/lexicon.ts'
import { readingsOn } from './planner.ts'
import { sharedReadings } from './shared-readings.ts'

export interface TextTask extends TextToRead {
  readonly question: TextQuestion
  /** The operator's entries and their version. */
  readonly entries: { readonly version: number; readonly shared: Uint8Array }
}

let known: { readonly version: number; readonly readings: DictionaryReadings } | undefined
let lexicon: ReturnType<typeof createLexicon> | undefined

/** Entry point of the thread for long texts: each message is a task. */
parentPort?.on('message', (task: TextTask) => parentPort?.postMessage(answer(task)))

function answer({ question, entries, ...text }: TextTask): TextAnswers[TextQuestion] {
  if (known?.version !== entries.version) {
    known = { version: entries.version, readings: sharedReadings(entries.shared) }
  }
  const { readings } = known
  const entriesIn = (language: Language) => givenIn(readings, language)
  const isListed = (word: string): boolean => {
    lexicon ??= createLexicon({ wordList: readWordList(), predict: () => [] }) // only looks up words
    return lexicon.has(word) || entriesIn('eng')?.(word) !== undefined
  }
  return finish(answerInSteps(question, text, { givenIn: readingsOn(DEFAULT_MODEL, entriesIn), isListed }))
}
