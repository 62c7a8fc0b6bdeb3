import { useEffect } from 'react'
import type { SpeechRequest } from './speech/request.ts'
import { type Speaker, useSpeechState } from './speech/speaker.ts'
import { readStored, writeStored } from './stored.ts'

export interface Spoken {
  readonly at: string
  readonly request: SpeechRequest
}

const MAX = 50

/** Whether the history is kept. Off until somebody turns it on in this browser. */
export const isHistoryKept = (keyId: string): boolean => readStored(`history.${keyId}.kept`, false)

/** Turning it off deletes it. */
export function keepHistory(keyId: string, isKept: boolean): void {
  writeStored(`history.${keyId}.kept`, isKept || null)
  if (!isKept) clearHistory(keyId)
}

export const historyOf = (keyId: string): readonly Spoken[] => readStored(`history.${keyId}`, [])
export const forget = (keyId: string, spoken: Spoken): void =>
  writeStored(
    `history.${keyId}`,
    historyOf(keyId).filter(({ at }) => at !== spoken.at),
  )
export const clearHistory = (keyId: string): void => writeStored(`history.${keyId}`, null)

/** Adds what the page Speak speaks with a key to its history, if that is kept. */
export function useHistory(speaker: Speaker, keyId: string | undefined): void {
  const { request, isComplete } = useSpeechState(speaker)
  useEffect(() => {
    if (!request || !isComplete || keyId === undefined || !isHistoryKept(keyId)) return
    const others = historyOf(keyId).filter((each) => JSON.stringify(each.request) !== JSON.stringify(request))
    writeStored(`history.${keyId}`, [{ at: new Date().toISOString(), request }, ...others].slice(0, MAX))
  }, [request, isComplete, keyId])
}
