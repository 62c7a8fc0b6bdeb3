/** Calls `onAbort` when the signal fires, at once if it has fired already. Disposing removes the listener. */
export function whenAborted(signal: AbortSignal, onAbort: () => void): Disposable {
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', onAbort) }
}
