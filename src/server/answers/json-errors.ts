import { z } from 'zod'
import type { RequestLogger } from '../observe/request-log.ts'
import { answerWithJson } from './error-reply.ts'

/** The body of errors of our own JSON routes. */
export const errorBodySchema = z.object({ error: z.object({ message: z.string() }) })

/** The error handler of our own JSON routes. */
export const answerWithMessage = (logger: RequestLogger) =>
  answerWithJson(logger, ({ text }): z.infer<typeof errorBodySchema> => ({ error: { message: text } }))
