import { planNetwork } from '../../src/lexicon/g2p/network-shape.ts'
import type { DecoderWeights } from '../../src/lexicon/g2p/word-decoder.ts'
import type { Alignment } from './align-words.ts'
import type { NetworkPlan } from './train-network.ts'
import { trainNetwork } from './train-network.ts'
import { trainNgrams } from './train-ngrams.ts'
import { quantize, writeModel } from './write-model.ts'

export interface ModelPlan {
  /** Number of n-gram entries to keep; each takes about 6.5 bytes. */
  readonly ngramEntries: number
  readonly networks: readonly NetworkPlan[]
  readonly decoder: DecoderWeights
}

/** Tuned on held-out training words (with all words that begin alike), never on those of an exclude file. */
export const MODEL_PLAN: ModelPlan = {
  ngramEntries: 250_000,
  networks: [{ shape: { layers: 2, hidden: 128, joint: 192 }, passes: 10, peakRate: 0.003, dropped: 48, seed: 2 }],
  decoder: { ngrams: 0.4, onward: 0.6, backward: 0.6 },
}

export async function trainModel(
  alignment: Alignment,
  plan: ModelPlan,
  out: string,
  report: (line: string) => void,
): Promise<void> {
  const { inventory } = alignment
  const ngrams = trainNgrams(alignment, plan.ngramEntries)
  report(`${ngrams.entryUnits.length} n-grams in ${ngrams.nodeUnits.length} contexts`)
  const scales: number[] = []
  const weights: Int8Array[] = []
  for (const network of plan.networks) {
    const parameters = await trainNetwork(alignment, network, report)
    const quantized = quantize(parameters, planNetwork(network.shape, inventory).all)
    scales.push(...quantized.scales)
    weights.push(quantized.weights)
  }
  const { firstOfLetter } = inventory
  writeModel(
    out,
    { decoder: plan.decoder, networks: plan.networks.map(({ shape }) => shape) },
    {
      firstOfLetter,
      phonemes: inventory.phonemes.subarray(0, 2 * inventory.count),
      ...ngrams,
      scales: Float32Array.from(scales),
      weights: Int8Array.from(weights.flatMap((numbers) => [...numbers])),
    },
  )
}
