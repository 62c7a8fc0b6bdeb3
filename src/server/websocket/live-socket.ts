import type { App, AppLimits } from '../../app/app.ts'
import type { HeardLedger } from '../../app/live-session/heard-ledger.ts'
import { LiveSession, type LiveSessionOptions, type TextListener } from '../../app/live-session/live-session.ts'
import type { SessionCommand, SessionEvent } from '../../app/live-session/live-session-messages.ts'
import type { LiveNarrator, Speech } from '../../app/speech/speech.ts'
import { newTally, noteFirstAudio, type SpeechTally } from '../../app/speech/speech-tally.ts'
import { tracedEncoders } from '../../app/speech/traced-encoder.ts'
import type { Codec } from '../../audio/codecs.ts'
import { MODELS } from '../../core/model.ts'
import type { SynthesisRequest } from '../../core/request.ts'
import { countCodePoints } from '../../core/text-length.ts'
import { LANGUAGE_MODULES } from '../../languages/languages.ts'
import type { SocketClose, SocketConnection, SocketHandler } from './socket-connection.ts'

/** Maps the messages of one socket to session commands, and events to messages. */
export interface SocketProtocol {
  readonly hasWordTimes: boolean
  /** Whether bytes are sent as binary frames. Strings never are. */
  readonly isBinary: boolean
  /**
   * Decodes a message into commands, in order. Throws `request.invalid` if it is invalid and the protocol has no error
   * message.
   */
  decode(message: Buffer, isBinary: boolean): readonly SessionCommand[]
  /** The payload of an event's frame; undefined if it has none. That of `close` is sent before the socket closes. */
  encode(event: SessionEvent): Uint8Array | string | undefined
  /** The close frame after a failure of the session, if the protocol has codes of its own. */
  closeOf?(error: unknown): SocketClose
  /** The answer to a command that has taken effect; undefined if it has none. */
  acknowledge?(command: SessionCommand): string | undefined
}

/** What a socket's live session is made of. */
export interface LiveSessionParts {
  readonly tally: SpeechTally
  readonly options: LiveSessionOptions
  readonly narrator: LiveNarrator
  readonly createEncoder: Speech['createEncoder']
  readonly listener?: TextListener | undefined
  readonly ledger?: HeardLedger
}

export interface LiveSocketParts extends LiveSessionParts {
  readonly protocol: SocketProtocol
}

/** What a socket speaks, and in which format. */
export interface SocketSpeech {
  readonly speech: SynthesisRequest
  readonly codec: Codec
  /** Room for the first turn. */
  readonly reservation: Disposable
}

/** Speaks the texts of a socket sentence by sentence, in turns that the client ends by flushes. */
export function speakBySentence(
  connection: SocketConnection,
  protocol: SocketProtocol,
  { speech, codec, reservation }: SocketSpeech,
  app: Pick<App, 'speech' | 'limits'>,
): SocketHandler {
  const usual = sentenceOptions(speech, codec, app.limits)
  const options = { ...usual, hasWordTimes: usual.hasWordTimes && protocol.hasWordTimes }
  const parts = {
    protocol,
    options,
    tally: newTally(speech),
    narrator: app.speech.narrator(speech, reservation),
    createEncoder: app.speech.createEncoder,
  }
  return openLiveSocket(connection, parts)
}

/** Options of sessions that speak sentence by sentence, with times of words, in turns that end by flushes. */
export const sentenceOptions = (speech: SynthesisRequest, codec: Codec, limits: AppLimits): LiveSessionOptions => ({
  segmentation: 'bySentence',
  endsTurnsByFlush: true,
  language: speech.language,
  format: { codec, sampleRateHz: speech.sampleRateHz },
  hasWordTimes: LANGUAGE_MODULES[speech.language].hasWordTimes,
  timesFrom: 'segment',
  markup: speech.markup,
  maxTextLength: Math.min(limits.maxTextLength, MODELS[speech.model].maxTextLength),
  maxPendingLength: limits.maxBodyBytes,
  doneGraceMs: limits.doneGraceMs,
})

/** Opens the one live session of a socket, at the pace of its reader. */
export function openLiveSession(
  connection: SocketConnection,
  { tally, options, narrator, createEncoder, listener, ledger }: LiveSessionParts,
  send: (event: SessionEvent) => void,
): LiveSession {
  connection.tally = tally
  return new LiveSession(options, {
    narrator,
    createEncoder: tracedEncoders(createEncoder, connection.span),
    timers: connection.timers,
    listener,
    ledger,
    output: {
      whenRead: (signal) => connection.whenRead(signal),
      noteFirstAudio: (ms) => noteFirstAudio(tally, ms),
      send,
    },
  })
}

/** Connects a socket with a live session, until either ends. */
export function openLiveSocket(connection: SocketConnection, { protocol, ...parts }: LiveSocketParts): SocketHandler {
  const { tally } = parts
  function send(payload: Uint8Array | string | undefined, audioMs = 0): void {
    if (payload === undefined) return
    connection.send({ payload, isBinary: protocol.isBinary && typeof payload !== 'string', audioMs })
  }
  const session = openLiveSession(connection, parts, (event) => {
    send(protocol.encode(event), event.kind === 'chunk' ? event.durationMs : 0)
    if (event.kind !== 'close') return
    const { reason } = event
    connection.end(reason, reason.kind === 'failed' ? protocol.closeOf?.(reason.error) : undefined)
  })
  return {
    take(message, isBinary) {
      for (const command of protocol.decode(message, isBinary)) {
        if (command.kind === 'text') tally.characters += countCodePoints(command.text)
        session.take(command)
        send(protocol.acknowledge?.(command))
      }
    },
    get isSending() {
      return session.isSpeaking
    },
    drain: () => session.drain(),
    [Symbol.dispose]: () => session[Symbol.dispose](),
  }
}
