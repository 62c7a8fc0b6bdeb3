import { setTimeout as sleep } from 'node:timers/promises'
import { createSpeechClient, type SpeechTarget } from './speech-client.ts'
import { ENGLISH_VOICE } from './voices.ts'

/** Callers who ask again when they have heard all, until the process ends. They run in a separate process. */
export interface CallersOrder {
  readonly target: SpeechTarget
  readonly text: string
  readonly count: number
}

const BETWEEN_STARTS_MS = 20

// A bench that is killed disposes nothing.
process.once('disconnect', () => process.exit())
process.on('message', (order: CallersOrder) => void callAll(order).then(() => process.send?.('all have called')))

async function callAll({ target, text, count }: CallersOrder): Promise<void> {
  for (let i = 0; i < count; i++) {
    void call(target, text)
    await sleep(BETWEEN_STARTS_MS)
  }
}

async function call(target: SpeechTarget, text: string): Promise<never> {
  for (;;) {
    using client = createSpeechClient(target, ENGLISH_VOICE)
    const answer = await client.speak(text)
    await sleep(answer.kind === 'spoken' ? Math.max(0, 1000 * answer.audioS - answer.totalMs) : 1000)
  }
}
