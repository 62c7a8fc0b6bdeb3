import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { devNull } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { repeat } from '../../app/repeat.ts'

const CHECK_MS = 1000
/** Descriptors that are left for the database, threads and files. */
const OTHER_FILES = 128
/** Of the connections, what WebSockets may take by default. */
const SHARE_OF_SOCKETS = 0.9
/** Limit of the process, limit of the system. */
const NO_DESCRIPTORS = ['EMFILE', 'ENFILE']

/**
 * Maximum number of connections within the limit of open files of the process: the soft limit of Linux, at least 64;
 * infinite where it cannot be read.
 */
export function maxConnections(): number {
  try {
    const [, soft = ''] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? []
    return soft === '' ? Number.POSITIVE_INFINITY : Math.max(64, Number(soft) - OTHER_FILES)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Default for the number of WebSockets: leaves connections for requests. */
export const maxSockets = (): number => Math.floor(maxConnections() * SHARE_OF_SOCKETS)

/**
 * Limits the connections, and calls `tell` when one is closed for it or when the process has no file descriptor left.
 * Without a limit libuv closes such connections silently, and files cannot be opened.
 */
export function watchOpenFiles(app: FastifyInstance, tell: () => void): void {
  const max = maxConnections()
  if (Number.isFinite(max)) app.server.maxConnections = max
  app.server.on('drop', tell)
  // Without a listener, an error of `accept` would end the process.
  app.server.on('error', ({ syscall }: NodeJS.ErrnoException) => syscall === 'accept' && tell())
  const watching = repeat(async () => await (await open(devNull)).close(), {
    intervalMs: CHECK_MS,
    onError: (error) => NO_DESCRIPTORS.includes((error as NodeJS.ErrnoException).code ?? '') && tell(),
  })
  app.addHook('onClose', () => watching[Symbol.asyncDispose]())
}
