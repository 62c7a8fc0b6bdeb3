import { followEntries } from '../app/dictionary/dictionary-entries.ts'
import type { PronounceParts } from '../app/dictionary/pronounce-word.ts'
import { type AnswerText, answerInSteps } from '../app/texts/text-answers.ts'
import { createTimeSlice, finishInSlices } from '../app/time-slice.ts'
import type { Lexicon } from '../core/lexicon.ts'
import { DEFAULT_MODEL } from '../core/model.ts'
import { openLexicon } from '../lexicon/open-lexicon.ts'
import { readConfig } from './config.ts'
import { missingStore, openStore } from './open-store.ts'
import { readingsOn } from './planner.ts'

/** Opens the lexicon and the current entries for one command. Does not create a store. */
export async function openPronouncing(env: NodeJS.ProcessEnv): Promise<PronounceParts & { readonly lexicon: Lexicon }> {
  const config = readConfig(env)
  const lexicon = openLexicon()
  if (missingStore(config) !== undefined) return { lexicon, entriesIn: () => undefined }
  await using store = await openStore(config)
  await using entries = await followEntries(store.dictionary, {
    intervalMs: 1000,
    report: () => {}, // an invalid entry is ignored, as in the service
  })
  return { lexicon, entriesIn: entries.givenIn }
}

/** Opens the answers to questions about texts for one command. */
export async function openAnswerText(env: NodeJS.ProcessEnv): Promise<AnswerText> {
  const { lexicon, entriesIn } = await openPronouncing(env)
  const givenIn = readingsOn(DEFAULT_MODEL, entriesIn)
  const isListed = (word: string) => lexicon.has(word) || entriesIn('eng')?.(word) !== undefined
  return (question, text) => finishInSlices(answerInSteps(question, text, { givenIn, isListed }), createTimeSlice())
}
