import { SpeechError } from './errors.ts'

/** A word that the operator wants read in a way of its own. */
export interface DictionaryEntry {
  /** As `parseDictionaryWord` makes it; each stands once. */
  readonly word: string
  /** As it was written, in whichever form `parsePronunciation` takes. */
  readonly pronunciation: string
  readonly addedAt: Date
}

/** `requested` until somebody judges it or its time comes. */
export type RequestStatus = 'requested' | 'added' | 'rejected'

/** A caller's wish for an entry. */
export interface DictionaryRequest {
  readonly id: string
  readonly word: string
  /** What is added where nobody decides otherwise; once it is added, what was. */
  readonly pronunciation: string
  /** Whether the pronunciation is our guess, the caller having left it out. */
  readonly isPredicted: boolean
  readonly note: string
  /** Whose key asked. */
  readonly keyId: string
  readonly requestedAt: Date
  /** When the word is added if nobody judges the request. */
  readonly due: Date
  readonly status: RequestStatus
  readonly judgedAt: Date | null
}

/** What changes is durable when the promise resolves, and whole or not at all. Several processes may work at once. */
export interface DictionaryStore {
  /** Grows with every change of the entries, whichever process makes it. Cheap. */
  version(): Promise<number>
  /** In order of their words. */
  entries(): Promise<readonly DictionaryEntry[]>
  /** Adds or replaces all of them, which settles the open requests for their words. */
  add(entries: readonly DictionaryEntry[]): Promise<void>
  /** False where no such entry is. Rejects the open requests for the word. */
  remove(word: string, at: Date): Promise<boolean>

  /** Those of one key, or of all: the open ones first, then the newest; at most 1000. */
  requests(keyId: string | null): Promise<readonly DictionaryRequest[]>
  findRequest(id: string): Promise<DictionaryRequest | undefined>
  /** Open requests that are due, the earliest first. */
  dueRequests(now: Date): Promise<readonly DictionaryRequest[]>
  /** Takes the place of the key's open request for the same word. False where the key has `maxOpen` others already. */
  request(request: DictionaryRequest, maxOpen: number): Promise<boolean>
  /** Adds what is asked for; false where the request is not open. An operator settles all requests for the word. */
  accept(id: string, entry: DictionaryEntry, judge: 'operator' | 'time'): Promise<boolean>
  /** False where the request is not open. */
  reject(id: string, at: Date): Promise<boolean>
}

/** A word of spoken text that the dictionary lacks. Of the text itself nothing is kept. */
export interface OovWord {
  readonly word: string
  readonly count: number
  readonly lastSeenAt: Date
}

export interface OovWordStore {
  /** The most frequent first. */
  list(): Promise<readonly OovWord[]>
  /** Adds to the counts. Past 10,000 words the rarest are forgotten. */
  count(counts: ReadonlyMap<string, number>, at: Date): Promise<void>
  clear(): Promise<void>
}

const LONGEST = 60
/** Also `node.js`, `c++` and `f#`, but no quotation, bracket or end of a sentence. */
const WORD = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'._+#&/-]*[\p{L}\p{M}\p{N}+#])?$/u
const NEVER_IN_WORD = /[^\p{L}\p{M}\p{N}'._+#&/-]/u

/** The spelling by which a word is looked up, the same for all its capitals and apostrophes. Takes any text. */
export const wordKey = (word: string): string =>
  word
    .replaceAll(/[‘’‛′＇ʹʼˈ`´]/g, "'")
    .toLowerCase()
    .normalize('NFC')

/** Whether an entry may have this key. */
export const isDictionaryWord = (key: string): boolean => key.length <= LONGEST && WORD.test(key) && /\p{L}/u.test(key)

/** The key of a word that may be added. Throws `request.invalid` that names the character and its place. */
export function parseDictionaryWord(written: string): string {
  const key = wordKey(written.trim())
  if (isDictionaryWord(key)) return key
  if (key === '') throw new SpeechError('request.invalid', 'word must not be empty')
  if (key.length > LONGEST) throw new SpeechError('request.invalid', 'word is too long')
  const characters = [...key]
  const place = characters.findIndex((character) => NEVER_IN_WORD.test(character))
  throw new SpeechError(
    'request.invalid',
    WORD.test(key)
      ? 'word must hold a letter'
      : place >= 0
        ? `character "${characters[place]}" at place ${place + 1} cannot be part of a word`
        : 'word must begin and end with a letter or digit, or end with + or #',
  )
}
