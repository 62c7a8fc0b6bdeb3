export const CLIENTS = ['livekit', 'pipecat', 'openai', 'curl'] as const
export type Client = (typeof CLIENTS)[number]

/** Code that makes a client speak with a voice of the server at `url`. */
export const integrationOf = (client: Client, speaker: string, url: string): string => SNIPPETS[client](speaker, url)

const SNIPPETS: Readonly<Record<Client, (speaker: string, url: string) => string>> = {
  livekit: (speaker, url) => `from livekit.plugins import rime

tts = rime.TTS(model="coda", speaker="${speaker}", base_url="${url}/v1/rime-tts", api_key="YOUR_KEY")
`,
  pipecat: (speaker, url) => `from pipecat.services.rime.tts import RimeTTSService

tts = RimeTTSService(api_key="YOUR_KEY", voice_id="${speaker}", model="coda", url="${url.replace(/^http/, 'ws')}/ws3")
`,
  openai: (speaker, url) => `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${url}/v1', apiKey: 'YOUR_KEY' })
const speech = await client.audio.speech.create({ model: 'coda', voice: '${speaker}', input: 'Hello.' })
`,
  curl: (speaker, url) => `curl ${url}/v1/rime-tts -H 'Authorization: Bearer YOUR_KEY' -H 'Accept: audio/mpeg' \\
  -d '{"modelId": "coda", "speaker": "${speaker}", "text": "Hello."}' -o hello.mp3
`,
}
