import type { AnswerPart } from '../../app/speech/speech.ts'
import { sentEvent } from '../../server/answers/sent-event.ts'
import type { RequestLogger } from '../../server/observe/request-log.ts'
import {
  type ContextId,
  chunkMessage,
  doneMessage,
  errorMessage,
  type SpeechMessage,
  timesMessages,
} from './speech-messages.ts'
import type { SpokenTimes } from './spoken-times.ts'

export interface SentEventsOptions {
  readonly requestId: string
  readonly contextId: ContextId
  readonly times: SpokenTimes
  /** Fires when the client has left. */
  readonly signal: AbortSignal
  readonly logger: RequestLogger
}

/** Server-sent events: the audio in base64, the times of words, the end. A failure after the first event is told in one. */
export async function* sentEvents(
  parts: AsyncIterable<AnswerPart>,
  { requestId, contextId, times, signal, logger }: SentEventsOptions,
): AsyncGenerator<Uint8Array> {
  const event = (message: SpeechMessage): Uint8Array =>
    sentEvent(contextId === undefined ? message : { ...message, context_id: contextId }, message.type)
  let lastMs = performance.now()
  let isBegun = false
  try {
    for await (const part of parts) {
      if (part.kind === 'audio' && part.bytes.length > 0) {
        const nowMs = performance.now()
        yield event(chunkMessage({ bytes: part.bytes, stepMs: nowMs - lastMs }))
        lastMs = nowMs
        isBegun = true
      }
      if (part.kind !== 'end' || part.words === undefined) continue
      for (const message of timesMessages(times.take(part.words))) yield event(message)
    }
    yield event(doneMessage())
  } catch (error) {
    if (!isBegun || signal.aborted) throw error
    logger.error({ id: requestId, err: error }, 'speech aborted')
    yield event(errorMessage(error, requestId))
  }
}
