import { sendJson } from './client.ts'
import { queryClient, REQUESTS } from './queries.ts'

export const WORDS = '/v1/dictionary/words'
/** Entries change them. */
const READINGS = '/v1/text/readings'

/** Whether a language takes entries: the engine that reads the others takes none. */
export const takesEntries = (language: string): boolean => !['heb', 'sin', 'tam'].includes(language)

interface Entry {
  readonly word: string
  readonly pronunciation: string
  readonly language: string
  /** For who judges a request. */
  readonly note?: string
}

/** Saves an entry; without the role admin, requests it. */
export async function saveEntry({ word, pronunciation, language, note }: Entry, isAdmin: boolean): Promise<void> {
  const of = word.trim()
  if (isAdmin) await sendJson('PUT', `${WORDS}/${encodeURIComponent(of)}`, { pronunciation, language })
  else
    await sendJson('POST', REQUESTS, {
      word: of,
      language,
      ...(pronunciation && { pronunciation }),
      ...(note && { note }),
    })
  await refreshEntries()
}

export const refreshEntries = (): Promise<unknown> =>
  Promise.all([WORDS, REQUESTS, READINGS].map((path) => queryClient.invalidateQueries({ queryKey: [path] })))
