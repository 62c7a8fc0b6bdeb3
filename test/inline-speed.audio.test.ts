import { expect, test } from 'vitest'
import { fliteEngine } from '../src/engines/flite/flite-engine.ts'
import { planUtterances } from '../src/text/plan-utterances.ts'

const timbre = { formantRatio: 1, pitchMeanHz: 190, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
const voice = { engine: 'flite', base: 'slt', timbre }

/** How long each word sounds, in samples. */
async function wordDurations(text: string, inlineRate: number): Promise<number[]> {
  const markup = { pauses: false, breaks: false, cues: true, phonemes: false, inlineRates: [inlineRate] }
  const options = { language: 'eng', rate: 1, markup, isNormalized: true, isBusy: false } as const
  const durations: number[] = []
  using engine = await fliteEngine.load()
  for (const utterance of planUtterances(text, options)) {
    if (utterance === undefined) continue
    const mark = (_segmentIndex: number, start: number, end: number) => void durations.push(end - start)
    await engine.speak(utterance, voice, { mark, audio: () => true })
  }
  return durations
}

test.each([0.5, 0.75, 1.5, 2])(
  'Text features: an inline speed of %d changes its word by that and no other',
  async (factor) => {
    const text = 'She opened the [wonderful] door slowly.'
    const plain = await wordDurations(text, 1)
    const changed = await wordDurations(text, factor)
    const ratios = plain.map((samples, i) => samples / (changed[i] as number))
    expect(Math.abs((ratios[3] as number) / factor - 1)).toBeLessThan(0.15)
    for (const ratio of ratios.toSpliced(3, 1)) expect(ratio).toBeCloseTo(1, 2)
  },
)
