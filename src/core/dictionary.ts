import { SpeechError } from './errors.ts'
import type { Language } from './language.ts'

/** What an entry is found by; unique. */
export interface DictionaryWord {
  /** Key as `parseDictionaryWord` returns it. */
  readonly word: string
  /** Of the texts in which it is pronounced so. */
  readonly language: Language
}

/** A word and the pronunciation that the operator gave it. */
export interface DictionaryEntry extends DictionaryWord {
  /** As written, in any form that `parsePronunciation` accepts. */
  readonly pronunciation: string
  readonly addedAt: Date
  /** Id of the key that added it, or that requested it if nobody decided; null if it was added by a command. */
  readonly addedBy: string | null
}

/** `requested` until the operator decides or `due` is reached. */
export type RequestStatus = 'requested' | 'added' | 'rejected'

/** A caller's request for an entry. */
export interface DictionaryRequest extends DictionaryWord {
  readonly id: string
  /** The pronunciation to be added, or the one that was added. */
  readonly pronunciation: string
  /** Whether the pronunciation was predicted because the caller gave none. */
  readonly isPredicted: boolean
  readonly note: string
  /** Id of the key that made the request. */
  readonly keyId: string
  readonly requestedAt: Date
  /** When the word is added if the operator has not decided. */
  readonly due: Date
  readonly status: RequestStatus
  readonly judgedAt: Date | null
}

/** Changes are atomic, and durable when the promise resolves. Several processes may use the store at once. */
export interface DictionaryStore {
  /** Increases with every change of the entries by any process. Cheap. */
  version(): Promise<number>
  /** Sorted by word, then language. */
  entries(): Promise<readonly DictionaryEntry[]>
  /** The entries whose word contains the text, sorted as all are, and how many there are of them in all. */
  search(contained: string, page: DictionaryPage): Promise<DictionarySearchResult>
  /** Adds or replaces the entries and settles the open requests for their words. */
  add(entries: readonly DictionaryEntry[]): Promise<void>
  /** Removes an entry and rejects the open requests for the word. Returns false if there is no such entry. */
  remove(word: DictionaryWord, at: Date): Promise<boolean>

  /** Requests of one key, or of all keys if null: open ones first, then newest first; at most 1000. */
  requests(keyId: string | null): Promise<readonly DictionaryRequest[]>
  findRequest(id: string): Promise<DictionaryRequest | undefined>
  /** Open requests that are due, earliest first. */
  dueRequests(now: Date): Promise<readonly DictionaryRequest[]>
  /**
   * Stores a request; replaces the key's open request for the same word. Returns false if the key has `maxOpen` other
   * open requests.
   */
  request(request: DictionaryRequest, maxOpen: number): Promise<boolean>
  /**
   * Accepts a request and adds its entry. Returns false if the request is not open. A decision of the operator settles
   * all requests for the word.
   */
  accept(id: string, entry: DictionaryEntry, judge: 'operator' | 'time'): Promise<boolean>
  /** Rejects a request. Returns false if it is not open. */
  reject(id: string, at: Date): Promise<boolean>
}

export interface DictionaryPage {
  /** Only entries of it; of all languages if absent. */
  readonly language?: Language | undefined
  readonly limit: number
  readonly offset: number
}

export interface DictionarySearchResult {
  readonly entries: readonly DictionaryEntry[]
  readonly total: number
}

/** An out-of-vocabulary word of a spoken text. The text itself is not stored. */
export interface OovWord {
  readonly word: string
  readonly count: number
  readonly lastSeenAt: Date
}

export interface OovWordStore {
  /** Most frequent first. */
  list(): Promise<readonly OovWord[]>
  /** Adds to the counts. Beyond 10,000 words the least frequent are dropped. */
  count(counts: ReadonlyMap<string, number>, at: Date): Promise<void>
  clear(): Promise<void>
}

const MAX_LENGTH = 60
/** Accepts `node.js`, `.net`, `c++`, `f#` and `los feliz`, but no quotation marks, brackets or sentence ends. */
const WORD = /^\.?[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'._+#&/ -]*[\p{L}\p{M}\p{N}+#])?$/u
const NEVER_IN_WORD = /[^\p{L}\p{M}\p{N}'._+#&/ -]/u
/** Each word of an entry of several is one. */
const NO_WORD = /(?:^| )(?![.\p{L}\p{N}])|[._&/'-](?: |$)/u

/** Lookup key of a word: folds case, apostrophes and white space. Accepts any text. */
export const wordKey = (word: string): string =>
  word
    .replaceAll(/[‘’‛′＇ʹʼˈ`´]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
    .normalize('NFC')

/** Whether a key is valid for an entry. */
export const isDictionaryWord = (key: string): boolean =>
  key.length <= MAX_LENGTH && WORD.test(key) && !NO_WORD.test(key) && /\p{L}/u.test(key)

/**
 * Returns the key of a word for the dictionary. Throws `request.invalid` with the character and its position, from 1.
 */
export function parseDictionaryWord(written: string): string {
  const key = wordKey(written.trim())
  if (isDictionaryWord(key)) return key
  if (key === '') throw new SpeechError('request.invalid', 'word must not be empty')
  if (key.length > MAX_LENGTH) throw new SpeechError('request.invalid', 'word is too long')
  const characters = [...key]
  const place = characters.findIndex((character) => NEVER_IN_WORD.test(character))
  throw new SpeechError(
    'request.invalid',
    WORD.test(key) && !NO_WORD.test(key)
      ? 'word must contain a letter'
      : place >= 0
        ? `character "${characters[place]}" at place ${place + 1} cannot be part of a word`
        : 'word must begin and end with a letter or digit, begin with a full stop, or end with + or #',
  )
}
