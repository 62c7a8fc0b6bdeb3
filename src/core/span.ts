/** A stage of the work on a request, as a trace shows it. */
export interface Span {
  /** Begins a stage inside this one. */
  begin(stage: Stage): Span
  /** Ends it. Later calls do nothing. */
  end(facts?: SpanFacts): void
}

/**
 * `turn`: of a live session. `plan`: a text is read and cut, up to the next utterance. `wait`: an utterance waits for a
 * thread. `synthesize`: a thread speaks it. `encode`: from the first audio of an answer or turn to its last bytes.
 */
export type Stage = 'turn' | 'plan' | 'wait' | 'synthesize' | 'encode'

/** Names and figures of ours: never texts, keys or values that a client chose. Undefined ones are left out. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | undefined>>

/** The whole of a request or socket. */
export interface RequestSpan extends Span {
  /** Of W3C Trace Context: 32 hexadecimal digits. */
  readonly traceId: string
  /** Ends it as one that failed by a fault of the service. */
  fail(facts: SpanFacts): void
}

/** Begins the span of a request, inside its client's if its headers `traceparent` and `tracestate` name one. */
export type BeginRequest = (method: string, route: string, headers: TraceHeaders) => RequestSpan

export type TraceHeaders = Readonly<Record<string, string | readonly string[] | undefined>>
