import type { FastifyInstance } from 'fastify'
import { isClosed } from '../observe/request-log.ts'

/** Maximum time per turn of the event loop in which requests begin. */
const TURN_MS = 5

/**
 * Lets requests that come in one instant begin in several turns of the event loop, so that audio is sent on between them.
 * They begin in order of arrival; one that comes alone never waits.
 */
export function paceRequests(http: FastifyInstance): void {
  const waiting: (() => void)[] = []
  let turnSinceMs: number | undefined

  function beginTurn(): void {
    turnSinceMs = performance.now()
    setImmediate(endTurn)
  }

  function endTurn(): void {
    turnSinceMs = undefined
    if (waiting.length === 0) return
    beginTurn()
    beginNext()
  }

  function beginNext(): void {
    if (turnSinceMs === undefined || performance.now() - turnSinceMs >= TURN_MS) return
    waiting.shift()?.()
    // A tick requested in a microtask runs after all that the request does at once.
    if (waiting.length > 0) queueMicrotask(() => process.nextTick(beginNext))
  }

  http.addHook('onRequest', (_request, { raw }, done) => {
    if (turnSinceMs === undefined) beginTurn()
    const mayBegin = waiting.length === 0 && performance.now() - (turnSinceMs as number) < TURN_MS
    if (mayBegin) return done()
    // A request whose client has left meanwhile ends here.
    waiting.push(() => isClosed(raw) || done())
  })
}
