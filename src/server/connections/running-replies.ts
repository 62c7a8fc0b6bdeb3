import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { whenClosed } from '../observe/request-log.ts'
import { isHttp2 } from './request-head.ts'

/** Running replies by connection: a client that pipelines has several. */
export type RunningReplies = ReadonlyMap<Socket, ReadonlySet<FastifyReply>>

/** Tracks running replies over HTTP/1.1. Call before the routes are added. */
export function trackRunningReplies(app: FastifyInstance): RunningReplies {
  const running = new Map<Socket, Set<FastifyReply>>()
  app.addHook('onRequest', (request, reply, done) => {
    if (isHttp2(request.raw)) return done()
    const { socket } = request.raw
    const replies = running.get(socket) ?? new Set()
    running.set(socket, replies.add(reply))
    whenClosed(reply.raw, () => {
      replies.delete(reply)
      if (replies.size === 0) running.delete(socket)
    })
    done()
  })
  return running
}
