import type { LoadedEngine, SpeechSink } from '../../core/engine.ts'
import { isSpeechError, SpeechError } from '../../core/errors.ts'
import type { Utterance } from '../../core/utterance.ts'
import type { EngineVoice } from '../../core/voice.ts'
import type { Network } from '../onnx-network.ts'
import { cutPhrases, type PhraseLimits } from '../phrases/cut-phrases.ts'
import { encodeWords } from '../phrases/encode-words.ts'
import { KOKORO_SYMBOLS, KOKORO_TONES_HZ } from '../phrases/kokoro-symbols.ts'
import { layTokens } from '../phrases/lay-tokens.ts'
import { meanPitch, pauseAfterS } from '../phrases/pauses.ts'
import type { TokenWord } from '../phrases/token-word.ts'
import { WordMarker } from '../phrases/word-marks.ts'
import { questionFalls } from '../sounds/question-words.ts'
import { SoundReader } from '../sounds/sound-reader.ts'
import { NotchFilter } from '../spectra/notch-filter.ts'
import { HOP, SAMPLE_RATE_HZ } from './frame-sizes.ts'
import { type PredictedPhrase, predictPhrase } from './front.ts'
import { PhraseSink } from './phrase-sink.ts'
import { EXCLAMATION, isExclamation, startOfRise } from './sentence-tune.ts'
import { SpeechEnds } from './speech-ends.ts'
import type { MixedStyle, Styles } from './styles.ts'
import type { FrameRange, SpeakFrames } from './vocoder.ts'

export interface NaturalNetworks {
  readonly front: Network
  /** The vocoder or the generator. */
  readonly sound: Network
}

/** How the sound of a phrase is made of what the front predicted. */
export interface SoundMaker {
  readonly speakFrames: SpeakFrames
  /** Lengths of phrases: the first one is short for early first audio. */
  readonly phraseS: { readonly first: number; readonly growth: number; readonly max: number }
}

const RATE = { min: 0.2, max: 5 } as const
/** Limits of pitch shift that the networks were trained with. */
const PITCH_RATIO = { min: 0.76, max: 1.32 } as const
/** Tokens of a word, and of the ends and marks of a phrase. */
const MAX_WORD_TOKENS = 100
const SPARE_TOKENS = 8
/** Tokens of the words before a phrase that are predicted with it, so that it does not begin as a new sentence does. */
const MAX_CONTEXT_TOKENS = 40
/** Frames before the first token's sound, and after the last one's, that may still be heard. */
const FRAMES_KEPT = 14
const ENDS = { spaceBeforeMark: false, start: [0], end: [0] } as const
/** Samples of the phrase before the centre of its first frame. */
const HALF_FRAME = HOP / 2

const clamp = (value: number, { min, max }: { readonly min: number; readonly max: number }): number =>
  Math.min(Math.max(value, min), max)

/** The networks of one thread. Speaks in any of the styles, or in a mixture of them. */
export class LoadedNatural implements LoadedEngine {
  readonly #name: string
  readonly #networks: NaturalNetworks
  readonly #maker: SoundMaker
  readonly #styles: Styles
  readonly #maxTokens: number
  readonly #reader = new SoundReader()

  /** `name`: of the engine. */
  constructor(name: string, networks: NaturalNetworks, maker: SoundMaker, styles: Styles, maxTokens: number) {
    this.#name = name
    this.#networks = networks
    this.#maker = maker
    this.#styles = styles
    this.#maxTokens = maxTokens
  }

  sampleRateHz({ base }: EngineVoice): number {
    this.#styles.of(base)
    return SAMPLE_RATE_HZ
  }

  async speak(utterance: Utterance, { base, timbre }: EngineVoice, sink: SpeechSink): Promise<void> {
    const style = this.#styles.of(base)
    try {
      const pitchRatio = timbre.pitchMeanHz / style.pitchMeanHz
      await this.#speak(utterance, { style, pitchRatio, rateRatio: timbre.rateRatio }, sink)
    } catch (error) {
      if (isSpeechError(error)) throw error
      throw new SpeechError('engine.crashed', `${this.#name} failed in the middle of an utterance`, { cause: error })
    }
  }

