/** Limits of a key besides its concurrent requests. A limit that is absent does not apply. */
export interface KeyLimits {
  /** Maximum number of open WebSockets. */
  readonly sockets?: number | undefined
  readonly requestsPerSecond?: number | undefined
  /** Characters of text that may be spoken in a minute, as code points. */
  readonly charactersPerMinute?: number | undefined
  /** Share of the threads among keys that use them at the same time; 1 if absent. */
  readonly weight?: number | undefined
}

/** Names of limits on the command line and in settings. */
export const LIMIT_NAMES = {
  sockets: 'sockets',
  'requests-per-second': 'requestsPerSecond',
  'characters-per-minute': 'charactersPerMinute',
  weight: 'weight',
} as const satisfies Readonly<Record<string, keyof KeyLimits>>

export const MAX_LIMIT = 1_000_000_000

/** Reads limits such as `sockets=10`; undefined if one is not a known name, given once, and a whole number from 1. */
export function readLimits(entries: readonly string[]): KeyLimits | undefined {
  const limits: { -readonly [Name in keyof KeyLimits]: KeyLimits[Name] } = {}
  for (const entry of entries) {
    const [, name = '', number = ''] = /^\s*([a-z-]+)\s*=\s*(\d{1,10})\s*$/.exec(entry) ?? []
    const value = Number(number)
    if (!Object.hasOwn(LIMIT_NAMES, name) || value < 1 || value > MAX_LIMIT) return undefined
    const limit = LIMIT_NAMES[name as keyof typeof LIMIT_NAMES]
    if (limits[limit] !== undefined) return undefined
    limits[limit] = value
  }
  return limits
}

/** The limits as `readLimits` reads them. */
export const writeLimits = (limits: KeyLimits): readonly string[] =>
  Object.entries(LIMIT_NAMES).flatMap(([name, field]) =>
    limits[field] === undefined ? [] : [`${name}=${limits[field]}`],
  )
