import { setTimeout as sleep } from 'node:timers/promises'
import { anyOf, deadline } from '../../../src/core/abort.ts'
import { type Asked, LONG } from '../client.ts'
import { postSpeech } from '../posted-speech.ts'

const SLOW_MS = 5000

const longText = ({ url, key }: Asked) => ({
  url: `${url}/v1/rime-tts`,
  headers: { authorization: `Bearer ${key}`, accept: 'audio/pcm' },
  body: { modelId: 'coda', speaker: 'luna', text: LONG },
})

/** Reads so slowly that synthesis has to wait, and leaves after some seconds. */
export async function readSlowly(asked: Asked, signal: AbortSignal): Promise<void> {
  using leaving = deadline(signal, SLOW_MS)
  await postSpeech(longText(asked), leaving, () => sleep(300, undefined, { signal: leaving }))
}

/** Leaves as soon as it hears something. */
export async function vanish(asked: Asked, signal: AbortSignal): Promise<void> {
  const leaving = new AbortController()
  using either = anyOf(signal, leaving.signal)
  await postSpeech(longText(asked), either, async () => leaving.abort())
}
