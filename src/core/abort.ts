/** Calls `onAbort` once the signal fires, or at once if it has; disposing stops listening. */
export function whenAborted(signal: AbortSignal, onAbort: () => void): Disposable {
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', onAbort) }
}
