import type { Encoder } from '../../audio/codec.ts'
import type { Codec, CreateEncoder } from '../../audio/codecs.ts'
import type { AudioMark } from '../../core/audio-mark.ts'
import type { SynthesisRequest } from '../../core/request.ts'
import type { Samples } from '../../core/samples.ts'
import { countCodePoints } from '../../core/text-length.ts'
import type { KeyLimiter } from '../keys/key-limiter.ts'
import type { NarratedTurn, Narrator, Reserving, SpeechSettings, SpokenEvent, SpokenWordEvent } from './narrator.ts'
import { countAudio, type SpeechTally } from './speech-tally.ts'
import { SpokenAudio } from './spoken-audio.ts'
import { tracedEncoders } from './traced-encoder.ts'
import { WholeEncoder } from './whole-encoder.ts'
import type { PlacedWordTimes } from './word-times.ts'

/** Parts of an encoded answer, in the order in which they are sent. */
export type AnswerPart =
  /** The first one starts with the format's header. */
  { readonly kind: 'audio'; readonly bytes: Uint8Array; readonly samples: number } | AnswerEnd

/** The last part. */
export interface AnswerEnd {
  readonly kind: 'end'
  /** The header of the complete file, in place of the first bytes and of the same length. */
  readonly header: Uint8Array
  /** The times of all words of the text, where they were asked for. */
  readonly words: PlacedWordTimes | undefined
}

export interface AnswerOptions {
  readonly codec: Codec
  /** Whether the end has the times of words. */
  readonly hasTimes: boolean
  readonly tally: SpeechTally
  /** Time of the request, in milliseconds of `performance.now()`. */
  readonly startedAtMs: number
  /** Fires when the client has left. */
  readonly signal: AbortSignal
  /** The bytes become a file, whose start is replaced by the final header; false by default. */
  readonly isFile?: boolean
  readonly listener?: AnswerListener | undefined
}

/** Hears of an answer while it is spoken. */
export interface AnswerListener {
  /** Before the audio of the word. */
  word?(word: SpokenWordEvent): void
  /** So many samples are sent. */
  audio?(samples: number): void
  /** All was sent. */
  ended?(): void
}

/** What a mark tells of speech. */
export interface MarkedSpeech {
  readonly voice?: { readonly speaker: string } | undefined
  readonly model?: string | undefined
}

/** The narrator of a live session. */
export type LiveNarrator = Pick<Narrator, 'beginTurn'>

export interface SpeechParts {
  readonly createNarrator: (settings: SpeechSettings) => Narrator
  readonly createEncoder: CreateEncoder
  /** Name and version of this program, for the marks of audio; absent if it is not marked. */
  readonly software?: string | undefined
  /** Keeps room for a caller who is being connected; absent if all are connected. */
  readonly reserve?: (caller: Reserving) => Disposable
  /** Absent where keys have no limits. */
  readonly limiter?: Pick<KeyLimiter, 'takeCharacters'>
}

const NO_RESERVATION: Disposable = { [Symbol.dispose]: () => {} }

/** Speaks texts for every caller: whole answers, live sessions, tasks. */
export class Speech {
  /** The caller disposes the encoder. */
  readonly createEncoder: CreateEncoder
  /** Name and version of this program, for marks; undefined if audio is not marked. */
  readonly software: string | undefined
  readonly #parts: SpeechParts

  constructor(parts: SpeechParts) {
    this.#parts = parts
    this.createEncoder = parts.createEncoder
    this.software = parts.software
  }

  /** Whether what is spoken is marked as synthetic, where its format has a place for that. */
  get isMarked(): boolean {
    return this.software !== undefined
  }

  /** What audio is marked with; undefined if it is not. */
  markOf({ voice, model }: MarkedSpeech): AudioMark | undefined {
    const { software } = this
    return software === undefined ? undefined : { software, voice: voice?.speaker, model }
  }

  /**
   * Yields the words and the audio of a request at its rate. Speaks no faster than it is read, but for one utterance.
   * Throws a SpeechError, before the first event or later, or the signal's reason when it fires.
   */
  speak(request: SynthesisRequest, signal: AbortSignal): AsyncIterable<SpokenEvent> {
    const { text, markup, isBackground = false } = request
    if (!isBackground) this.#count(request, text)
    // The parts of a task have pauses of their own between them.
    const whole = { text, markup, isContinued: false, isOpenEnded: false, isAnswer: !isBackground }
    return this.#parts.createNarrator(request).speak(whole, signal)
  }

