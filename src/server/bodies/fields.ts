import { z } from 'zod'
import { type Deployment, MODELS, type ModelId } from '../../core/model.ts'
import { isLonger } from '../../core/text-length.ts'

// Fields of synthesis bodies. Each names itself in its messages, as clients expect.

export const text = (maxLength: number) =>
  required('text')
    .min(1, 'text must not be empty')
    .refine((value) => !isLonger(value, maxLength), 'text is too long')
    .meta(Number.isFinite(maxLength) ? { maxLength } : {})

export const required = (field: string) =>
  z.string({ error: ({ input }) => (input === undefined ? `${field} is required` : `${field} must be a string`) })

export const string = (field: string) => z.string(`${field} must be a string`)

/** A name that people recognize something by, on one line. Length in code points. */
export const name = (field: string, maxLength: number) =>
  string(field)
    .trim()
    .refine((value) => !isLonger(value, maxLength), `${field} is too long`)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, `${field} must not contain control characters`)
    .meta({ maxLength })

export const oneOf = <const T extends string>(field: string, choices: readonly T[]) =>
  z.enum(choices, {
    error: ({ input }) =>
      typeof input === 'string' ? `${field} must be one of ${choices.join(', ')}` : `${field} must be a string`,
  })

export const boolean = (field: string) => z.boolean(`${field} must be a boolean`).default(false)

export const number = (field: string) => z.number(`${field} must be a number`)

export const integer = (field: string) => z.int(`${field} must be an integer`)

export const integerBetween = (field: string, min: number, max: number) => {
  const message = `${field} must be between ${min} and ${max}`
  return integer(field).min(min, message).max(max, message)
}

export const integerOf = (field: string, choices: readonly number[]) =>
  z.literal([...choices], {
    error: ({ input }) =>
      Number.isInteger(input) ? `${field} must be one of ${choices.join(', ')}` : `${field} must be an integer`,
  })

export const positive = (field: string) => number(field).gt(0, `${field} must be greater than 0`)

/** More than the groups of any text. */
const MAX_LIST_LENGTH = 10_000

/** Parses `"1.2, 0.8"`; empty entries are ignored, since clients that join lists send them. */
export const positiveList = (field: string) => {
  const message = `${field} must be a comma-separated list of positive numbers`
  return z
    .string(message)
    .max(MAX_LIST_LENGTH, `${field} is too long`)
    .default('')
    .transform((list) =>
      list
        .split(',')
        .filter((entry) => entry.trim() !== '')
        .map(Number),
    )
    .refine((numbers) => numbers.every((value) => value > 0 && Number.isFinite(value)), message)
}

/** Pronunciations of a request. */
export const lexicon = (field: string, max: number) => {
  const entry = 'must have a spelling and a pronunciation, both strings'
  return z
    .array(z.object({ spelling: z.string(entry), pronunciation: z.string(entry) }, entry), `${field} must be a list`)
    .max(max, `${field} must have at most ${max} entries`)
    .optional()
}

const CLOUD_SAMPLING_RATES = [8000, 16_000, 22_050, 24_000, 44_100, 48_000, 96_000]

/** Samples per second, as the API of a model takes them in a deployment. */
export const samplingRate = (model: ModelId, deployment: Deployment) => {
  if (!MODELS[model].samples) return integerBetween('samplingRate', 4000, 44_100)
  return deployment === 'cloud'
    ? integerOf('samplingRate', CLOUD_SAMPLING_RATES)
    : integerBetween('samplingRate', 1000, 384_000)
}
