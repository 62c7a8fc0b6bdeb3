import { z } from 'zod'
import { answerWithJson } from './error-reply.ts'
import type { RequestLogger } from './request-log.ts'

/** The body of errors of our own JSON routes. */
export const errorBodySchema = z.object({ error: z.object({ message: z.string() }) })

/** The error handler of our own JSON routes. */
export const answerWithMessage = (logger: RequestLogger) =>
  answerWithJson(logger, ({ text }): z.infer<typeof errorBodySchema> => ({ error: { message: text } }))
