import { runEncoderThread } from '../workers/run-encoder-thread.ts'

/** Entry point of an encoder thread. */
await runEncoderThread()
