import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { repeat } from '../../app/repeat.ts'
import type { RequestLogger } from '../observe/request-log.ts'
import type { RunningReplies } from './running-replies.ts'
import { resetConnection } from './tls-socket.ts'

/** Checks within the allowed time. */
const CHECKS = 4

/** Resets connections whose client has read nothing for `stalledS` seconds while bytes were waiting. */
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
        resetConnection(socket)
      }
    }
  }

  const checking = repeat(check, {
    intervalMs: (1000 * stalledS) / CHECKS,
    onError: (err) => logger.error({ err }, 'stalled readers could not be checked'),
  })
  app.addHook('onClose', () => checking[Symbol.asyncDispose]())
}

const isWebsocket = (replies: ReadonlySet<FastifyReply>): boolean =>
  [...replies].some(({ raw }) => raw.statusCode === 101)

const hexOf = (port = 0): string => port.toString(16).toUpperCase().padStart(4, '0')
const portsOf = ({ localPort, remotePort }: Socket): string => `${hexOf(localPort)} ${hexOf(remotePort)}`

const CONNECTION = /:([\dA-F]{4}) [\dA-F]+:([\dA-F]{4}) [\dA-F]{2} ([\dA-F]{8}):/g

/**
 * Linux's send queue of each TCP connection, by its two ports. The process itself sees no progress until a third of
 * several megabytes is read, which takes a slow reader minutes. Empty on other systems.
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
