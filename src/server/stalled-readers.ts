import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { repeat } from '../app/repeat.ts'
import type { RequestLogger } from './request-log.ts'
import type { RunningReplies } from './running-replies.ts'

/** In the time that a reader has. */
const CHECKS = 4

/** Resets a connection that has taken no byte of its answer for `stalledS` seconds while some were waiting for it. */
export function endStalledReaders(
  app: FastifyInstance,
  running: RunningReplies,
  stalledS: number,
  logger: RequestLogger,
): void {
  const readers = new WeakMap<Socket, { readonly unsent: string; readonly sinceMs: number }>()

  async function check(): Promise<void> {
    const waiting = [...running].filter(([socket, replies]) => socket.writableLength > 0 && !isWebsocket(replies))
    if (waiting.length === 0) return
    const queues = await readKernelQueues()
    for (const [socket, replies] of waiting) {
      const unsent = `${socket.bytesWritten} ${socket.writableLength} ${queues.get(portsOf(socket))}`
      const before = readers.get(socket)
      const nowMs = performance.now()
      if (unsent !== before?.unsent) {
        readers.set(socket, { unsent, sinceMs: nowMs })
      } else if (nowMs - before.sinceMs >= 1000 * stalledS) {
        for (const { request } of replies) request.reason = 'the client stopped reading'
        socket.resetAndDestroy()
      }
    }
  }

  const checking = repeat(check, {
    intervalMs: (1000 * stalledS) / CHECKS,
    onError: (err) => logger.error({ err }, 'stalled readers could not be looked for'),
  })
  app.addHook('onClose', () => checking[Symbol.asyncDispose]())
}

const isWebsocket = (replies: ReadonlySet<FastifyReply>): boolean =>
  [...replies].some(({ raw }) => raw.statusCode === 101)

const hexOf = (port = 0): string => port.toString(16).toUpperCase().padStart(4, '0')
const portsOf = ({ localPort, remotePort }: Socket): string => `${hexOf(localPort)} ${hexOf(remotePort)}`

const CONNECTION = /:([\dA-F]{4}) [\dA-F]+:([\dA-F]{4}) [\dA-F]{2} ([\dA-F]{8}):/g

/**
 * What Linux holds for each TCP connection that its reader has not taken, by its two ports: a process is asked for more
 * only when a third of some megabytes is gone, which takes a slow reader minutes. Nothing on other systems.
 */
async function readKernelQueues(): Promise<ReadonlyMap<string, string>> {
  const tables = ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'latin1').catch(() => ''))
  const queues = new Map<string, string>()
  for (const [, local, remote, queue] of (await Promise.all(tables)).join('').matchAll(CONNECTION)) {
    const ports = `${local} ${remote}`
    queues.set(ports, `${queues.get(ports) ?? ''} ${queue}`) // several addresses may use the same port
  }
  return queues
}
