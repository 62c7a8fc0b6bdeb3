import { loadResampling } from '../src/audio/resample.ts'
import type { LoadedEngine } from '../src/core/engine.ts'
import type { Language } from '../src/core/language.ts'
import { DEFAULT_MODEL } from '../src/core/model.ts'
import { NO_MARKUP } from '../src/core/request.ts'
import type { LeveledVoice } from '../src/core/voice.ts'
import { engineByName } from '../src/engines/engine-list.ts'
import { openLexicon } from '../src/lexicon/open-lexicon.ts'
import { createPlanner } from '../src/main/planner.ts'
import { SpeechShaper } from '../src/workers/thread/shape-speech.ts'

const MAX_UTTERANCE_S = 30

/**
 * Speaks a text once as at temperature 0, with pauses, and returns samples from -1 to 1 at each of the sampling rates,
 * in order.
 */
export type Listen = <const R extends readonly number[]>(
  voice: LeveledVoice,
  language: Language,
  text: string,
  ratesHz: R,
) => Promise<{ readonly [K in keyof R]: Float32Array }>

/** Loads each engine on first use and keeps it. Speaks with one voice at a time. */
export async function createListener(): Promise<Listen> {
  const plan = createPlanner({ lexicon: openLexicon(), entriesIn: () => undefined })
  const createResampler = await loadResampling()
  const engines = new Map<string, LoadedEngine>()
  const options = { model: DEFAULT_MODEL, rate: 1, markup: NO_MARKUP, isNormalized: true, isBusy: false }
  const place = { isContinued: false, isOpenEnded: false }
  return async (voice, language, text, ratesHz) => {
    const engine = engines.get(voice.engine) ?? (await loadEngine(voice.engine))
    engines.set(voice.engine, engine)
    const heard = ratesHz.map((): Int16Array[] => [])
    for (const utterance of plan(text, { ...options, ...place, language })) {
      if (utterance === undefined) continue
      const shapers = ratesHz.map((sampleRateHz, i) => {
        const task = { utterance, voice, sampleRateHz, maxDurationS: MAX_UTTERANCE_S, minFirstPartS: 0 }
        const send = ({ samples }: { samples: Int16Array }) => heard[i]?.push(samples)
        const output = { send, nextTurn: async () => {}, isCancelled: false }
        return new SpeechShaper(task, engine.sampleRateHz(voice), createResampler, output)
      })
      await engine.speak(utterance, voice, {
        mark: (...mark) => shapers.forEach((shaper) => void shaper.mark(...mark)),
        audio: (samples) => shapers.map((shaper) => shaper.audio(samples)).includes(true),
      })
      for (const shaper of shapers) shaper.finish()
    }
    return heard.map(joined) as { readonly [K in keyof typeof ratesHz]: Float32Array }
  }
}

async function loadEngine(name: string): Promise<LoadedEngine> {
  const engine = engineByName.get(name)
  if (engine === undefined) throw new Error(`there is no engine named ${name}`)
  return engine.load()
}

function joined(parts: readonly Int16Array[]): Float32Array {
  const samples = new Float32Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    for (const [i, sample] of part.entries()) samples[at + i] = sample / 32_767
    at += part.length
  }
  return samples
}
