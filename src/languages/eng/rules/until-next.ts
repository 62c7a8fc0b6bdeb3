import type { Reading } from '../../reading/expansion.ts'

/** A reading with "to" after it, and the dash taken, if the dash leads to another figure of the kind. */
export function untilNext(spoken: string, length: number, after: string, next: RegExp): Reading {
  const dash = /^ ?[-–—] ?/.exec(after)?.[0] ?? ''
  const isRange = dash !== '' && next.test(after.slice(dash.length))
  return isRange ? { spoken: `${spoken} to`, length: length + dash.length } : { spoken, length }
}

export type Parts = Readonly<Record<string, string | undefined>>

/** The named groups of a match. */
export const parts = (match: RegExpExecArray): Parts => match.groups ?? {}
