/**
 * Pronounces the words on stdin, one per line, as `word<TAB>PHONEMES`: `npm run -s g2p -- [--model FILE]
 * [--no-dictionary]`. Without the dictionary every pronunciation is predicted.
 */
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { loadG2p } from '../src/lexicon/g2p.ts'
import { createLexicon, readWordList } from '../src/lexicon/lexicon.ts'

const { values } = parseArgs({ options: { model: { type: 'string' }, 'no-dictionary': { type: 'boolean' } } })
const { predict } = loadG2p(values.model === undefined ? undefined : pathToFileURL(values.model))
const pronounce = values['no-dictionary'] ? predict : pronounceByLexicon()

const lines: string[] = []
for await (const word of createInterface({ input: process.stdin })) {
  if (word.trim() !== '') lines.push(`${word}\t${pronounce(word).join(' ')}\n`)
}
process.stdout.write(lines.join(''))

function pronounceByLexicon(): (word: string) => readonly string[] {
  const lexicon = createLexicon({ wordList: readWordList(), predict })
  return (word) => lexicon.pronounce(word)[0].phonemes
}
