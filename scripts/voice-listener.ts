import { loadResampling } from '../src/audio/resample.ts'
import type { Language } from '../src/core/language.ts'
import { DEFAULT_MODEL } from '../src/core/model.ts'
import { NO_MARKUP } from '../src/core/request.ts'
import type { LeveledVoice } from '../src/core/voice.ts'
import { engineByName } from '../src/engines/engine-list.ts'
import { openLexicon } from '../src/lexicon/open-lexicon.ts'
import { createPlanner } from '../src/main/planner.ts'
import { JobSpeaker } from '../src/workers/thread/job-speaker.ts'

const LONGEST_UTTERANCE_S = 30

/** A text as a caller hears it at temperature 0, of -1 to 1, with its pauses. */
export type Listen = (
  voice: LeveledVoice,
  language: Language,
  text: string,
  sampleRateHz: number,
) => Promise<Float32Array>

/** Loads each engine when it is first needed and keeps it. Listens to one voice at a time. */
export async function createListener(): Promise<Listen> {
  const plan = createPlanner({ lexicon: openLexicon(), findAddition: () => undefined })
  const speaker = new JobSpeaker(engineByName, await loadResampling())
  const options = { model: DEFAULT_MODEL, rate: 1, markup: NO_MARKUP, isNormalized: true, isBusy: false }
  const place = { isContinued: false, isOpenEnded: false }
  return async (voice, language, text, sampleRateHz) => {
    const parts: Int16Array[] = []
    const output = { send: ({ samples }: { samples: Int16Array }) => parts.push(samples), isCancelled: false }
    for (const utterance of plan(text, { ...options, ...place, language })) {
      if (utterance === undefined) continue
      await speaker.speak({ utterance, voice, sampleRateHz, maxDurationS: LONGEST_UTTERANCE_S }, output)
    }
    const samples = new Float32Array(parts.reduce((length, part) => length + part.length, 0))
    let at = 0
    for (const part of parts) {
      for (const [i, sample] of part.entries()) samples[at + i] = sample / 32_767
      at += part.length
    }
    return samples
  }
}
