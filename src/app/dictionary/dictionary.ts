import { randomBytes } from 'node:crypto'
import {
  type DictionaryEntry,
  type DictionaryRequest,
  type DictionaryStore,
  type DictionaryWord,
  parseDictionaryWord,
} from '../../core/dictionary.ts'
import { SpeechError } from '../../core/errors.ts'
import { DEFAULT_LANGUAGE, type Language, languageOfCode, unsupportedLanguage } from '../../core/language.ts'
import { NORMALIZED_LANGUAGES } from '../../languages/languages.ts'
import { parsePronunciation } from './written-pronunciation.ts'

/** Time after which a request is accepted automatically. */
const WAIT_MS = 24 * 3_600_000
const MAX_OPEN = 100

/** A word as somebody wrote it. */
export interface WrittenWord {
  readonly word: string
  /** Code of the language of the texts it stands in, English if absent. */
  readonly language?: string | undefined
}

/** A request for a word, as the caller wrote it. */
export interface WordWish extends WrittenWord {
  /** If absent, the pronunciation is predicted, which is possible in English. */
  readonly pronunciation?: string | undefined
  readonly note: string
}

/** Predicts the ARPAbet of a word without an entry. Throws `request.invalid` if the text is not a single word. */
export type PredictPronunciation = (word: string) => readonly string[]

/**
 * Parses a word and its pronunciation. `addedBy` is the id of a key, or null for a command. Throws `request.invalid`, or
 * `language.unsupported` for a language without a normalizer.
 */
export function entryOf(
  word: WrittenWord,
  written: string,
  addedAt: Date,
  addedBy: string | null = null,
): DictionaryEntry {
  const key = keyOf(word)
  parsePronunciation(key.word, written, key.language)
  return { ...key, pronunciation: written.trim().replaceAll(/\s+/g, ' '), addedAt, addedBy }
}

const keyOf = ({ word, language }: WrittenWord): DictionaryWord => ({
  word: parseDictionaryWord(word),
  language: dictionaryLanguage(language),
})

/** The language of a code, in which entries are used. Throws `language.unsupported`. */
export function dictionaryLanguage(code: string = DEFAULT_LANGUAGE): Language {
  const language = languageOfCode(code)
  if (language !== undefined && NORMALIZED_LANGUAGES.includes(language)) return language
  throw unsupportedLanguage(code, NORMALIZED_LANGUAGES)
}

/** Stores a request. Throws `request.invalid`, or `key.limited` if the key has too many open requests. */
export async function requestWord(
  store: Pick<DictionaryStore, 'request'>,
  wish: WordWish,
  { keyId, predict, now }: { readonly keyId: string; readonly predict: PredictPronunciation; readonly now: Date },
): Promise<DictionaryRequest> {
  const { language } = keyOf(wish)
  if (wish.pronunciation === undefined && language !== 'eng')
    throw new SpeechError('request.invalid', `pronunciation is required for language ${language}`)
  const written = wish.pronunciation ?? predict(wish.word.trim()).join(' ')
  const { word, pronunciation } = entryOf(wish, written, now)
  const request: DictionaryRequest = {
    id: randomBytes(6).toString('hex'),
    word,
    language,
    pronunciation,
    isPredicted: wish.pronunciation === undefined,
    note: wish.note,
    keyId,
    requestedAt: now,
    due: new Date(now.getTime() + WAIT_MS),
    status: 'requested',
    judgedAt: null,
  }
  if (await store.request(request, MAX_OPEN)) return request
  throw new SpeechError(
    'key.limited',
    `${MAX_OPEN} requests of this key are open; wait until some are approved or rejected`,
  )
}

export interface Approval {
  /** Instead of the requested one. */
  readonly pronunciation: string | undefined
  readonly now: Date
  /** Id of the operator's key; null for a command. */
  readonly by?: string | null
}

/**
 * Adds the word of a request, optionally with another pronunciation. Throws `request.invalid`, `dictionary.unknown`, or
 * `dictionary.judged` if it was already added or rejected.
 */
export async function approveRequest(
  store: DictionaryStore,
  id: string,
  { pronunciation, now, by = null }: Approval,
): Promise<DictionaryRequest> {
  const request = await findRequest(store, id)
  const entry = entryOf(request, pronunciation ?? request.pronunciation, now, by)
  if (!(await store.accept(id, entry, 'operator'))) throw judged(await findRequest(store, id))
  return findRequest(store, id)
}

/** Throws `dictionary.unknown`, or `dictionary.judged` if it was already added or rejected. */
export async function rejectRequest(store: DictionaryStore, id: string, now: Date): Promise<DictionaryRequest> {
  await findRequest(store, id)
  if (!(await store.reject(id, now))) throw judged(await findRequest(store, id))
  return findRequest(store, id)
}

/** Throws `dictionary.unknown` if there is no entry for the word. */
export async function removeWord(
  store: Pick<DictionaryStore, 'remove'>,
  written: WrittenWord,
  now: Date,
): Promise<void> {
  const key = keyOf(written)
  if (await store.remove(key, now)) return
  const where = key.language === DEFAULT_LANGUAGE ? '' : ` for language ${key.language}`
  throw new SpeechError('dictionary.unknown', `the word ${key.word} was never added${where}`)
}

/** Accepts the requests that are due. Several processes may do so at once. */
export async function acceptDue(store: Pick<DictionaryStore, 'dueRequests' | 'accept'>, now: Date): Promise<void> {
  for (const { id, word, language, pronunciation, keyId } of await store.dueRequests(now)) {
    await store.accept(id, { word, language, pronunciation, addedAt: now, addedBy: keyId }, 'time')
  }
}

async function findRequest(store: Pick<DictionaryStore, 'findRequest'>, id: string): Promise<DictionaryRequest> {
  const request = await store.findRequest(id)
  if (request === undefined) throw new SpeechError('dictionary.unknown', `no request has the id ${id.slice(0, 20)}`)
  return request
}

const judged = ({ id, status }: DictionaryRequest) =>
  new SpeechError('dictionary.judged', `request ${id} has been ${status} already`)
