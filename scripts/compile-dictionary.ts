import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { cmudictEntries } from '../src/lexicon/dictionary/cmudict.ts'
import { packDictionary, readHeader } from '../src/lexicon/dictionary/dictionary-file.ts'

// Compiles CMUdict into lexicon/dictionary.bin if it is missing.

const COMPILED = new URL('../lexicon/dictionary.bin', import.meta.url)

const sourcePath = createRequire(import.meta.url).resolve('cmu-pronouncing-dictionary')
const sourceSha256 = createHash('sha256').update(readFileSync(sourcePath)).digest('hex')
const isUpToDate = existsSync(COMPILED) && readHeader(readFileSync(COMPILED))?.sourceSha256 === sourceSha256
if (!isUpToDate) {
  const { dictionary } = await import(pathToFileURL(sourcePath).href)
  mkdirSync(new URL('.', COMPILED), { recursive: true })
  // Other processes may read or write the target.
  const unfinished = new URL(`dictionary.${process.pid}.tmp`, COMPILED)
  writeFileSync(unfinished, packDictionary(cmudictEntries(dictionary), sourceSha256))
  renameSync(unfinished, COMPILED)
}
