// Held-out sentences as the product speaks them, for the stages `compare` and `speak-texts`.
// node --import ./scripts/typescript.js training/speak-held-out.ts ENGINE BASE PITCH_HZ TAKES.jsonl FOLDER [VOICE_FOLDER]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { createEncoder } from '../src/audio/encoder.ts'
import { quantizeInto } from '../src/audio/pcm16.ts'
import type { LoadedEngine } from '../src/core/engine.ts'
import type { Language } from '../src/core/language.ts'
import type { Utterance } from '../src/core/utterance.ts'
import type { EngineVoice } from '../src/core/voice.ts'
import { createAriaEngine } from '../src/engines/aria/aria-engine.ts'
import { engineByName } from '../src/engines/engine-list.ts'
import { openLexicon } from '../src/lexicon/open-lexicon.ts'
import { createPronouncer } from '../src/lexicon/pronounce-utterance.ts'
import { planUtterances } from '../src/text/plan-utterances.ts'
import { encodeWhole } from '../test/encode.ts'
import { READING_PLAN } from './reading-plan.ts'

const [engineName = '', base = '', pitchHz, takesFile = '', folder = '', voiceFolder] = process.argv.slice(2)
const engine =
  voiceFolder === undefined ? engineByName.get(engineName) : createAriaEngine(pathToFileURL(`${voiceFolder}/`))
if (engine === undefined || folder === '')
  throw new Error(`five arguments, please, or no engine is called '${engineName}'`)

const voice: EngineVoice = {
  engine: engineName,
  base,
  timbre: {
    formantRatio: 1,
    pitchMeanHz: Number(pitchHz),
    pitchRangeRatio: 1,
    rateRatio: 1,
    brightnessDb: 0,
  },
}
const pronounce = createPronouncer(openLexicon())

/** `language`: of the teacher, `eng-GB` too. The accent is the speaker's. */
type Take = Readonly<Record<'id' | 'text' | 'split', string> & { language?: string }>

async function* speak(loaded: LoadedEngine, text: string, language: Language): AsyncGenerator<Int16Array> {
  for (const utterance of planUtterances(text, { ...READING_PLAN, language })) {
    if (utterance === undefined) continue
    yield* await samplesOf(loaded, language === 'eng' ? pronounce(utterance) : utterance)
    yield new Int16Array(Math.round((loaded.sampleRateHz(voice) * utterance.pauseAfterMs) / 1000))
  }
}

async function samplesOf(loaded: LoadedEngine, utterance: Utterance): Promise<readonly Int16Array[]> {
  const chunks: Int16Array[] = []
  await loaded.speak(utterance, voice, {
    mark() {},
    audio(samples) {
      const quantized = new Int16Array(samples.length)
      quantizeInto(quantized, 0, samples, 1)
      chunks.push(quantized)
      return true
    },
  })
  return chunks
}

mkdirSync(folder, { recursive: true })
using loaded = await engine.load()
for (const line of readFileSync(takesFile, 'utf8').trimEnd().split('\n')) {
  const { id, text, split, language = 'eng' } = JSON.parse(line) as Take
  if (split !== 'held-out') continue
  using encoder = await createEncoder({ codec: 'wav', sampleRateHz: loaded.sampleRateHz(voice) })
  writeFileSync(
    `${folder}/${id}.wav`,
    await encodeWhole(speak(loaded, text, language.split('-')[0] as Language), encoder),
  )
}
