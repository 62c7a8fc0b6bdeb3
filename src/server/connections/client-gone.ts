import type { ServerResponse } from 'node:http'
import { whenClosed } from '../observe/request-log.ts'

/** A signal that fires if the client disconnects before its answer is complete. */
export function signalOfClosing(raw: ServerResponse): AbortSignal {
  const controller = new AbortController()
  whenClosed(raw, () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}
