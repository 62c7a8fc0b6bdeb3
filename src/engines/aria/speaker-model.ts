import type { Delivery, PhraseFrames } from './acoustic-model.ts'
import { framesOf, rangeOf, STRETCH, semitonesWithin, startsOf, type VoicingShape } from './acoustic-model.ts'
import { clampFormants } from './mel-warp.ts'
import type { Mixture } from './mixture.ts'
import type { AriaNetworks } from './networks.ts'
import { drawReading, READING_WIDTH } from './readings.ts'
import type { SoundPhrase } from './sound-phrases.ts'

/** Properties of the networks of many speakers from their training. */
export interface SpeakerShape extends VoicingShape {
  readonly symbolIds: ReadonlyMap<string, number>
  readonly languages: readonly string[]
}

const NUMBERS_OF_ROW = 5
/** Padding, for a symbol that the networks do not know. */
const NO_SYMBOL = 0

/** Predicts the frames of a phrase that a mixture of speakers says in a language, without the surrounding silence. */
export async function predictSpeakerFrames(
  phrase: SoundPhrase,
  delivery: Delivery & { readonly mixture: Mixture; readonly language: string },
  networks: AriaNetworks,
  shape: SpeakerShape,
): Promise<PhraseFrames> {
  const { timbre, variation, mixture, language } = delivery
  const formantRatio = clampFormants(timbre.formantRatio)
  const { rows } = phrase
  const perRow = (value: (row: SoundPhrase['rows'][number]) => number) => ({
    data: Float32Array.from(rows, value),
    dims: [1, rows.length],
  })
  const pitch = timbre.pitchMeanHz / formantRatio / mixture.pitchMeanHz
  const range = rangeOf(timbre)
  const numbers = rows.flatMap(({ symbol, stress, place, follows, modifier }) => [
    shape.symbolIds.get(symbol) ?? NO_SYMBOL,
    stress,
    place,
    follows,
    modifier,
  ])
  const languages = Float32Array.from(shape.languages, (name) => (name === language ? 1 : 0))
  const { mel, durations, f0 } = await networks.acoustic.run({
    rows: { data: BigInt64Array.from(numbers, BigInt), dims: [1, rows.length, NUMBERS_OF_ROW] },
    speaker: { data: mixture.weights, dims: [1, mixture.weights.length] },
    language: { data: languages, dims: [1, languages.length] },
    dur_scale: perRow(({ rate }) => Math.min(Math.max(1 / (rate * timbre.rateRatio), STRETCH.least), STRETCH.most)),
    pitch_shift: perRow((row) => semitonesWithin(pitch * row.pitch)),
    pitch_range: perRow(() => range),
    energy: perRow(() => 0),
    dur_frames: perRow(({ isMute }) => (isMute ? 0 : -1)),
    latent: { data: drawReading(variation, rows.length), dims: [1, rows.length, READING_WIDTH] },
  })
  const rowStarts = startsOf(durations?.data as BigInt64Array)
  const predicted = { mels: mel?.data as Float32Array, pitchesHz: f0?.data as Float32Array, rowStarts }
  return framesOf(predicted, phrase.endRow, formantRatio, networks.voicing, shape)
}