  [Symbol.dispose](): void {
    for (const network of Object.values(this.#networks)) network[Symbol.dispose]()
    this.#reader[Symbol.dispose]()
  }

  /** Predicts each phrase after the previous one was spoken, so that the first audio is early. */
  async #speak(utterance: Utterance, voice: Delivery, sink: SpeechSink): Promise<void> {
    const words = encodeWords(await this.#reader.read(utterance, voice.style.accent), KOKORO_SYMBOLS, MAX_WORD_TOKENS)
    const rates = words.map(({ rate }) => clamp(rate * voice.rateRatio, RATE))
    const phrases = cutPhrases(words, rates, this.#limits(utterance.variation !== undefined))
    const marker = new WordMarker(utterance.segments)
    const isQuestion = words.at(-1)?.mark === '?' && !questionFalls(utterance)
    // An exclamation that was cut goes on as it began.
    const delivery = isExclamation(words) && utterance.sentenceStart === undefined ? exclaimed(voice) : voice
    let firstSample = 0
    for (const [i, [from, to]] of phrases.entries()) {
      const isLast = i === phrases.length - 1
      const start = startOfContext(words, from)
      const context = afterPause(words.slice(start, from))
      const phrase = {
        context,
        words: words.slice(from, to),
        rates: rates.slice(start, to),
        isLast,
        rises: isLast && isQuestion,
      }
      const passed = await this.#speakPhrase(phrase, delivery, marker, firstSample, sink)
      if (passed === null) return
      firstSample += passed
    }
  }

  /** Samples that were passed; null if no more are wanted. */
  async #speakPhrase(
    { context, words, rates, isLast, rises }: Phrase,
    { style, pitchRatio, pitchRange = 1 }: Delivery,
    marker: WordMarker,
    firstSample: number,
    sink: SpeechSink,
  ): Promise<number | null> {
    const layout = { ...ENDS, ids: KOKORO_SYMBOLS.ids }
    const { ids, rates: tokenRates, spans: allSpans } = layTokens([...context, ...words], rates, isLast, layout)
    const spans = allSpans.slice(context.length)
    const predicted = await predictPhrase(this.#networks.front, {
      ids,
      rates: tokenRates,
      style: style.forLength(ids.length - 2),
      pitchRatio: clamp(meanPitch(words) * pitchRatio, PITCH_RATIO),
      pitchRange,
      risesFrom: rises ? startOfRise(ids, spans[0]?.[0]) : undefined,
    })
    const range = heardFrames(predicted, {
      firstToken: spans[0]?.[0] ?? 0,
      contextEnd: allSpans[context.length - 1]?.[1] ?? 0,
      slowest: Math.min(1, ...tokenRates),
    })
    const ends = new SpeechEnds()
    const speech = new PhraseSink(sink, firstSample, (dropped) => {
      const phraseStart = firstSample - range.from * HOP - HALF_FRAME - dropped
      const at = (token: number): number => (predicted.tokenEdges[token] as number) + phraseStart
      const edges = spans.map(([from, to]): [number, number] => [at(from), at(to)])
      return [...marker.phrase(words, edges, { firstSample, endSample: Number.MAX_SAFE_INTEGER, isLast })]
    })
    // The vocoder has learned them from its teacher.
    const tones = new NotchFilter(KOKORO_TONES_HZ, SAMPLE_RATE_HZ)
    const isWanted = await this.#maker.speakFrames(this.#networks.sound, predicted, range, (samples) => {
      tones.filter(samples)
      return speech.push(ends.push(samples), ends.dropped)
    })
    if (!isWanted || !speech.end(ends.end(), ends.dropped)) return null
    const pause = isLast ? 0 : Math.round(pauseAfterS(words.at(-1), rates.at(-1)) * SAMPLE_RATE_HZ)
    if (pause > 0 && !sink.audio(new Float32Array(pause))) return null
    // The front of the next phrase takes longer than a run of the vocoder.
    return isLast || (await sink.nextTurn?.()) !== false ? speech.passed + pause : null
  }

  /** Speech without variation is cut only where its marks are, unless a phrase is far too long. */
  #limits(isVaried: boolean): PhraseLimits {
    return {
      firstS: this.#maker.phraseS.first,
      growth: this.#maker.phraseS.growth,
      maxS: this.#maker.phraseS.max,
      maxTokens: this.#maxTokens - SPARE_TOKENS - MAX_CONTEXT_TOKENS,
      mayCutBetweenWords: isVaried,
      needsOneRate: false,
    }
  }
}

interface Delivery {
  readonly style: MixedStyle
  readonly pitchRatio: number
  readonly rateRatio: number
  readonly pitchRange?: number
}

const exclaimed = (voice: Delivery): Delivery => ({
  ...voice,
  pitchRatio: voice.pitchRatio * EXCLAMATION.pitch,
  pitchRange: EXCLAMATION.range,
})

interface Phrase {
  /** Words before it that are predicted with it and not heard again. */
  readonly context: readonly TokenWord[]
  readonly words: readonly TokenWord[]
  /** Of the words of the context, then of its own. */
  readonly rates: readonly number[]
  readonly isLast: boolean
  /** Its pitch climbs at the end. */
  readonly rises: boolean
}

/** The first of the words before a phrase that are its context. */
function startOfContext(words: readonly TokenWord[], phraseStart: number): number {
  let start = phraseStart
  let tokens = 0
  while (start > 0) {
    const { ids, mark } = words[start - 1] as TokenWord
    tokens += ids.length + (mark === '' ? 1 : 2)
    if (tokens > MAX_CONTEXT_TOKENS) break
    start--
  }
  return start
}

/** Words before a phrase, with a mark after the last one as `layTokens` lays it at the end of a phrase. */
function afterPause(words: readonly TokenWord[]): readonly TokenWord[] {
  const last = words.at(-1)
  return last === undefined || last.mark !== '' ? words : [...words.slice(0, -1), { ...last, mark: ',' }]
}

/** What of a phrase is heard. */
interface HeardPart {
  /** Of its first word. */
  readonly firstToken: number
  /** The token after the last word of its context. */
  readonly contextEnd: number
  /** The slowest of its rates, at most 1. */
  readonly slowest: number
}

/** The frames of a phrase, without most of the silence that the marks and tokens at both ends stand for. */
function heardFrames({ tokenEdges, pitch }: PredictedPhrase, part: HeardPart): FrameRange {
  const { firstToken, contextEnd, slowest } = part
  const frameOf = (token: number): number => (tokenEdges[token] as number) / HOP
  const around = FRAMES_KEPT / slowest
  const first = frameOf(firstToken)
  const kept = contextEnd > 0 ? Math.min(around, (first - frameOf(contextEnd)) / 2) : around
  const last = frameOf(tokenEdges.length - 2)
  return {
    from: Math.max(0, Math.floor(first - kept)),
    to: Math.min(pitch.length, Math.ceil(last + around)),
  }
}
