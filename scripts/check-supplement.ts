/**
 * Lists the words of `lexicon/supplement/` whose pronunciation differs most from the predicted one, for a person to
 * look at: `node --import ./scripts/typescript.js scripts/check-supplement.ts [--from SHARE]`. SHARE is the distance in phonemes by the length, 0.7 if
 * absent.
 */
import { parseArgs } from 'node:util'
import { loadG2p } from '../src/lexicon/g2p.ts'
import { readSupplement, supplementText } from '../src/lexicon/word-list/supplement.ts'

const { values } = parseArgs({ options: { from: { type: 'string', default: '0.7' } } })
const { predict } = loadG2p()

const withoutStress = (phonemes: readonly string[]): readonly string[] =>
  phonemes.map((phoneme) => phoneme.replace(/\d/, ''))

function distance(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (const [i, symbol] of one.entries()) {
    const next = [i + 1]
    for (const [j, against] of other.entries()) {
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (symbol === against ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

const far = readSupplement(supplementText())
  .filter(({ word }) => !word.includes(' '))
  .map(({ word, pronunciations: [usual = []] }) => {
    const predicted = predict(word)
    const share = distance(withoutStress(usual), withoutStress(predicted)) / Math.max(usual.length, predicted.length)
    return { word, usual, predicted, share }
  })
  .filter(({ share }) => share >= Number(values.from))
  .sort((a, b) => b.share - a.share)
for (const { word, usual, predicted, share } of far) {
  process.stdout.write(`${share.toFixed(2)}\t${word}\t${usual.join(' ')}\t${predicted.join(' ')}\n`)
}