  /**
   * Speaks and encodes a request, for any protocol. Starts when it is first read, synthesizes only what is read, and
   * stops when the reader leaves or the signal fires. Throws a SpeechError, before the first part or later.
   */
  async *answer(
    request: SynthesisRequest,
    { codec, hasTimes, tally, startedAtMs, signal, isFile, listener }: AnswerOptions,
  ): AsyncGenerator<AnswerPart, void, undefined> {
    const { sampleRateHz } = request
    tally.characters += countCodePoints(request.text)
    const events = this.speak(request, signal)[Symbol.asyncIterator]()
    try {
      // Synthesis starts while the encoder is opened.
      const first = events.next()
      first.catch(() => {}) // reported where it is awaited
      const createEncoder = tracedEncoders(this.createEncoder, request.span)
      using encoder = new WholeEncoder(await createEncoder({ codec, sampleRateHz, mark: this.markOf(request), isFile }))
      const audio = new SpokenAudio(request, hasTimes)
      for (let next = await first; next.done !== true; next = await events.next()) {
        if (next.value.kind === 'word') listener?.word?.(next.value)
        const samples = audio.take(next.value)
        if (samples === undefined) continue
        countAudio(tally, audio, startedAtMs)
        yield await audioPart(encoder, samples, listener)
      }
      const silence = audio.silence()
      if (silence !== undefined) yield await audioPart(encoder, silence, listener)
      listener?.ended?.()
      yield* endOf(encoder, hasTimes ? audio.words() : undefined)
    } finally {
      await events.return?.()
    }
  }

  /** The narrator of a live session, in the room of a reservation. */
  narrator(settings: SpeechSettings, reservation?: Disposable): LiveNarrator {
    const narrator = this.#parts.createNarrator(settings)
    return {
      beginTurn: (): NarratedTurn => {
        reservation?.[Symbol.dispose]()
        const turn = narrator.beginTurn()
        return {
          speak: (text, signal) => {
            this.#count(settings, text.text)
            return turn.speak(text, signal)
          },
          [Symbol.dispose]: () => turn[Symbol.dispose](),
        }
      },
    }
  }

  /**
   * Keeps room for a live session that begins soon, for a few seconds, if a busy server is to refuse its connection;
   * `voice` if it is known already. Throws `pool.overloaded` or `pool.draining`.
   */
  reserve(caller: Reserving): Disposable {
    return this.#parts.reserve?.(caller) ?? NO_RESERVATION
  }

  #count({ owner }: SpeechSettings, text: string): void {
    this.#parts.limiter?.takeCharacters(owner, countCodePoints(text))
  }
}

/** The bytes of an answer in its own format. */
export async function* audioBytes(parts: AsyncIterable<AnswerPart>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) if (part.kind === 'audio' && part.bytes.length > 0) yield part.bytes
}

/** The complete file of an answer, with its header in place. */
export async function wholeFile(
  parts: AsyncIterable<AnswerPart>,
  { sampleRateHz }: { readonly sampleRateHz: number },
): Promise<{ readonly bytes: Buffer; readonly seconds: number }> {
  const pieces: Uint8Array[] = []
  let samples = 0
  let header = new Uint8Array(0)
  for await (const part of parts) {
    if (part.kind === 'end') header = Uint8Array.from(part.header)
    if (part.kind !== 'audio') continue
    pieces.push(part.bytes)
    samples += part.samples
  }
  const bytes = Buffer.concat(pieces)
  bytes.set(header)
  return { bytes, seconds: samples / sampleRateHz }
}

/** Encodes audio at the encoder's rate. The caller disposes the encoder. */
export async function* encodeAnswer(
  audio: AsyncIterable<Samples>,
  encoder: Encoder,
): AsyncGenerator<AnswerPart, void, undefined> {
  const whole = new WholeEncoder(encoder)
  for await (const samples of audio) yield await audioPart(whole, samples)
  yield* endOf(whole, undefined)
}

async function audioPart(encoder: WholeEncoder, samples: Samples, listener?: AnswerListener): Promise<AnswerPart> {
  const { length } = samples // of a buffer that the encoder takes
  const bytes = await encoder.encode(samples)
  listener?.audio?.(length)
  return { kind: 'audio', bytes, samples: length }
}

async function* endOf(encoder: WholeEncoder, words: PlacedWordTimes | undefined): AsyncGenerator<AnswerPart> {
  yield { kind: 'audio', bytes: await encoder.finish(), samples: 0 }
  yield { kind: 'end', header: encoder.finalHeader(), words }
}
