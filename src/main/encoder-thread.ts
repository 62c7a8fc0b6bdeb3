import { runEncoderThread } from '../workers/run-encoder-thread.ts'

/** Where an encoder thread starts. */
await runEncoderThread()
