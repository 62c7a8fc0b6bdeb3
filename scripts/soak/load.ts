import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'

/** A way to ask for speech whose audio is the same every time. */
export interface SpeechCase {
  readonly name: string
  readonly text: string
  /** Returns the bytes of the audio. Throws a Refusal for an answer that is none, any other error for a broken one. */
  readonly ask: (server: Asked, signal: AbortSignal) => Promise<number>
}

export interface Asked {
  readonly url: string
  readonly key: string
}

export class Refusal extends Error {}

interface Spoken {
  readonly lang: string
  readonly speaker: string
  readonly modelId: string
  readonly text: string
}

const TEXTS: readonly Spoken[] = [
  {
    lang: 'eng',
    speaker: 'luna',
    modelId: 'coda',
    text: 'Your table for 4 is booked at 7:30. Shall I send you the address?',
  },
  { lang: 'eng', speaker: 'albion', modelId: 'coda', text: 'The next train to the airport leaves from platform 9.' },
  { lang: 'spa', speaker: 'serena', modelId: 'coda', text: 'Son 18,40 euros. Le esperamos el 3 de mayo.' },
  { lang: 'ger', speaker: 'kumara', modelId: 'coda', text: 'Der Termin ist am 3. Oktober um 14:15 Uhr.' },
  { lang: 'fra', speaker: 'aurelie', modelId: 'coda', text: 'Le musée ferme à 18 h 30, sauf le mardi.' },
  { lang: 'por', speaker: 'lucia', modelId: 'coda', text: 'A reunião começa às 9h30, na sala 12.' },
  { lang: 'hin', speaker: 'nadi', modelId: 'coda', text: 'आपका ऑर्डर कल शाम तक पहुँच जाएगा।' },
  { lang: 'jpn', speaker: 'nozomi', modelId: 'coda', text: '明日の会議は十時から始まります。' },
  { lang: 'ara', speaker: 'layla', modelId: 'coda', text: 'الاجتماع غدا في الساعة التاسعة.' },
]
const FORMATS = ['audio/wav', 'audio/pcm', 'audio/mpeg', 'audio/ogg;codecs=opus', 'audio/flac', 'audio/x-mulaw']

/** Languages, formats and protocols. */
export const SPEECH_CASES: readonly SpeechCase[] = [
  ...TEXTS.map((spoken, i) => overHttp(spoken, FORMATS[i % FORMATS.length] as string)),
  ...TEXTS.slice(0, 4).map((spoken, i) => overHttp(spoken, FORMATS[(i + 2) % FORMATS.length] as string)),
  ...TEXTS.slice(0, 5).map(overSocket),
]

function overHttp(spoken: Spoken, accept: string): SpeechCase {
  return {
    name: `HTTP ${accept} ${spoken.speaker}`,
    text: spoken.text,
    ask: async ({ url, key }, signal) => {
      const headers = { authorization: `Bearer ${key}`, accept }
      const body = JSON.stringify({ ...spoken, temperature: 0 })
      const answer = await fetch(`${url}/v1/rime-tts`, { method: 'POST', headers, body, signal })
      if (!answer.ok) throw new Refusal(`${answer.status} ${await answer.text()}`)
      return (await answer.arrayBuffer()).byteLength
    },
  }
}

function overSocket({ text, ...spoken }: Spoken): SpeechCase {
  return {
    name: `/ws3 ${spoken.speaker}`,
    text,
    ask: async ({ url, key }, signal) => {
      const query = new URLSearchParams({ ...spoken, audioFormat: 'pcm', temperature: '0' })
      const socket = new WebSocket(`${url.replace('http', 'ws')}/ws3?${query}`, {
        headers: { authorization: `Bearer ${key}` },
      })
      const leave = () => socket.terminate()
      signal.addEventListener('abort', leave)
      try {
        socket.on('unexpected-response', (_request, { statusCode }) =>
          socket.emit('error', new Refusal(`${statusCode}`)),
        )
        await once(socket, 'open')
        return await turnOf(socket, text)
      } finally {
        signal.removeEventListener('abort', leave)
        socket.on('error', () => {}).terminate()
      }
    },
  }
}

/** Speaks a text that comes in pieces; returns the bytes of its audio. */
function turnOf(socket: WebSocket, text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    socket.on('message', (message: Buffer) => {
      const event = JSON.parse(`${message}`)
      if (event.type === 'chunk') bytes += Buffer.byteLength(event.data, 'base64')
      else if (event.type === 'done') resolve(bytes)
      else if (event.type === 'error') reject(new Error(event.message))
    })
    socket.on('error', reject)
    socket.on('close', (code, reason) => reject(new Error(`closed with ${code} ${reason}`)))
    for (const piece of text.split(/(?<= )/)) socket.send(JSON.stringify({ text: piece }))
    socket.send('{"operation":"flush"}')
  })
}

const LONG = 'On and on the river goes, past fields and villages. '.repeat(60)

/** Reads so slowly that synthesis has to wait, and leaves after some seconds. */
export async function readSlowly({ url, key }: Asked, signal: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, accept: 'audio/pcm' }
  const body = JSON.stringify({ modelId: 'coda', speaker: 'luna', text: LONG })
  const leaving = AbortSignal.any([signal, AbortSignal.timeout(5000)])
  const answer = await fetch(`${url}/v1/rime-tts`, { method: 'POST', headers, body, signal: leaving })
  for await (const _ of answer.body ?? []) await sleep(300, undefined, { signal: leaving })
}

/** Leaves as soon as it hears something. */
export async function vanish({ url, key }: Asked, signal: AbortSignal): Promise<void> {
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${key}`, accept: 'audio/wav' }
  const body = JSON.stringify({ modelId: 'coda', speaker: 'luna', text: LONG })
  const both = AbortSignal.any([signal, leaving.signal])
  const answer = await fetch(`${url}/v1/rime-tts`, { method: 'POST', headers, body, signal: both })
  for await (const _ of answer.body ?? []) leaving.abort()
}
