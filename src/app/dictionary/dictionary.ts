import { randomBytes } from 'node:crypto'
import {
  type DictionaryEntry,
  type DictionaryRequest,
  type DictionaryStore,
  parseDictionaryWord,
} from '../../core/dictionary.ts'
import { SpeechError } from '../../core/errors.ts'
import { parsePronunciation } from './written-pronunciation.ts'

/** Time after which a request is accepted automatically. */
const WAIT_MS = 24 * 3_600_000
const MAX_OPEN = 100

/** A request for a word, as the caller wrote it. */
export interface WordWish {
  readonly word: string
  /** If absent, the pronunciation is predicted. */
  readonly pronunciation?: string | undefined
  readonly note: string
}

/** Predicts the ARPAbet of a word without an entry. Throws `request.invalid` if the text is not a single word. */
export type PredictPronunciation = (word: string) => readonly string[]

/**
 * Parses a word and its pronunciation. `addedBy` is the id of a key, or null for a command. Throws `request.invalid`.
 */
export function entryOf(word: string, written: string, addedAt: Date, addedBy: string | null = null): DictionaryEntry {
  const key = parseDictionaryWord(word)
  parsePronunciation(key, written)
  return { word: key, pronunciation: written.trim().replaceAll(/\s+/g, ' '), addedAt, addedBy }
}

/** Stores a request. Throws `request.invalid`, or `key.limited` if the key has too many open requests. */
export async function requestWord(
  store: Pick<DictionaryStore, 'request'>,
  wish: WordWish,
  { keyId, predict, now }: { readonly keyId: string; readonly predict: PredictPronunciation; readonly now: Date },
): Promise<DictionaryRequest> {
  parseDictionaryWord(wish.word)
  const written = wish.pronunciation ?? predict(wish.word.trim()).join(' ')
  const { word, pronunciation } = entryOf(wish.word, written, now)
  const request: DictionaryRequest = {
    id: randomBytes(6).toString('hex'),
    word,
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
  const entry = entryOf(request.word, pronunciation ?? request.pronunciation, now, by)
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
export async function removeWord(store: Pick<DictionaryStore, 'remove'>, word: string, now: Date): Promise<void> {
  const key = parseDictionaryWord(word)
  if (!(await store.remove(key, now))) throw new SpeechError('dictionary.unknown', `the word ${key} was never added`)
}

/** Accepts the requests that are due. Several processes may do so at once. */
export async function acceptDue(store: Pick<DictionaryStore, 'dueRequests' | 'accept'>, now: Date): Promise<void> {
  for (const { id, word, pronunciation, keyId } of await store.dueRequests(now)) {
    await store.accept(id, { word, pronunciation, addedAt: now, addedBy: keyId }, 'time')
  }
}

async function findRequest(store: Pick<DictionaryStore, 'findRequest'>, id: string): Promise<DictionaryRequest> {
  const request = await store.findRequest(id)
  if (request === undefined) throw new SpeechError('dictionary.unknown', `no request has the id ${id.slice(0, 20)}`)
  return request
}

const judged = ({ id, status }: DictionaryRequest) =>
  new SpeechError('dictionary.judged', `request ${id} has been ${status} already`)
