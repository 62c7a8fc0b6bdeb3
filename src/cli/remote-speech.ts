import { FALLBACK_SPEAKER } from '../app/speech/resolve-request.ts'
import { encodeAnswer, wholeFile } from '../app/speech/speech.ts'
import type { TextAnswers } from '../app/texts/text-answers.ts'
import type { CreateEncoder } from '../audio/codecs.ts'
import { deadline } from '../core/abort.ts'
import { remembered } from '../core/remembered.ts'
import { Samples } from '../core/samples.ts'
import { ToolError } from '../protocols/mcp/mcp-server.ts'
import type { SpeechSource, VoiceResponse } from '../protocols/mcp/speech-source.ts'
import type { VoiceDetails } from '../protocols/voices/voice-listings.ts'
import { rateOfSpeedAlpha } from '../server/bodies/speech-body.ts'
import { defaultVoice, type VoiceRules } from './default-voice.ts'
import { noServerAt } from './no-server.ts'
import type { SpeechServer } from './socket-speech.ts'

const RATE_HZ = 24_000
const LISTING_MS = 10_000

export interface RemoteParts {
  readonly createEncoder: CreateEncoder
  readonly rules: VoiceRules
  /** This program as the marks of audio name it; undefined if audio is not marked. */
  readonly software: string | undefined
}

/**
 * Speech of a running server, encoded by this process. Refusals of the server are thrown as ToolErrors in its words.
 */
export function remoteSource(
  { url, apiKey }: SpeechServer,
  { createEncoder, rules, software }: RemoteParts,
): SpeechSource {
  async function ask(path: string, signal: AbortSignal, body?: object, accept = 'application/json'): Promise<Response> {
    const answer = await fetch(url + path, {
      signal,
      ...(body !== undefined && {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, accept },
        body: JSON.stringify(body),
      }),
    }).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new ToolError(noServerAt(url), { cause })
    })
    if (answer.ok) return answer
    throw new ToolError(`the server answers ${answer.status}: ${(await answer.text()).trim()}`)
  }

  async function listVoices(): Promise<readonly VoiceResponse[]> {
    using signal = deadline(null, LISTING_MS)
    const answer = await ask('/data/voices/voice_details.json', signal)
    return ((await answer.json()) as VoiceDetails[]).map(voiceResponse)
  }

  return {
    fallbackSpeaker: rules.defaultSpeaker ?? FALLBACK_SPEAKER,
    voices: remembered(listVoices),
    async speak(
      { model, lang, speed, format: codec, speaker = defaultVoice({ model, lang }, rules), ...text },
      signal,
    ) {
      const speedAlpha = rateOfSpeedAlpha(speed, model)
      const body = { ...text, lang, speaker, modelId: model, speedAlpha, samplingRate: RATE_HZ }
      const pcm = await (await ask('/v1/rime-tts', signal, body, 'audio/L16')).arrayBuffer()
      const mark = software === undefined ? undefined : { software, voice: speaker }
      using encoder = await createEncoder({ codec, sampleRateHz: RATE_HZ, mark, isFile: true })
      async function* samples(): AsyncGenerator<Samples> {
        yield new Samples(new Int16Array(pcm))
      }
      return { ...(await wholeFile(encodeAnswer(samples(), encoder), { sampleRateHz: RATE_HZ })), speaker }
    },
    async ask(question, text, signal) {
      const answer = await (await ask(PATHS[question], signal, text)).json()
      return (question === 'oov' ? answer : (answer as TextAnswers).normalized) as never
    },
  }
}

const PATHS = { oov: '/oov', normalized: '/textnorm' } as const

const voiceResponse = ({ modelId, lang, genre, styles = [], ...voice }: VoiceDetails): VoiceResponse => ({
  speaker: voice.speaker,
  model: modelId,
  language: lang,
  gender: voice.gender,
  age: voice.age,
  country: voice.country,
  dialect: voice.dialect,
  demographic: voice.demographic,
  genres: genre,
  styles,
})
