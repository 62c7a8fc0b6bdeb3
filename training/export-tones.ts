// The tones that the reader of Japanese gives to sentences, for stage `compare-accents`.
// node --import ./scripts/typescript.js training/export-tones.ts SENTENCES.txt TONES.jsonl
import { readFileSync, writeFileSync } from 'node:fs'
import { JapaneseReader } from '../src/languages/jpn/japanese-reader.ts'
import { planUtterances } from '../src/text/plan-utterances.ts'
import { READING_PLAN } from './reading-plan.ts'

const [sentencesFile = '', tonesFile = ''] = process.argv.slice(2)
const reader = await JapaneseReader.load()
const lines = readFileSync(sentencesFile, 'utf8')
  .split('\n')
  .filter((text) => text !== '')
  .map((text) => {
    const utterances = [...planUtterances(text, { ...READING_PLAN, language: 'jpn' })]
    const words = utterances.flatMap((utterance) => (utterance === undefined ? [] : reader.read(utterance)))
    const tones = words.flatMap((word) => word.tones ?? []).map(({ isHigh }) => (isHigh ? 'H' : 'L'))
    return JSON.stringify({ text, kana: words.map((word) => word.text).join(''), tones: tones.join('') })
  })
writeFileSync(tonesFile, `${lines.join('\n')}\n`)
