// What the routes of the page answer with.

export const MODELS = ['coda', 'arcana', 'mistv3', 'mistv2'] as const
export type Model = (typeof MODELS)[number]

export interface Session {
  readonly keyId: string
  readonly name: string
  readonly roles: readonly string[]
  readonly version: string
}

export interface Voice {
  readonly model: Model
  readonly speaker: string
  /** ISO 639 code of three letters. */
  readonly language: string
  readonly gender: string
  readonly age: string
  readonly country: string
  readonly dialect: string
  readonly demographic: string
  readonly genre: readonly string[]
  readonly styles: readonly string[]
  readonly flagship: boolean
  readonly engine: string
  readonly pitchHz: number
  readonly timbre: { readonly formantRatio: number; readonly brightnessDb: number }
}

export interface ReadToken {
  /** Range in the text, in UTF-16 code units. */
  readonly start: number
  readonly end: number
  readonly text: string
  readonly kind: string
  readonly spoken: readonly {
    readonly word: string
    /** ARPAbet. */
    readonly phonemes: readonly string[] | null
    readonly source: string | null
  }[]
}

export interface DictionaryEntry {
  readonly word: string
  readonly pronunciation: string
  readonly addedAt: string
  readonly addedBy: string | null
}

export interface DictionaryRequest {
  readonly id: string
  readonly word: string
  readonly pronunciation: string
  readonly predicted: boolean
  readonly note: string
  readonly status: 'requested' | 'added' | 'rejected'
  readonly requestedAt: string
  readonly due: string
  readonly keyId?: string
}

export interface Key {
  readonly id: string
  readonly name: string
  readonly roles: readonly string[]
  readonly createdAt: string | null
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  readonly maxConcurrent: number | null
  readonly lastUsedAt: string | null
  /** Whether it is the key of the server's settings, which cannot be revoked. */
  readonly isConfigured: boolean
}

export interface UsageRow {
  readonly day?: string
  readonly key?: string
  readonly model?: string
  readonly protocol?: string
  readonly voice?: string
  readonly requests: number
  readonly characters: number
  readonly audioSeconds: number
  readonly errors: number
  readonly firstAudioMs: { readonly p50: number | null; readonly p95: number | null; readonly p99: number | null }
}

export interface Live {
  readonly streams: number
  readonly sockets: number
  readonly queue: number
  readonly threads: readonly { readonly name: string; readonly busy: boolean }[]
  readonly encoders: number
  readonly cache: { readonly bytes: number; readonly hits: number; readonly misses: number }
  readonly memoryBytes: number
  readonly eventLoopDelayMs: { readonly p50: number; readonly p99: number }
  readonly engines: readonly unknown[]
  readonly missing: readonly unknown[]
  readonly uptimeSeconds: number
  readonly refusals: readonly {
    readonly at: string
    readonly protocol: string
    readonly route: string
    readonly status: number
    readonly reason: string
  }[]
}

export interface PackList {
  readonly packs: readonly {
    readonly name: string
    readonly version?: string
    readonly state?: string
    readonly summary?: string
  }[]
  readonly available: readonly { readonly name: string; readonly version?: string; readonly summary?: string }[]
  readonly installs: readonly {
    readonly name: string
    readonly bytes: number
    readonly totalBytes: number | null
    readonly bytesPerSecond: number
    readonly state: string
    readonly error: string | null
  }[]
}
