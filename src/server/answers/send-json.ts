import type { FastifyReply } from 'fastify'

/** Sends JSON without naming its charset. */
export const sendJson = (reply: FastifyReply, answer: object): FastifyReply =>
  reply.type('application/json').send(JSON.stringify(answer))
