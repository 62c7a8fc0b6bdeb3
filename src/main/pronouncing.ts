import { existsSync } from 'node:fs'
import { followEntries } from '../app/dictionary-entries.ts'
import type { PronounceParts } from '../app/pronounce-word.ts'
import { openLexicon } from '../lexicon/open-lexicon.ts'
import { readConfig } from './config.ts'
import { openStore } from './open-store.ts'

/** What pronounces for one command. The entries are those of the moment; a store is not made for it. */
export async function openPronouncing(env: NodeJS.ProcessEnv): Promise<PronounceParts> {
  const config = readConfig(env)
  const lexicon = openLexicon()
  if (!existsSync(config.dataDir)) return { lexicon, findEntry: () => undefined }
  await using store = await openStore(config)
  await using entries = await followEntries(store.dictionary, {
    intervalMs: 1000,
    report: () => {}, // one that cannot be read is read as if it were not there, as in the service
  })
  return { lexicon, findEntry: entries.find }
}
