// Utterances as the service speaks them, each by another voice that aria speaks for, in its language, at the temperature that
// clients get: English ones of one word to fifty, statements and questions in other languages. Wants `npm run build`. node --import ./scripts/typescript.js training/speak-catalogue.ts FOLDER [COUNT]
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { QUESTION_TEXTS } from '../scripts/question-texts.ts'
import { createNarrator } from '../src/app/speech/narrator.ts'
import { Speech, wholeFile } from '../src/app/speech/speech.ts'
import { newTally } from '../src/app/speech/speech-tally.ts'
import { createEncoder } from '../src/audio/encoder.ts'
import { DEFAULT_SAMPLING, NO_MARKUP } from '../src/core/request.ts'
import type { Voice } from '../src/core/voice.ts'
import { openLexicon } from '../src/lexicon/open-lexicon.ts'
import { readShippedCatalogue } from '../src/main/catalogue.ts'
import { readConfig } from '../src/main/config.ts'
import { createPlanner } from '../src/main/planner.ts'
import { openSpeaking } from '../src/main/speaking.ts'

const SAMPLE_RATE_HZ = 24_000

const [folder, count = '400'] = process.argv.slice(2)
if (folder === undefined) throw new Error('a folder, please')

const texts: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    Object.entries(QUESTION_TEXTS).map(([language, sentences]) => {
      const marks = language === 'jpn' ? '。？' : '.?'
      return [language, sentences.flatMap((sentence) => [...marks].map((mark) => sentence + mark))]
    }),
  ),
  eng: readFileSync(new URL('spoken-texts.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
}
const catalogue = readShippedCatalogue(['aria'])
const voices = catalogue.voices.filter(({ engineVoice }) => engineVoice.engine === 'aria')
const speaking = {
  ...openSpeaking(readConfig({ HOARFROST_WORKERS: '1' }), {
    catalogue,
    clock: () => new Date(),
    planUtterances: createPlanner({ lexicon: openLexicon(), findEntry: () => undefined }),
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
  const own = texts[voice.language] ?? []
  writeFileSync(`${folder}/${name}.wav`, await speakWhole(own[i % own.length] as string, voice))
}

async function speakWhole(text: string, voice: Voice): Promise<Uint8Array> {
  const { model, language } = voice
  const request = {
    ...{ id: '', text, model, voice, language, sampleRateHz: SAMPLE_RATE_HZ, leastFirstPartS: 0, rate: 1 },
    ...{ sampling: DEFAULT_SAMPLING, markup: NO_MARKUP, isNormalized: true },
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
