import { open } from 'node:fs/promises'
import { devNull } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { repeat } from '../app/repeat.ts'

const CHECK_MS = 1000
/** Limit of the process, limit of the system. */
const NO_DESCRIPTORS = ['EMFILE', 'ENFILE']

/**
 * Calls `tell` when the process has no file descriptor left for a new connection. Without it libuv closes such
 * connections silently.
 */
export function watchOpenFiles(app: FastifyInstance, tell: () => void): void {
  // Without a listener, an error of `accept` would end the process.
  app.server.on('error', ({ syscall }: NodeJS.ErrnoException) => syscall === 'accept' && tell())
  const watching = repeat(async () => await (await open(devNull)).close(), {
    intervalMs: CHECK_MS,
    onError: (error) => NO_DESCRIPTORS.includes((error as NodeJS.ErrnoException).code ?? '') && tell(),
  })
  app.addHook('onClose', () => watching[Symbol.asyncDispose]())
}
