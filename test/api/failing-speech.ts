import type { Speak } from './test-service.ts'

/** An engine that fails before its first event. */
export const failWith = (error: Error): Speak =>
  async function* () {
    yield await Promise.reject(error)
  }

/** An engine that says nothing until the request is cancelled. */
export const speakUntilCancelled: Speak = async function* (_request, signal) {
  yield await new Promise<never>((_, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
