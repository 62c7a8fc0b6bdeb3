import { request } from 'node:http'
import { WebSocket } from 'ws'
import { HOSTILE_JSON, HOSTILE_TEXTS } from './hostile-texts.ts'
import type { SpeechTarget } from './speech-client.ts'
import { ENGLISH_VOICE } from './voices.ts'

/** Target, text and duration for the clients. They run in a separate process. */
export interface HostileOrder {
  readonly target: SpeechTarget
  readonly text: string
  readonly durationMs: number
}

/** Their result: number of answers by status or close code. */
export type HostileReport = Readonly<Record<string, number>>

/** Maximum length of a text to normalize. */
const NORMALIZED_LENGTH = 100_000
/** Maximum length of a socket's message. */
const MESSAGE_LENGTH = 200_000
/** An answer to the whole text would take days. */
const LEAVE_AFTER_MS = 1000

process.on('message', (order: HostileOrder) => void attack(order).then((report) => process.send?.(report)))

async function attack({ target, text: name, durationMs }: HostileOrder): Promise<HostileReport> {
  const report: Record<string, number> = {}
  const count = (what: string) => {
    report[what] = (report[what] ?? 0) + 1
  }
  const until = performance.now() + durationMs
  const repeatedly = async (ask: () => Promise<string>) => {
    while (performance.now() < until) count(await ask())
  }
  const json = HOSTILE_JSON[name]?.()
  const text = HOSTILE_TEXTS[name]?.() ?? ''
  const speech = json ?? JSON.stringify({ ...ENGLISH_VOICE, text })
  const short = json ?? JSON.stringify({ text: text.slice(0, NORMALIZED_LENGTH) })
  const message = json?.slice(0, MESSAGE_LENGTH) ?? JSON.stringify({ text: text.slice(0, MESSAGE_LENGTH) })
  await Promise.all([
    repeatedly(() => post(target, '/v1/rime-tts', speech)),
    repeatedly(() => post(target, '/v1/rime-tts', speech)),
    repeatedly(() => post(target, '/textnorm', short)),
    repeatedly(() => post(target, '/oov', short)),
    repeatedly(() => sendThroughSocket(target, message)),
    repeatedly(() => sendThroughSocket(target, message)),
  ])
  return report
}

/** Posts a request, reads for a while, leaves, and returns the status. */
function post({ host, port, apiKey }: SpeechTarget, path: string, body: string): Promise<string> {
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${apiKey}`,
      accept: 'audio/wav',
      'content-length': Buffer.byteLength(body),
    }
    const asked = request({ host, port, method: 'POST', path, headers, agent: false }, (response) => {
      resolve(`${path} ${response.statusCode}`)
      response.resume()
    })
    const timer = setTimeout(() => asked.destroy(), LEAVE_AFTER_MS)
    asked.on('close', () => {
      clearTimeout(timer)
      resolve(`${path} left`)
    })
    asked.on('error', () => {})
    asked.end(body)
  })
}

/** Sends the message and a flush, leaves after a while, and returns the close code. */
async function sendThroughSocket({ host, port, apiKey }: SpeechTarget, message: string): Promise<string> {
  const query = new URLSearchParams({ modelId: ENGLISH_VOICE.modelId, speaker: ENGLISH_VOICE.speaker })
  const socket = new WebSocket(`ws://${host}:${port}/ws3?${query}`, { headers: { authorization: `Bearer ${apiKey}` } })
  socket.on('error', () => {})
  socket.on('open', () => {
    socket.send(message)
    socket.send('{"operation":"flush"}')
  })
  const timer = setTimeout(() => socket.terminate(), LEAVE_AFTER_MS)
  const code = await new Promise<number>((resolve) => socket.on('close', resolve)) // also after an error
  clearTimeout(timer)
  return `/ws3 ${code}`
}
