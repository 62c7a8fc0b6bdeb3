import { once } from 'node:events'
import { WebSocket } from 'ws'
import { PlaybackClock } from '../src/benchmark/playback.ts'
import { type Answer, type SpeechTarget, type SpeechVoice, spokenAnswer } from './speech-client.ts'

/** A /ws3 socket that speaks one turn at a time. */
export interface SpeechSocket extends Disposable {
  /** Sends a text and a flush; times count from the flush. */
  readonly speak: (text: string) => Promise<Answer>
  /**
   * Starts a turn, clears `afterMs` after its first audio, and returns the milliseconds until the last audio after
   * that.
   */
  readonly interrupt: (text: string, afterMs: number) => Promise<number>
}

/** Longer than the transit time of a message. */
const SILENCE_MS = 250
const BYTES_PER_SAMPLE = 2
const CHUNK = '{"type":"chunk"'
const DONE = '{"type":"done"'
/** Bytes of a chunk message besides the base64: its type, and a null context. */
const ENVELOPE_BYTES = '{"type":"chunk","data":"","contextId":null}'.length

export async function openSpeechSocket(
  { host, port, apiKey }: SpeechTarget,
  { modelId, speaker, lang, samplingRate }: SpeechVoice,
  { keepsHeard = false }: { readonly keepsHeard?: boolean } = {},
): Promise<SpeechSocket> {
  const query = new URLSearchParams({ modelId, speaker, lang, samplingRate: `${samplingRate}`, audioFormat: 'pcm' })
  if (keepsHeard) query.set('heard', 'true')
  const socket = new WebSocket(`ws://${host}:${port}/ws3?${query}`, { headers: { authorization: `Bearer ${apiKey}` } })
  await once(socket, 'open')
  let hear = (_message: Buffer): void => {}
  let fail = (_reason: string): void => {}
  socket.on('message', (message: Buffer) => hear(message))
  socket.on('error', ({ message }) => fail(message))
  socket.on('close', (code, reason) => fail(`closed with ${code} ${reason}`))
  return {
    speak: (text) =>
      new Promise((resolve) => {
        fail = (reason) => resolve({ kind: 'failed', reason })
        socket.send(JSON.stringify({ text }))
        const sentAt = performance.now()
        socket.send('{"operation":"flush"}')
        hear = countAudio(sentAt, samplingRate * BYTES_PER_SAMPLE, resolve)
      }),
    interrupt: (text, afterMs) =>
      new Promise((resolve, reject) => {
        fail = (reason) => reject(new Error(reason))
        let clearedAt = 0
        let lastAt = 0
        const clear = () => {
          socket.send('{"operation":"clear"}')
          clearedAt = performance.now()
          lastAt = clearedAt
          setTimeout(() => resolve(lastAt - clearedAt), SILENCE_MS)
        }
        hear = () => {
          if (lastAt === 0) setTimeout(clear, afterMs)
          lastAt = performance.now()
        }
        socket.send(JSON.stringify({ text }))
        socket.send('{"operation":"flush"}')
      }),
    [Symbol.dispose]: () => socket.terminate(),
  }
}

function countAudio(sentAt: number, bytesPerSecond: number, resolve: (answer: Answer) => void) {
  const playback = new PlaybackClock()
  return (message: Buffer): void => {
    const start = message.toString('latin1', 0, CHUNK.length)
    if (start === CHUNK) {
      const bytes = Math.floor(((message.length - ENVELOPE_BYTES) * 3) / 4)
      playback.hear(performance.now(), (bytes * 1000) / bytesPerSecond)
    } else if (start.startsWith(DONE)) {
      resolve(spokenAnswer(playback, sentAt) ?? { kind: 'failed', reason: 'done without audio' })
    }
  }
}
