import type { Encoder } from '../audio/codec.ts'
import { type AudioFormat, CODECS, type CreateEncoder } from '../audio/codecs.ts'
import { createEncoder } from '../audio/encoder.ts'
import { SpeechError } from '../core/errors.ts'
import type { EncoderThreadListener } from './encoding/encoder-thread.ts'
import { EncoderThread } from './encoding/encoder-thread.ts'

export interface EncoderPoolOptions {
  /** Maximum number of threads; all but the first start when the others are in use. */
  readonly threads: number
  /** The module that calls `runEncoderThread`. */
  readonly threadUrl: URL
  /** For the log. */
  report(trouble: EncoderTrouble): void
}

/** A problem that the pool recovered from, for the log. */
export interface EncoderTrouble {
  readonly kind: 'encoder thread died'
  readonly cause: Error
}

export interface EncoderPool extends AsyncDisposable {
  /**
   * Creates the encoder for one answer: in an encoder thread if the codec is costly, else in this thread. Throws
   * `encoder.crashed`.
   */
  readonly createEncoder: CreateEncoder
  /** Number of answers that are encoded in threads. */
  readonly openEncoders: number
  /** Starts the first thread and resolves when it is ready. Throws `encoder.crashed` if it cannot start. */
  whenReady(): Promise<void>
}

/** Starts threads on demand. Disposing ends them; unfinished encoding fails with `pool.draining`. */
export function createEncoderPool({ threads: maxThreads, threadUrl, report }: EncoderPoolOptions): EncoderPool {
  const threads = new Set<EncoderThread>()
  let isDisposed = false

  const listener: EncoderThreadListener = {
    onDied(thread, cause) {
      threads.delete(thread)
      report({ kind: 'encoder thread died', cause })
      if (thread.hasStarted) start()
    },
  }

  function start(): EncoderThread {
    const thread = new EncoderThread(threadUrl, listener)
    threads.add(thread)
    return thread
  }

  function leastBusy(): EncoderThread {
    const started = [...threads].filter((thread) => thread.hasStarted)
    const [best] = (started.length > 0 ? started : [...threads]).toSorted(
      (one, other) => one.encoderCount - other.encoderCount,
    )
    if (best === undefined) return start()
    if (best.encoderCount > 0 && started.length === threads.size && threads.size < maxThreads) start()
    return best
  }

  async function createRemote(format: AudioFormat): Promise<Encoder> {
    if (isDisposed) throw draining()
    return leastBusy().open(format)
  }

  return {
    createEncoder: (format) => (CODECS[format.codec].isCostly ? createRemote(format) : createEncoder(format)),
    get openEncoders() {
      return [...threads].reduce((total, { encoderCount }) => total + encoderCount, 0)
    },
    whenReady: async () => leastBusy().started,
    async [Symbol.asyncDispose]() {
      isDisposed = true
      await Promise.all([...threads].map((thread) => thread.stop(draining())))
    },
  }
}

const draining = (): SpeechError => new SpeechError('pool.draining', 'the encoder pool has ended')
