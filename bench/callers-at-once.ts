import { openSpeechSocket } from './socket-client.ts'
import { type Answer, createSpeechClient, type SpeechTarget } from './speech-client.ts'
import { ENGLISH_VOICE } from './voices.ts'

/** Callers who all call in the same instant. They run in a separate process. */
export interface CallersAtOnceOrder {
  readonly target: SpeechTarget
  readonly text: string
  readonly count: number
  readonly over: 'HTTP' | 'WebSocket'
}

export interface CalledAnswer {
  readonly answer: Answer
  /** From the call to its end. */
  readonly tookMs: number
}

// A bench that is killed disposes nothing.
process.once('disconnect', () => process.exit())
process.on('message', (order: CallersAtOnceOrder) => void callAll(order).then((answers) => process.send?.(answers)))

const callAll = ({ target, text, count, over }: CallersAtOnceOrder): Promise<CalledAnswer[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const startedAt = performance.now()
      const answer = await callOnce(over, target, text)
      return { answer, tookMs: performance.now() - startedAt }
    }),
  )

/** One call with a connection of its own. */
export async function callOnce(over: 'HTTP' | 'WebSocket', target: SpeechTarget, text: string): Promise<Answer> {
  if (over === 'HTTP') {
    using client = createSpeechClient(target, ENGLISH_VOICE)
    return await client.speak(text)
  }
  try {
    using socket = await openSpeechSocket(target, ENGLISH_VOICE)
    return await socket.speak(text)
  } catch (error) {
    return { kind: 'failed', reason: (error as Error).message }
  }
}
