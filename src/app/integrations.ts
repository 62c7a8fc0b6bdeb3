import { isLoopbackAddress } from '../core/origin.ts'

/** Where a client finds the server, and how it speaks. */
export interface IntegrationPlace {
  /** Without a trailing slash. */
  readonly url: string
  readonly speaker: string
  readonly wyomingPort: number
}

export interface Integration {
  /** What the client is called. */
  readonly title: string
  /** Of the code, as Markdown names it. */
  readonly language: 'js' | 'json' | 'python' | 'sh' | 'text'
  /** Code or settings that make the client speak through the server. `YOUR_KEY` stands for the key. */
  readonly code: (place: IntegrationPlace) => string
}

const webSocketUrl = (url: string): string => url.replace(/^http/, 'ws')

/** Host and port, without which Rime's SDKs take 443. */
function endpointOf(url: string): string {
  const { hostname, port, protocol } = new URL(url)
  return port || protocol === 'http:' ? `${hostname}:${port || 80}` : hostname
}

/** Clients by the name that commands and tools take. */
export const INTEGRATIONS = {
  livekit: {
    title: 'LiveKit Agents, JavaScript',
    language: 'js',
    code: ({ url, speaker }) => `import * as rime from '@livekit/agents-plugin-rime'
const baseURL = '${url}/v1/rime-tts'
const tts = new rime.TTS({ modelId: 'coda', speaker: '${speaker}', baseURL, apiKey: 'YOUR_KEY' })`,
  },
  'livekit-python': {
    title: 'LiveKit Agents, Python',
    language: 'python',
    code: ({ url, speaker }) => `from livekit.plugins import rime
url = "${webSocketUrl(url)}/coda/ws"
tts = rime.TTS(websocket_url=url, model="coda", speaker="${speaker}", api_key="YOUR_KEY"${isLoopbackAddress(url) ? '' : ', allow_custom_endpoint=True'})`,
  },
  pipecat: {
    title: 'Pipecat',
    language: 'python',
    code: ({ url, speaker }) => `from pipecat.services.rime.tts import RimeTTSService
voice = RimeTTSService.Settings(voice="${speaker}", model="coda")
tts = RimeTTSService(api_key="YOUR_KEY", url="${webSocketUrl(url)}/ws3", settings=voice)`,
  },
  'rime-cli': {
    title: 'rime-cli',
    language: 'sh',
    code: ({ url, speaker }) => `export RIME_API_URL=${url}/v1/rime-tts
export RIME_CLI_API_KEY=YOUR_KEY
rime tts "Hello." -s ${speaker} -m arcana -o hello.wav`,
  },
  'rime-grpc': {
    title: "Rime's SDKs, gRPC",
    language: 'python',
    code: ({ url, speaker }) => `from rimelabs_sdk import Rime
client = Rime(api_key="YOUR_KEY", model="coda", endpoint="${endpointOf(url)}")
audio = client.tts.synthesize("Hello.", voice="${speaker}")`,
  },
  openai: {
    title: "OpenAI's SDKs",
    language: 'js',
    code: ({ url, speaker }) => `import OpenAI from 'openai'
const client = new OpenAI({ baseURL: '${url}/v1', apiKey: 'YOUR_KEY' })
const speech = await client.audio.speech.create({ model: 'tts-1', voice: '${speaker}', input: 'Hello.' })`,
  },
  openwebui: {
    title: 'Open WebUI',
    language: 'sh',
    code: ({ url, speaker }) => `AUDIO_TTS_ENGINE=openai
AUDIO_TTS_OPENAI_API_BASE_URL=${url}/v1
AUDIO_TTS_OPENAI_API_KEY=YOUR_KEY
AUDIO_TTS_VOICE=${speaker}`,
  },
  'home-assistant': {
    title: 'Home Assistant',
    language: 'sh',
    code: ({
      url,
      wyomingPort,
    }) => `# In Home Assistant: Settings, Devices & services, Add integration, Wyoming Protocol,
# host ${new URL(url).hostname}, port ${wyomingPort}. Start the server with:
HOARFROST_WYOMING_PORT=${wyomingPort} HOARFROST_WYOMING_HOST=0.0.0.0 npx hoarfrost serve`,
  },
  vapi: {
    title: 'Vapi',
    language: 'json',
    code: ({ url, speaker }) =>
      `{ "voice": { "provider": "custom-voice", "server": { "url": "${url}/vapi/synthesize?speaker=${speaker}", "secret": "YOUR_KEY" } } }`,
  },
  jambonz: {
    title: 'jambonz',
    language: 'text',
    code: ({ url, speaker }) => `TTS HTTP URL       ${url}/jambonz/synthesize
TTS streaming URL  ${webSocketUrl(url)}/jambonz/stream
API key            YOUR_KEY
Voice              ${speaker}, of the application`,
  },
  'media-streams': {
    title: 'Twilio Media Streams',
    language: 'js',
    code: ({ url, speaker }) => `const query = 'speaker=${speaker}&modelId=coda&audioFormat=mulaw&samplingRate=8000'
const headers = { authorization: 'Bearer YOUR_KEY' }
const speech = new WebSocket(\`${webSocketUrl(url)}/ws3?\${query}\`, { headers })`,
  },
  deepgram: {
    title: "Deepgram's SDKs",
    language: 'js',
    code: ({ url, speaker }) => `import { DeepgramClient } from '@deepgram/sdk'
const [base, production] = ['${url}', '${webSocketUrl(url)}']
const environment = { base, production, agent: production, agentRest: base }
const client = new DeepgramClient({ apiKey: 'YOUR_KEY', environment })
const speech = await client.speak.v1.audio.generate({ text: 'Hello.', model: '${speaker}' })`,
  },
  'deepgram-flux': {
    title: 'Pipecat with Deepgram Flux',
    language: 'python',
    code: ({ url, speaker }) => `from pipecat.services.deepgram.flux.tts import DeepgramFluxTTSService
voice = DeepgramFluxTTSService.Settings(voice="${speaker}")
tts = DeepgramFluxTTSService(api_key="YOUR_KEY", url="${webSocketUrl(url)}/v2/speak", settings=voice)`,
  },
  elevenlabs: {
    title: "ElevenLabs' SDKs",
    language: 'js',
    code: ({ url, speaker }) => `import { ElevenLabsClient } from '@elevenlabs/elevenlabs-js'
const client = new ElevenLabsClient({ baseUrl: '${url}', apiKey: 'YOUR_KEY' })
const speech = await client.textToSpeech.convert('${speaker}', { text: 'Hello.', outputFormat: 'mp3_22050_32' })`,
  },
  cartesia: {
    title: "Cartesia's SDKs",
    language: 'js',
    code: ({ url, speaker }) => `import Cartesia from '@cartesia/cartesia-js'
const client = new Cartesia({ baseURL: '${url}', apiKey: 'YOUR_KEY' })
const output_format = { container: 'wav', encoding: 'pcm_s16le', sample_rate: 24000 }
const speech = await client.tts.generate({ model_id: 'sonic-3', voice: '${speaker}', transcript: 'Hello.', output_format })`,
  },
  curl: {
    title: 'curl',
    language: 'sh',
    code: ({ url, speaker }) => `curl ${url}/v1/rime-tts -o hello.mp3 \\
  -H 'Authorization: Bearer YOUR_KEY' -H 'Accept: audio/mpeg' \\
  -d '{"modelId": "coda", "speaker": "${speaker}", "text": "Hello."}'`,
  },
} as const satisfies Readonly<Record<string, Integration>>

export type IntegrationName = keyof typeof INTEGRATIONS

export const INTEGRATION_NAMES = Object.keys(INTEGRATIONS) as [IntegrationName, ...IntegrationName[]]

/** The port of the Wyoming protocol by convention. */
export const DEFAULT_WYOMING_PORT = 10_200
