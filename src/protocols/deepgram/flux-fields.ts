import { z } from 'zod'
import * as field from '../../server/bodies/fields.ts'

const SPEEDS = { min: 0.5, max: 1.5, step: 0.05 }
const EXPRESSIVITIES = { min: -2, max: 2 }
/** Clients write steps as floating-point numbers. */
const TOLERANCE = 1e-6

const SPEED_RANGE = `speed must be between ${SPEEDS.min} and ${SPEEDS.max}`
const SPEED_STEP = `speed must be a multiple of ${SPEEDS.step}`
const EXPRESSIVITY_RANGE = `expressivity must be between ${EXPRESSIVITIES.min} and ${EXPRESSIVITIES.max}`
const EXPRESSIVITY_STEP = 'expressivity must be an integer'
/** Of a model that is missing, too. */
export const UNKNOWN_MODEL = 'No such model/language/tier combination found.'

/** Deepgram's codes of faults, by their descriptions. */
export const FAULT_CODES: ReadonlyMap<string, string> = new Map([
  [SPEED_RANGE, 'SPEED_OUT_OF_RANGE'],
  [SPEED_STEP, 'SPEED_INCREMENT_INVALID'],
  [EXPRESSIVITY_RANGE, 'EXPRESSIVITY_OUT_OF_RANGE'],
  [EXPRESSIVITY_STEP, 'EXPRESSIVITY_INCREMENT_INVALID'],
  [UNKNOWN_MODEL, 'Bad Request'],
])

const isBetween = (value: number, { min, max }: { readonly min: number; readonly max: number }): boolean =>
  value >= min - TOLERANCE && value <= max + TOLERANCE
const stepOf = (speed: number): number => Math.round(speed / SPEEDS.step)

export const speed = field
  .number('speed')
  .refine((value) => isBetween(value, SPEEDS), SPEED_RANGE)
  .refine((value) => Math.abs(value - stepOf(value) * SPEEDS.step) <= TOLERANCE, SPEED_STEP)
  .transform((value) => stepOf(value) / Math.round(1 / SPEEDS.step))
  .meta({ minimum: SPEEDS.min, maximum: SPEEDS.max })
  .describe(`Above 1 is faster; in steps of ${SPEEDS.step}`)

export const expressivity = field
  .number('expressivity')
  .refine((value) => isBetween(value, EXPRESSIVITIES), EXPRESSIVITY_RANGE)
  .refine((value) => Number.isInteger(value), EXPRESSIVITY_STEP)
  .default(0)
  .meta({ minimum: EXPRESSIVITIES.min, maximum: EXPRESSIVITIES.max, multipleOf: 1 })
  .describe('Variation of pitch and timing: -2 is none, 2 is twice the usual')

export const model = z
  .string(UNKNOWN_MODEL)
  .regex(/^(?!aura-)\S+$/i, UNKNOWN_MODEL)
  .describe('`flux-VOICE-en`, a voice of the catalogue, or `flux-VOICE-LANGUAGE` with one')
