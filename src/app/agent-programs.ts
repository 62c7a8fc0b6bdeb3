import { DEFAULT_WYOMING_PORT, INTEGRATIONS, type IntegrationName, type IntegrationPlace } from './integrations.ts'

/** A complete program of `examples/` that speaks through the server, and how it is run. */
export interface AgentProgram {
  readonly title: string
  /** In one sentence, what it does. */
  readonly summary: string
  /** The client whose requests it sends. */
  readonly client: IntegrationName
  /** In `examples/`. */
  readonly file: string
  /** In the order in which they are run. `YOUR_KEY` stands for the key. */
  readonly commands: (place: IntegrationPlace) => readonly string[]
}

const KEY = 'export HOARFROST_API_KEY=YOUR_KEY'
const check = (client: IntegrationName, url: string) => `npx hoarfrost doctor --client ${client} ${url}`

/** Programs by what voice agents are built with. */
export const AGENT_PROGRAMS = {
  livekit: {
    title: 'LiveKit',
    summary: 'An agent that greets you on this computer, or in a room of a LiveKit server.',
    client: 'livekit-python',
    file: 'livekit_agent.py',
    commands: () => ['pip install livekit-agents livekit-plugins-rime', KEY, 'python livekit_agent.py console'],
  },
  pipecat: {
    title: 'Pipecat',
    summary: 'An agent that greets you in a browser. Open the address that it prints.',
    client: 'pipecat',
    file: 'pipecat_agent.py',
    commands: () => ['pip install "pipecat-ai[runner,webrtc]"', KEY, 'python pipecat_agent.py'],
  },
  vapi: {
    title: 'Vapi',
    summary:
      'An assistant of Vapi that speaks with this voice. Vapi calls the server, so it needs a public host name and TLS.',
    client: 'vapi',
    file: 'vapi_assistant.json',
    commands: ({ url }) => [
      check('vapi', url),
      'export VAPI_API_KEY=KEY_OF_VAPI',
      'curl https://api.vapi.ai/assistant -H "Authorization: Bearer $VAPI_API_KEY" -H "Content-Type: application/json" -d @vapi_assistant.json',
    ],
  },
  jambonz: {
    title: 'jambonz',
    summary: 'An application of jambonz that greets callers. Add a custom speech vendor named hoarfrost first.',
    client: 'jambonz',
    file: 'jambonz-app.mjs',
    commands: ({ url }) => [KEY, check('jambonz', url), 'node jambonz-app.mjs'],
  },
  openai: {
    title: 'OpenAI',
    summary: 'A program for the SDK of OpenAI that writes hello.mp3.',
    client: 'openai',
    file: 'openai_say.py',
    commands: () => ['pip install openai', KEY, 'python openai_say.py'],
  },
  'home-assistant': {
    title: 'Home Assistant',
    summary:
      'A program that speaks as Home Assistant does, over the Wyoming protocol, and writes hello.wav. No key is needed.',
    client: 'home-assistant',
    file: 'wyoming_say.py',
    commands: ({ wyomingPort }) => [
      `HOARFROST_WYOMING_PORT=${wyomingPort} HOARFROST_WYOMING_HOST=0.0.0.0 npx hoarfrost serve`,
      'pip install wyoming',
      'python wyoming_say.py',
    ],
  },
  'media-streams': {
    title: 'Twilio',
    summary: 'A program that greets callers of Twilio Media Streams, and of services like it, in G.711 µ-law.',
    client: 'media-streams',
    file: 'media-streams.mjs',
    commands: () => ['npm install ws', KEY, 'node media-streams.mjs'],
  },
} as const satisfies Readonly<Record<string, AgentProgram>>

export type AgentName = keyof typeof AGENT_PROGRAMS
export const AGENT_NAMES = Object.keys(AGENT_PROGRAMS) as [AgentName, ...AgentName[]]

const EXAMPLE_URL = 'http://127.0.0.1:8000'

/** The program of a file of `examples/` for a server and a voice. */
export const programFor = (example: string, { url, speaker, wyomingPort }: IntegrationPlace): string =>
  example
    .replaceAll(`${DEFAULT_WYOMING_PORT}`, `${wyomingPort}`)
    .replaceAll(EXAMPLE_URL, url)
    .replaceAll(/(?<=(?:VOICE = ["']|speaker=))luna\b/g, speaker)

/** The lines that an existing program needs. */
export const linesFor = (name: AgentName, place: IntegrationPlace) => {
  const { language, code } = INTEGRATIONS[AGENT_PROGRAMS[name].client]
  return { language, code: code(place) }
}

/** The URL with an address for the name `localhost`, which some clients refuse. */
export const withoutLocalhost = (url: string): string => url.replace(/(?<=^https?:\/\/)localhost(?=:|$)/i, '127.0.0.1')
