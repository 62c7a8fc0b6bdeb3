// What the product reads a text as: words in sounds, for the teacher and for training.
// node --import ./scripts/typescript.js training/export-sounds.ts TEXTS.jsonl SOUNDS.jsonl     (lines {id, language, text, ...}; eng, eng-GB, spa, fra, ...)
import { readFileSync, writeFileSync } from 'node:fs'
import type { Language } from '../src/core/language.ts'
import type { Utterance } from '../src/core/utterance.ts'
import { nearestSound } from '../src/engines/sounds/espeak-sounds.ts'
import { questionFalls } from '../src/engines/sounds/question-words.ts'
import { SoundReader } from '../src/engines/sounds/sound-reader.ts'
import { openLexicon } from '../src/lexicon/open-lexicon.ts'
import { createPronouncer } from '../src/lexicon/pronounce-utterance.ts'
import { planUtterances } from '../src/text/plan-utterances.ts'
import { READING_PLAN } from './reading-plan.ts'

const pronounce = createPronouncer(openLexicon())
const reader = new SoundReader()

async function wordsOf(planned: Utterance, accent: string) {
  const utterance = planned.language === 'eng' ? pronounce(planned) : planned
  const falls = questionFalls(utterance)
  const words = await reader.read(utterance, accent)
  return words.map(({ shares, sounds, isLight, mark }) => ({
    shares,
    sounds: sounds.map(nearestSound),
    light: isLight,
    mark,
    falls,
  }))
}

async function linesOf(line: string): Promise<readonly string[]> {
  const row = JSON.parse(line) as Readonly<Record<'id' | 'language' | 'text', string>>
  const language = row.language.split('-')[0] as Language
  const read = []
  for (const utterance of planUtterances(row.text, { ...READING_PLAN, language })) {
    const words = utterance && (await wordsOf(utterance, row.language))
    if (words && words.length > 0) read.push(words)
  }
  return read.map((words, i) => JSON.stringify({ ...row, id: i === 0 ? row.id : `${row.id}.${i}`, words }))
}

const [textsFile, soundsFile] = process.argv.slice(2)
if (textsFile === undefined || soundsFile === undefined) throw new Error('two files, please: texts and sounds')
const lines: string[] = []
for (const line of readFileSync(textsFile, 'utf8').trimEnd().split('\n')) lines.push(...(await linesOf(line)))
reader[Symbol.dispose]()
writeFileSync(soundsFile, `${lines.join('\n')}\n`)
console.log(`${lines.length} utterances`)
