import { z } from 'zod'
import type { Delivery } from '../../core/request.ts'
import * as field from '../../server/bodies/fields.ts'

/** Values beyond them are set to the nearest. */
const SPEEDS = { min: 0.6, max: 2 }
const VOLUMES = { min: 0.5, max: 2 }

const NAMED_SPEEDS: ReadonlyMap<string, number> = new Map([
  ['slowest', 0.65],
  ['slow', 0.8],
  ['normal', 1],
  ['fast', 1.2],
  ['fastest', 1.4],
])

const speed = (name: string) =>
  z
    .union(
      [z.number(), z.enum([...NAMED_SPEEDS.keys()])],
      `${name} must be a number or one of ${[...NAMED_SPEEDS.keys()].join(', ')}`,
    )
    .optional()

/** How a text is spoken, in the fields of Cartesia's versions. */
export const deliveryFields = {
  generation_config: z
    .object(
      {
        speed: speed('generation_config.speed').describe('Above 1 is faster; from 0.6 to 2'),
        volume: field.number('generation_config.volume').optional().describe('1 is unchanged; from 0.5 to 2'),
      },
      'generation_config must be an object',
    )
    .optional()
    .describe('How the text is spoken. `emotion` has no effect'),
  speed: speed('speed').describe('The same as `generation_config.speed`, which wins'),
}

interface DeliveryFields {
  readonly generation_config?:
    | { readonly speed?: number | string | undefined; readonly volume?: number | undefined }
    | undefined
  readonly speed?: number | string | undefined
}

/** That of the fields, or `otherwise` where they name none. */
export function deliveryOf({ generation_config: config, speed: own }: DeliveryFields, otherwise: Delivery): Delivery {
  const rate = rateOf(config?.speed) ?? rateOf(own)
  const volume = config?.volume
  return {
    rate: rate === undefined ? otherwise.rate : clamped(rate, SPEEDS),
    gainDb: volume === undefined ? otherwise.gainDb : 20 * Math.log10(clamped(volume, VOLUMES)),
  }
}

/** That of a voice with `__experimental_controls`. */
export const deliveryOfVoice = (controls: unknown): Delivery => ({ rate: rateOfControls(controls) ?? 1, gainDb: 0 })

const rateOf = (given: number | string | undefined): number | undefined =>
  typeof given === 'string' ? NAMED_SPEEDS.get(given) : given

/** A speed there is a name or a number from -1, the slowest, to 1, the fastest. Others have no effect. */
function rateOfControls(controls: unknown): number | undefined {
  const given = (controls as { readonly speed?: unknown } | null | undefined)?.speed
  if (typeof given === 'string') return NAMED_SPEEDS.get(given)
  if (typeof given !== 'number') return undefined
  const share = clamped(given, { min: -1, max: 1 })
  return 1 + share * (share < 0 ? 0.35 : 0.4)
}

const clamped = (value: number, { min, max }: typeof SPEEDS): number => Math.min(max, Math.max(min, value))
