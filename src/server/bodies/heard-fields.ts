import { z } from 'zod'
import * as field from './fields.ts'

// Fields of protocols that tell what the client has heard.

const MAX_LAG_MS = 2000

/** Parameters of a query. */
export const heardQuery = {
  heard: z
    .string('heard must be true or false')
    .regex(/^(?:true|false)$/i, 'heard must be true or false')
    .default('false')
    .transform((value) => value.toLowerCase() === 'true')
    .meta({ enum: ['true', 'false'] })
    .describe('`true`: interruptions are answered with what was heard, and `GET /v1/heard` tells it'),
  heardLagMs: field
    .integerBetween('heardLagMs', 0, MAX_LAG_MS)
    .default(0)
    .describe('Milliseconds from sending until playback, where the client does not say what it has played'),
}

/** Those that are numbers. */
export const HEARD_NUMBERS = ['heardLagMs']

/** Milliseconds of audio that the client has played. */
export const playedMs = (name: string) => field.number(name).min(0, `${name} must be at least 0`)

/** What was heard, as protocols with JSON messages tell it. */
export const heardSchema = z.object({
  heard: z.string().describe('The start of the text of the turn, as it was sent'),
  remaining: z.string().describe('The rest of it'),
  positionMs: z.int().describe('Milliseconds of the audio of the turn that were played'),
  from: z.enum(['client', 'clock']).describe('`clock`: estimated by when the audio was sent'),
  precision: z.enum(['word', 'estimated']).describe('`estimated`: the engine does not tell when words begin'),
  alsoUnheard: z.array(z.string()).readonly().optional().describe('Texts of later turns, if there are any'),
})
