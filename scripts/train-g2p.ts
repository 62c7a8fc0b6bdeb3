/**
 * Trains the grapheme-to-phoneme model: `npm run g2p:train -- [--dictionary FILE] [--exclude FILE] [--out FILE]`. The
 * same words give the same file, byte for byte.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { alignWords } from './g2p/align-words.ts'
import { MODEL_PLAN, trainModel } from './g2p/train-model.ts'
import { readTrainingWords } from './g2p/training-words.ts'

const { values } = parseArgs({
  options: {
    dictionary: { type: 'string', default: fileURLToPath(import.meta.resolve('cmu-pronouncing-dictionary')) },
    exclude: { type: 'string' },
    out: { type: 'string', default: fileURLToPath(new URL('../lexicon/g2p.model', import.meta.url)) },
  },
})

const start = performance.now()
const report = (line: string): void => console.log(`${((performance.now() - start) / 1000).toFixed(0)} s: ${line}`)
const words = await readTrainingWords(values.dictionary, values.exclude)
report(`${words.length} pronunciations`)
await trainModel(alignWords(words), MODEL_PLAN, values.out, report)
report(`wrote ${values.out}`)
