import { SpeechError } from '../../core/errors.ts'

export interface Speaker {
  readonly name: string
  /** Language and accent that the speaker was trained in, such as `eng-GB`. */
  readonly language: string
  readonly pitchMeanHz: number
}

/** A speaker, or a voice between several. */
export interface Mixture {
  /** Share of each speaker, in the order of the voice's files. The sum is 1. */
  readonly weights: Float32Array
  /** The language with the largest share. */
  readonly language: string
  readonly pitchMeanHz: number
}

/** Reads a base such as `am_michael` or `am_michael*0.7+am_onyx*0.3`. Throws `voice.unusable`. */
export function mixtureOf(base: string, speakers: readonly Speaker[]): Mixture {
  const parts = base.split('+').map((part) => {
    const [, name = '', weight = '1'] = /^([\w-]+)(?:\*(\d*\.?\d+))?$/.exec(part) ?? []
    return { index: speakers.findIndex((speaker) => speaker.name === name), weight: Number(weight) }
  })
  const total = parts.reduce((sum, { weight }) => sum + weight, 0)
  if (parts.some(({ index }) => index < 0) || !(total > 0)) {
    throw new SpeechError('voice.unusable', `aria has no voice ${base}`)
  }
  const weights = new Float32Array(speakers.length)
  const shareOf = new Map<string, number>()
  let octaves = 0
  for (const { index, weight } of parts) {
    const speaker = speakers[index] as Speaker
    const share = weight / total
    weights[index] = (weights[index] as number) + share
    octaves += share * Math.log2(speaker.pitchMeanHz)
    shareOf.set(speaker.language, (shareOf.get(speaker.language) ?? 0) + share)
  }
  const [[language] = ['']] = [...shareOf].toSorted(([, one], [, other]) => other - one)
  return { weights, language, pitchMeanHz: 2 ** octaves }
}
