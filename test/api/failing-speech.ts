import type { App } from '../../src/app/app.ts'

/** An engine that fails before its first event. */
export const failWith = (error: Error): App['speak'] =>
  async function* () {
    yield await Promise.reject(error)
  }

/** An engine that says nothing until the request is cancelled. */
export const speakUntilCancelled: App['speak'] = async function* (_request, signal) {
  yield await new Promise<never>((_, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
