import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchServer } from '../../bench/server.ts'
import type { Random } from './mutate.ts'

/** What is sent to the service; `run` returns what was wrong with the answer, undefined if nothing. */
export interface FuzzTarget {
  readonly name: string
  readonly run: (server: BenchServer, random: Random) => Promise<string | undefined>
}

export const ANSWER_MS = 20_000
/** A socket that says nothing for so long has dealt with what it was sent. */
export const QUIET_MS = 30

/** Bytes to a port, until it closes the connection or is quiet. */
export async function talk(host: string, port: number, bytes: Buffer): Promise<void> {
  const socket = connect(port, host)
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  let heardAt = performance.now()
  socket.on('data', () => {
    heardAt = performance.now()
  })
  socket.write(bytes)
  const until = performance.now() + ANSWER_MS
  while (!socket.destroyed && performance.now() - heardAt < QUIET_MS && performance.now() < until) await sleep(QUIET_MS)
  socket.destroy()
  await closed
}
