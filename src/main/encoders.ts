import type { Encoders } from '../cli/say-command.ts'
import { createEncoderPool } from '../workers/encoder-pool.ts'

/** The encoders of one command. */
export const openEncoders = (): Encoders =>
  createEncoderPool({
    threads: 1,
    threadUrl: new URL('./encoder-thread.js', import.meta.url),
    report: () => {}, // relevant failures reach the command
  })
