import { existsSync } from 'node:fs'
import { followEntries } from '../app/dictionary-entries.ts'
import type { PronounceParts } from '../app/pronounce-word.ts'
import { openLexicon } from '../lexicon/open-lexicon.ts'
import { readConfig } from './config.ts'
import { openStore } from './open-store.ts'

/** Opens the lexicon and the current entries for one command. Does not create a store. */
export async function openPronouncing(env: NodeJS.ProcessEnv): Promise<PronounceParts> {
  const config = readConfig(env)
  const lexicon = openLexicon()
  if (!existsSync(config.dataDir)) return { lexicon, findEntry: () => undefined }
  await using store = await openStore(config)
  await using entries = await followEntries(store.dictionary, {
    intervalMs: 1000,
    report: () => {}, // an invalid entry is ignored, as in the service
  })
  return { lexicon, findEntry: entries.find }
}
