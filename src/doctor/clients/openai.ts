import { describeMp3, describePcm, withTime } from '../audio.ts'
import { type Check, type Client, misbehaving } from '../check.ts'
import { ask, bearer, jsonOf } from '../http.ts'
import { SERVER_AND_KEY } from '../server-checks.ts'
import { TEXT } from '../texts.ts'

/** `POST /v1/audio/speech` with a Bearer key. */
export const speech = (
  body: Readonly<Record<string, string>>,
  mediaType: string,
  describe: (bytes: Buffer) => string,
): Check => ({
  name: `POST /v1/audio/speech, ${[body.model, body.response_format ?? 'mp3', body.stream_format].filter(Boolean).join(', ')}`,
  async run(target, signal) {
    const headers = { ...bearer(target), accept: 'application/octet-stream' }
    const answer = await ask(target, '/v1/audio/speech', { headers, body: { input: TEXT, ...body } }, signal)
    if (answer.mediaType !== mediaType) throw misbehaving(`the answer is ${answer.mediaType} instead of ${mediaType}`)
    return withTime(describe(answer.bytes), answer.firstByteMs)
  },
})

/** The audio of server-sent events, as LiveKit reads them. */
function describeEvents(bytes: Buffer): string {
  const lines = bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
  const events = lines.map((line) => {
    if (!line.startsWith('data: ')) throw misbehaving('a line of the events does not start with "data: "')
    return JSON.parse(line.slice('data: '.length)) as {
      type: string
      audio?: string
      usage?: { total_tokens?: unknown }
    }
  })
  const last = events.at(-1)
  if (last?.type !== 'speech.audio.done' || typeof last.usage?.total_tokens !== 'number') {
    throw misbehaving('the events do not end with speech.audio.done and its usage')
  }
  return describeMp3(Buffer.concat(events.map(({ audio = '' }) => Buffer.from(audio, 'base64'))))
}

const models: Check = {
  name: 'GET /v1/models',
  async run(target, signal) {
    const { data } = jsonOf(await ask(target, '/v1/models', { headers: bearer(target) }, signal)) as {
      data?: { id: string }[]
    }
    if (!data?.some(({ id }) => id === 'tts-1')) throw misbehaving('tts-1 is not among the models')
    return `${data.length} models`
  },
}

/** OpenAI's SDKs, and the plugins of LiveKit and Pipecat for OpenAI. */
export const openai: Client = {
  name: 'openai',
  needed: SERVER_AND_KEY,
  checks: [
    models,
    speech({ model: 'tts-1', voice: 'alloy' }, 'audio/mpeg', describeMp3),
    speech({ model: 'gpt-4o-mini-tts', voice: 'ash', response_format: 'pcm' }, 'audio/pcm', (bytes) =>
      describePcm(bytes, 24_000),
    ),
    speech(
      { model: 'gpt-4o-mini-tts', voice: 'ash', response_format: 'mp3', stream_format: 'sse' },
      'text/event-stream',
      describeEvents,
    ),
  ],
}
