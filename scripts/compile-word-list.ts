import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { cmudictEntries } from '../src/lexicon/word-list/cmudict.ts'
import { readSupplement, supplementText, withSupplement } from '../src/lexicon/word-list/supplement.ts'
import { packWordList, readHeader } from '../src/lexicon/word-list/word-list-file.ts'

// Compiles CMUdict and the supplement into lexicon/word-list.bin if it is missing or older than they are.

const COMPILED = new URL('../lexicon/word-list.bin', import.meta.url)

const cmudictPath = createRequire(import.meta.url).resolve('cmu-pronouncing-dictionary')
const supplement = supplementText()
const sourceSha256 = createHash('sha256').update(readFileSync(cmudictPath)).update(supplement).digest('hex')
const isUpToDate = existsSync(COMPILED) && readHeader(readFileSync(COMPILED))?.sourceSha256 === sourceSha256
if (!isUpToDate) {
  const { dictionary } = await import(pathToFileURL(cmudictPath).href)
  const entries = withSupplement(cmudictEntries(dictionary), readSupplement(supplement))
  mkdirSync(new URL('.', COMPILED), { recursive: true })
  // Other processes may read or write the target.
  const unfinished = new URL(`word-list.${process.pid}.tmp`, COMPILED)
  writeFileSync(unfinished, packWordList(entries, sourceSha256))
  renameSync(unfinished, COMPILED)
}
