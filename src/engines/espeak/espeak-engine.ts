import type { Engine, LoadedEngine, SpeechSink } from '../../core/engine.ts'
import { isSpeechError, SpeechError } from '../../core/errors.ts'
import type { SpokenLanguage } from '../../core/language.ts'
import type { Utterance, Word } from '../../core/utterance.ts'
import type { EngineVoice } from '../../core/voice.ts'
import type { WordReader } from '../../languages/language.ts'
import { loadReaderOf } from '../../languages/readers.ts'
import { ArabicReader } from './espeak-arabic.ts'
import { EspeakInstance } from './espeak-instance.ts'
import { kanaTokens } from './espeak-kana.ts'
import { givenPhonemesIn } from './espeak-phonemes.ts'
import { type EspeakToken, espeakTokens, markUp } from './espeak-tokens.ts'
import { pitchSetting, pitchSettings } from './voice-pitch.ts'
import { ESPEAK_RATE_HZ, WordTimer } from './word-timer.ts'

const OWN_WORDS_PER_MINUTE = 175
/** What eSpeak takes, about 0.47 to 2.5 times its own rate; past that it stays there. */
const WORDS_PER_MINUTE = { min: 80, max: 450 }

/**
 * eSpeak NG: formant synthesis of many languages, in a few milliseconds. A base is the name of an eSpeak language,
 * with or without one of its variants: `de`, `es-419+f3`.
 */
export const espeakEngine: Engine = {
  name: 'espeak',
  async load() {
    try {
      return new LoadedEspeak(await EspeakInstance.load())
    } catch (cause) {
      throw new SpeechError('engine.unusable', 'eSpeak does not load', { cause })
    }
  },
}

class LoadedEspeak implements LoadedEngine {
  #instance: EspeakInstance | undefined
  readonly #readers = new Map<SpokenLanguage, WordReader>()
  #arabic: ArabicReader | undefined

  constructor(instance: EspeakInstance) {
    this.#instance = instance
  }

  /** The formants are moved by the rate at which the samples are to be played; pitch and tempo are set against it. */
  sampleRateHz({ base, timbre }: EngineVoice): number {
    this.#speaker.pitchOf(base)
    return Math.round(ESPEAK_RATE_HZ * timbre.formantRatio)
  }

  async speak(utterance: Utterance, voice: EngineVoice, sink: SpeechSink): Promise<void> {
    try {
      const reader = this.#readers.get(utterance.language) ?? (await this.#loadReader(utterance.language))
      const tokens = reader
        ? kanaTokens(reader.read(utterance), utterance)
        : espeakTokens(utterance, await this.#phonemesIn(utterance, voice.base))
      speakTokens(this.#speaker, tokens, voice, sink)
    } catch (cause) {
      if (isSpeechError(cause)) throw cause
      throw new SpeechError('engine.crashed', 'eSpeak failed while it spoke', { cause })
    }
  }

  [Symbol.dispose](): void {
    this.#instance?.[Symbol.dispose]()
    this.#instance = undefined
    for (const reader of this.#readers.values()) reader[Symbol.dispose]()
    this.#readers.clear()
    this.#arabic?.[Symbol.dispose]()
    this.#arabic = undefined
  }

  /** Arabic is vocalized first; its voices take no phonemes of others. */
  async #phonemesIn(utterance: Utterance, base: string): Promise<(word: Word, segmentIndex: number) => string | null> {
    if (utterance.language !== 'ara') return givenPhonemesIn(base)
    this.#arabic ??= new ArabicReader()
    const phonemes = await this.#arabic.phonemesOf(utterance)
    return (_, segmentIndex) => phonemes[segmentIndex] ?? null
  }

  async #loadReader(language: SpokenLanguage): Promise<WordReader | undefined> {
    const reader = await loadReaderOf(language)
    if (reader) this.#readers.set(language, reader)
    return reader
  }

  get #speaker(): EspeakInstance {
    if (!this.#instance) throw new SpeechError('engine.unusable', 'eSpeak has been disposed of')
    return this.#instance
  }
}

function speakTokens(
  instance: EspeakInstance,
  tokens: readonly EspeakToken[],
  { base, timbre }: EngineVoice,
  sink: SpeechSink,
): void {
  const own = instance.pitchOf(base)
  if (tokens.length === 0) return
  const meanHz = timbre.pitchMeanHz / timbre.formantRatio
  const { pitch, range } = pitchSettings(own, meanHz, timbre.pitchRangeRatio)
  const wordsPerMinute = Math.round((OWN_WORDS_PER_MINUTE * timbre.rateRatio) / timbre.formantRatio)
  const settings = {
    wordsPerMinute: Math.min(Math.max(wordsPerMinute, WORDS_PER_MINUTE.min), WORDS_PER_MINUTE.max),
    pitch,
    range,
  }
  const { markup, tokenPositions } = markUp(tokens, (ratio) => pitchSetting(own, meanHz * ratio, range))
  const timer = new WordTimer(tokens, tokenPositions, sink)
  instance.synthesize(base, settings, markup, (samples, events) => timer.take(samples, events))
  timer.finish()
}
