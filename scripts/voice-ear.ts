import type { LoadedEngine } from '../src/core/engine.ts'
import type { Language } from '../src/core/language.ts'
import type { EngineVoice } from '../src/core/voice.ts'
import { engineByName } from '../src/engines/engine-list.ts'
import { openLexicon } from '../src/lexicon/open-lexicon.ts'
import { createPronouncer } from '../src/lexicon/pronounce-utterance.ts'
import { measuredSentence, measureVoice } from './measure-voice.ts'
import type { VoiceSound } from './voice-distances.ts'

export interface Ear extends Disposable {
  /** Speaks the common sentence of a language and measures it. */
  hear(voice: EngineVoice, language: Language): Promise<VoiceSound>
}

/** Loads each engine on first use and keeps it. Hears one voice at a time. */
export function createEar(): Ear {
  const pronounce = createPronouncer(openLexicon())
  const engines = new Map<string, LoadedEngine>()
  return {
    async hear(voice, language) {
      const engine = engines.get(voice.engine) ?? (await engineByName.get(voice.engine)?.load())
      if (engine === undefined) throw new Error(`there is no engine named ${voice.engine}`)
      engines.set(voice.engine, engine)
      return measureVoice(voice, engine, pronounce(measuredSentence(language)))
    },
    [Symbol.dispose]() {
      for (const engine of engines.values()) engine[Symbol.dispose]()
    },
  }
}
