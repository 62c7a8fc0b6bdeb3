import { whenAborted } from '../core/abort.ts'

/** Average length of a token of English text in common tokenizers, in UTF-16 units. */
const TOKEN_LENGTH = 4

export interface PacedPiece {
  /** A word with the white space after it. */
  readonly text: string
  /** When its last token is written, in milliseconds after the first token of the text. */
  readonly atMs: number
}

/** When a language model that writes `tokensPerSecond`, the first of them at 0, has completed each word of a text. */
export function pacedPieces(text: string, tokensPerSecond: number): readonly PacedPiece[] {
  let tokens = 0
  return [...text.matchAll(/\S+\s*/g)].map(([word]) => {
    tokens += Math.ceil(word.length / TOKEN_LENGTH)
    return { text: word, atMs: ((tokens - 1) * 1000) / tokensPerSecond }
  })
}

/** Yields the pieces at their times, from now on. Ends early when `signal` fires. */
export async function* writtenAtPace(pieces: readonly PacedPiece[], signal: AbortSignal): AsyncGenerator<string> {
  const startMs = performance.now()
  for (const { text, atMs } of pieces) {
    const waitMs = startMs + atMs - performance.now()
    if (waitMs > 0) await pause(waitMs, signal)
    if (signal.aborted) return
    yield text
  }
}

/** Resolves after a time, or when the signal fires. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    const abort = whenAborted(signal, done)
    function done() {
      clearTimeout(timer)
      queueMicrotask(() => abort[Symbol.dispose]())
      resolve()
    }
  })
}
