import type { FastifyReply } from 'fastify'

/** Adds a request header to `Vary`, which names the origin already where web pages may call the server. */
export function addVary(reply: FastifyReply, header: string): void {
  const others = reply.getHeader('vary')
  reply.header('vary', others === undefined ? header : `${others}, ${header}`)
}
