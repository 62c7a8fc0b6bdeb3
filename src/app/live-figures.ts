/** What the service does now, for operators. */
export interface LiveFigures {
  /** Responses and WebSocket turns that are spoken or waiting, without jobs. */
  readonly streams: number
  /** Those whose next utterance waits for a thread. */
  readonly queue: number
  /** Open streams by engine, with those of jobs. */
  readonly streamsByEngine: ReadonlyMap<string, number>
  readonly threads: { readonly name: string; readonly busy: boolean }[]
  /** Answers that are encoded in encoder threads. */
  readonly encoders: number
  readonly cache: { readonly bytes: number; readonly hits: number; readonly misses: number }
  readonly memoryBytes: number
  /** Since the figures were last read. */
  readonly eventLoopDelayMs: { readonly p50: number; readonly p99: number }
  readonly uptimeSeconds: number
}
