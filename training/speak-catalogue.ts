// Utterances as the service speaks them, each by another voice that an engine speaks for, in its language, at the temperature that
// clients get: English ones of one word to fifty, statements, questions and texts of several sentences in other languages; every
// third with pauses within. Wants `npm run build`. node --import ./scripts/typescript.js training/speak-catalogue.ts FOLDER [COUNT] [ENGINE]
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { sentencesFor } from '../scripts/language-sentences.ts'
import { QUESTION_TEXTS } from '../scripts/question-texts.ts'
import { createNarrator } from '../src/app/speech/narrator.ts'
import { Speech, wholeFile } from '../src/app/speech/speech.ts'
import { newTally } from '../src/app/speech/speech-tally.ts'
import { createEncoder } from '../src/audio/encoder.ts'
import { BREAKS, DEFAULT_SAMPLING } from '../src/core/request.ts'
import type { Voice } from '../src/core/voice.ts'
import { openLexicon } from '../src/lexicon/open-lexicon.ts'
import { readShippedCatalogue } from '../src/main/catalogue.ts'
import { readConfig } from '../src/main/config.ts'
import { createPlanner } from '../src/main/planner.ts'
import { openSpeaking } from '../src/main/speaking.ts'

const SAMPLE_RATE_HZ = 24_000

const [folder, count = '400', engine = 'aria'] = process.argv.slice(2)
if (folder === undefined) throw new Error('a folder, please')

const questions: Readonly<Record<string, readonly string[]>> = QUESTION_TEXTS
const englishTexts = readFileSync(new URL('spoken-texts.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const catalogue = readShippedCatalogue([engine])
const voices = catalogue.voices.filter(({ engineVoice }) => engineVoice.engine === engine)
if (voices.length === 0) throw new Error(`${engine} speaks no voice`)
const speaking = {
  ...openSpeaking(readConfig({ HOARFROST_WORKERS: '1' }), {
    catalogue,
    clock: () => new Date(),
    planUtterances: createPlanner({ lexicon: openLexicon(), entriesIn: () => undefined }),
    threadUrl: new URL('../dist/main/thread.js', import.meta.url),
    warmUp: [],
    report: (trouble) => console.error(trouble),
  }),
  random: evenly(),
}
const speech = new Speech({ createNarrator: (settings) => createNarrator(settings, speaking), createEncoder })

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await using _ = speaking.pool
for (let i = 0; i < Number(count); i++) {
  const voice = voices[Math.floor((i * voices.length) / Number(count))] as Voice
  const name = `${String(i).padStart(3, '0')}-${voice.model}-${voice.speaker}`
  const own = textsOf(voice)
  const text = own[i % own.length] as string
  writeFileSync(`${folder}/${name}.wav`, await speakWhole(i % 3 === 0 ? withPauses(text) : text, voice))
}

function textsOf({ language }: Voice): readonly string[] {
  if (language === 'eng') return englishTexts
  const marks = language === 'jpn' ? '。？' : '.?'
  const short = (questions[language] ?? []).flatMap((sentence) => [...marks].map((mark) => sentence + mark))
  return [...short, sentencesFor('level', language), sentencesFor('level-check', language)]
}

/** Pauses of 20 to 300 ms after every third word. */
function withPauses(text: string): string {
  const words = text.split(' ')
  return words.map((word, i) => (i % 3 === 2 ? `${word} <break time="${((i * 70) % 300) + 20}ms"/>` : word)).join(' ')
}

async function speakWhole(text: string, voice: Voice): Promise<Uint8Array> {
  const { model, language } = voice
  const request = {
    ...{ id: '', text, model, voice, language, sampleRateHz: SAMPLE_RATE_HZ, minFirstPartS: 0, rate: 1 },
    ...{ sampling: DEFAULT_SAMPLING, markup: BREAKS, isNormalized: true },
  }
  const options = { codec: 'wav', hasTimes: false, tally: newTally(request), startedAtMs: 0 } as const
  const answer = speech.answer(request, { ...options, signal: new AbortController().signal })
  return (await wholeFile(answer, request)).bytes
}

/** Spread over [0, 1) like random numbers, and the same each time. */
function evenly(): () => number {
  let last = 0
  return () => {
    last = (last + (Math.sqrt(5) - 1) / 2) % 1
    return last
  }
}
