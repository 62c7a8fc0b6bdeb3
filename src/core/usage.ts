/** What usage is counted by. */
export interface UsageLabels {
  /** `YYYY-MM-DD` in UTC. */
  readonly day: string
  /** Id of the key; empty for protocols without keys. */
  readonly key: string
  readonly model: string
  readonly protocol: string
  readonly voice: string
}

/** In the order of tables. */
export const USAGE_DIMENSIONS = ['day', 'key', 'model', 'protocol', 'voice'] as const satisfies (keyof UsageLabels)[]
export type UsageDimension = (typeof USAGE_DIMENSIONS)[number]

/** Figures of speech. */
export interface UsageFigures {
  /** Answers over HTTP, and sockets, that began to speak. */
  readonly requests: number
  /** Unicode code points of the texts. */
  readonly characters: number
  readonly audioMs: number
  /** Requests that failed. */
  readonly errors: number
  /** Number of answers by `firstAudioBucket`. */
  readonly firstAudio: ReadonlyMap<number, number>
}

/** Figures with the labels that they are summed by. */
export type UsageSum = Partial<UsageLabels> & UsageFigures

export interface UsageQuery {
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
  /** Only of this key; null for all. */
  readonly key: string | null
  readonly by: readonly UsageDimension[]
}

/** Figures that are added at once. */
export interface UsageBatch {
  /** A UUID, by which a batch whose result was lost counts once. */
  readonly id: string
  /** `YYYY-MM-DD` in UTC. Ids are kept for this day and the one after it. */
  readonly day: string
  readonly rows: readonly (UsageLabels & UsageFigures)[]
}

export interface UsageStore {
  /** Adds to the figures, all or none; a batch that was added before changes nothing. Several processes may add at once. */
  add(batch: UsageBatch): Promise<void>
  /** Sums, in order of their labels. */
  sum(query: UsageQuery): Promise<readonly UsageSum[]>
}

/** Buckets a doubling: a percentile is exact to 5 %. */
const BUCKETS_AN_OCTAVE = 8
const MIN_MS = 0.1

/** The bucket of a time to first audio. */
export const firstAudioBucket = (ms: number): number => Math.round(BUCKETS_AN_OCTAVE * Math.log2(Math.max(ms, MIN_MS)))

/** The time, in milliseconds, that the share of the answers needed at most; undefined without answers. */
export function firstAudioPercentile(buckets: UsageFigures['firstAudio'], share: number): number | undefined {
  let total = 0
  for (const count of buckets.values()) total += count
  let left = share * total
  for (const [bucket, count] of [...buckets].sort(([one], [other]) => one - other)) {
    left -= count
    if (left <= 0) return 2 ** (bucket / BUCKETS_AN_OCTAVE)
  }
  return undefined
}
