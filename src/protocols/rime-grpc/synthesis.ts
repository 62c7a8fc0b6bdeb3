import { create, toBinary } from '@bufbuild/protobuf'
import type { App } from '../../app/app.ts'
import type { LiveSession } from '../../app/live-session/live-session.ts'
import type { CloseReason, SessionEvent } from '../../app/live-session/live-session-messages.ts'
import { openLiveSession } from '../../app/live-session/open-live-session.ts'
import { invalidRequest, SpeechError } from '../../core/errors.ts'
import type { SynthesisRequest as Speech } from '../../core/request.ts'
import { markHeaders } from '../../server/answers/mark-headers.ts'
import { callerOf } from '../../server/auth/caller.ts'
import { decodeMessage } from '../../server/bodies/decode-message.ts'
import { takeOne } from '../../server/grpc/answer-once.ts'
import type { GrpcCall, GrpcHandler } from '../../server/grpc/grpc-call.ts'
import { endsInSentenceMark } from '../../text/sentence-ends.ts'
import { headOfBytes } from '../rime-messages/bytes-field.ts'
import type { createSynthesisSettings } from '../rime-messages/synthesis-settings.ts'
import {
  SplitStrategy,
  StreamingSynthesisRequestSchema,
  type SynthesisRequest,
  SynthesisRequestSchema,
  SynthesisResponseStreamSchema,
} from '../rime-messages/text-to-speech_pb.ts'
import { SpokenWords, timestampsOf } from '../rime-messages/timestamps.ts'
import { modelOf } from './call-model.ts'

/** Of an audio message: clients refuse more than 4 MiB. Even, so that messages hold whole samples. */
const MAX_AUDIO_BYTES = 2 ** 16
/** Field of the message `SynthesisResponseStream`. */
const AUDIO_FIELD = 1
/** Format of a response whose request names none. */
const DEFAULT_FORMAT = 'audio/wav'

type SettingsOf = ReturnType<typeof createSynthesisSettings>

/** Speaks a whole text. */
export function openSynthesis(call: GrpcCall, settingsOf: SettingsOf, app: App): GrpcHandler {
  let speaking: Speaking | undefined
  return takeOne(
    (message) => {
      const start = decodeMessage(SynthesisRequestSchema, message)
      if (start.text === '') throw invalidRequest('text must not be empty', 'text')
      if (start.splitStrategy === SplitStrategy.ACCUMULATE_SENTENCE) {
        throw invalidRequest('SPLIT_STRATEGY_ACCUMULATE_SENTENCE is for SynthesizeStreaming', 'split_strategy')
      }
      speaking = new Speaking(call, start, { settingsOf, takesPieces: false }, app)
      speaking.addText(start.text)
      speaking.end()
    },
    () => speaking?.[Symbol.dispose](),
  )
}

/** Speaks a text while it is written: a header, then pieces of text. */
export function openSynthesisStreaming(call: GrpcCall, settingsOf: SettingsOf, app: App): GrpcHandler {
  let speaking: Speaking | undefined
  return {
    take(message) {
      const { payload } = decodeMessage(StreamingSynthesisRequestSchema, message)
      switch (payload.case) {
        case 'header':
          if (speaking !== undefined) throw invalidRequest('header may be sent once')
          speaking = new Speaking(call, payload.value, { settingsOf, takesPieces: true }, app)
          return speaking.addText(payload.value.text)
        case 'textChunk':
          if (speaking === undefined) throw invalidRequest('header must be sent first')
          return speaking.addText(payload.value)
        case undefined:
          throw invalidRequest('a message must have one of header and text_chunk')
        default:
          payload satisfies never
      }
    },
    end() {
      if (speaking === undefined) throw invalidRequest('header must be sent first')
      speaking.end()
    },
    [Symbol.dispose]: () => speaking?.[Symbol.dispose](),
  }
}

