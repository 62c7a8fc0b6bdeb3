import type { Language } from '../core/language.ts'
import type { SpeechJob } from '../core/speech.ts'
import type { Catalogue, Voice } from '../core/voice.ts'
import { planUtterances } from '../text/plan-utterances.ts'

// Japanese is left out: its dictionary takes as long to load as everything else together.
const SENTENCES: Readonly<Partial<Record<Language, string>>> = {
  eng: 'The quick brown fox jumps over the lazy dog, and nobody is any the wiser.',
  spa: 'El zorro salta sobre el perro, y nadie se entera.',
  por: 'A raposa salta sobre o cão, e ninguém percebe.',
  ger: 'Der Fuchs springt über den Hund, und keiner merkt es.',
  ara: 'اَلثَّعْلَبُ يَقْفِزُ فَوْقَ اَلْكَلْبِ.',
  fra: 'Le renard saute sur le chien, et personne ne le voit.',
  hin: 'लोमड़ी कुत्ते के ऊपर से कूदती है।',
}
const SAMPLE_RATE_HZ = 24_000
const LONGEST_S = 10

/** A sentence in each language by each engine voice that has a part in it, so that no caller is the first to hear it. */
export function warmUpJobs(catalogue: Catalogue): readonly SpeechJob[] {
  const voiceByBase = new Map<string, Voice>()
  for (const voice of catalogue.voices) {
    const { engine, base } = voice.engineVoice
    const key = `${engine} ${base} ${voice.language}`
    if (!voiceByBase.has(key)) voiceByBase.set(key, voice)
  }
  return [...voiceByBase.values()].flatMap(jobsOf)
}

const jobsOf = ({ language, engineVoice }: Voice): SpeechJob[] =>
  Array.from(planUtterances(SENTENCES[language] ?? '', { language, rate: 1, isBusy: false }), (utterance) => ({
    utterance,
    voice: engineVoice,
    sampleRateHz: SAMPLE_RATE_HZ,
    maxDurationS: LONGEST_S,
  }))
