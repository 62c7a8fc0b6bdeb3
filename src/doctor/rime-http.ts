import { describePcm, withTime } from './audio.ts'
import { type Check, misbehaving } from './check.ts'
import { ask, bearer } from './http.ts'
import { TEXT } from './texts.ts'

/** `POST /v1/rime-tts` for headerless samples, as LiveKit and Pipecat send it. They play what comes, so a header clicks. */
export const rimeHttp = (fields: Readonly<Record<string, unknown>>): Check => ({
  name: 'HTTP, POST /v1/rime-tts',
  async run(target, signal) {
    const body = { speaker: target.speaker, text: TEXT, modelId: 'coda', ...fields }
    const headers = { ...bearer(target), accept: 'audio/pcm' }
    const { mediaType, bytes, firstByteMs } = await ask(target, '/v1/rime-tts', { headers, body }, signal)
    if (!mediaType.startsWith('audio/')) throw misbehaving(`the answer is ${mediaType} instead of audio`)
    return withTime(describePcm(bytes, 24_000), firstByteMs)
  },
})