interface SpeakingParts {
  readonly settingsOf: SettingsOf
  /** The text comes in pieces, which clients cut without a look at the model. */
  readonly takesPieces: boolean
}

/** The live session of a call, of one turn. */
class Speaking implements Disposable {
  readonly #call: GrpcCall
  readonly #session: LiveSession
  readonly #speech: Speech
  readonly #words: SpokenWords | undefined
  readonly #reservation: Disposable
  readonly #maxPending: number
  /** A text that ends in a mark is a sentence, or several: clients that cut sentences send no space after them. */
  readonly #hasWholeSentences: boolean

  /** As `start` says, whose text is added like any other. Throws what `settingsOf` and `Speech.reserve` throw. */
  constructor(call: GrpcCall, start: SynthesisRequest, { settingsOf, takesPieces }: SpeakingParts, app: App) {
    const { hasTimestamps, ...settings } = settingsOf(start, { ...callerOf(call.request), model: modelOf(call, start) })
    const format = start.audioParameters?.audioFormat || DEFAULT_FORMAT
    // White space is no part of a media type, and some of it not of a header.
    if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(format)) throw invalidRequest('audioFormat is invalid')
    const { splitStrategy = SplitStrategy.UNSPECIFIED } = start
    this.#call = call
    this.#speech = settings.speech
    this.#words = hasTimestamps ? new SpokenWords() : undefined
    this.#maxPending = settings.maxPendingLength
    this.#hasWholeSentences = splitStrategy === SplitStrategy.UNSPECIFIED || splitStrategy === SplitStrategy.SENTENCE
    this.#reservation = app.speech.reserve({ voice: settings.speech.voice, owner: settings.speech.owner })
    const onWord = this.#words && ((word: Parameters<SpokenWords['add']>[0]) => this.#words?.add(word))
    this.#session = openLiveSession(
      { ...settings, takesPieces, reservation: this.#reservation, onWord, maxPendingLength: Number.POSITIVE_INFINITY },
      call,
      (event) => this.#tell(event),
      app,
    )
    call.respond({ ...markHeaders(app.speech), 'x-rime-audio-content-type': format })
  }

  addText(text: string): void {
    this.#session.take({ kind: 'text', text })
    if (this.#hasWholeSentences && endsInSentenceMark(text)) this.#session.take({ kind: 'complete' })
    if (this.#session.pendingLength > this.#maxPending) throw new SpeechError('key.limited', 'too much text is pending')
  }

  end(): void {
    this.#session.take({ kind: 'eos' })
  }

  [Symbol.dispose](): void {
    this.#session[Symbol.dispose]()
    this.#reservation[Symbol.dispose]()
  }

  #tell(event: SessionEvent): void {
    switch (event.kind) {
      case 'chunk':
        return this.#sendAudio(event.bytes, event.durationMs)
      case 'error':
        return this.#call.fail(new SpeechError('request.invalid', event.message))
      case 'close':
        return this.#close(event.reason)
      case 'done':
      case 'timestamps':
        return
      default:
        event satisfies never
    }
  }

  #sendAudio(bytes: Uint8Array, durationMs: number): void {
    for (let start = 0; start < bytes.length; start += MAX_AUDIO_BYTES) {
      const audio = bytes.subarray(start, start + MAX_AUDIO_BYTES)
      this.#call.send([headOfBytes(AUDIO_FIELD, audio.length), audio], durationMs * (audio.length / bytes.length))
    }
  }

  #close(reason: CloseReason): void {
    if (reason.kind === 'failed') return this.#call.fail(reason.error)
    if (reason.kind === 'draining') return this.#call.fail(new SpeechError('pool.draining', 'the server is closing'))
    if (this.#words !== undefined) {
      const value = { timestamps: timestampsOf(this.#words, this.#speech) }
      const message = create(SynthesisResponseStreamSchema, { payload: { case: 'trailer', value } })
      this.#call.send([toBinary(SynthesisResponseStreamSchema, message)])
    }
    this.#call.end()
  }
}
