/** Calls `onAbort` when the signal fires, at once if it has fired already. Disposing removes the listener. */
export function whenAborted(signal: AbortSignal, onAbort: () => void): Disposable {
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', onAbort) }
}

/** A signal that follows others until it is disposed: hold it with `using` while the work lasts. */
export type LinkedSignal = AbortSignal & Disposable

/**
 * Fires with the first of the signals, with its reason. Node 20 may collect the signals of `AbortSignal.any` while work
 * waits for them; a listener on each source keeps these.
 */
export function anyOf(...signals: readonly AbortSignal[]): LinkedSignal {
  const any = new AbortController()
  const listeners = signals.map((signal) => whenAborted(signal, () => any.abort(signal.reason)))
  return Object.assign(any.signal, {
    [Symbol.dispose]() {
      for (const listener of listeners) listener[Symbol.dispose]()
    },
  })
}

/** Fires with the signal, if there is one, or after `ms` with a DOMException named `TimeoutError`. */
export function deadline(signal: AbortSignal | null, ms: number): LinkedSignal {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new DOMException(`not done within ${ms} ms`, 'TimeoutError')), ms)
  const either = signal === null ? anyOf(late.signal) : anyOf(signal, late.signal)
  const unlink = either[Symbol.dispose]
  return Object.assign(either, {
    [Symbol.dispose]() {
      clearTimeout(timer)
      unlink()
    },
  })
}
