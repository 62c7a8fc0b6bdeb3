import { connect } from 'node:net'
import { EventReader, eventBytes } from '../../../src/protocols/wyoming/event-framing.ts'
import { type Asked, type Heard, type SpeechCase, TEXTS } from '../client.ts'

const [, , , { speaker, text }] = TEXTS

/** The Wyoming protocol, which has no keys. */
export const WYOMING: SpeechCase = { name: 'Wyoming', text, isExact: false, hasKey: false, ask: synthesize }

function synthesize({ wyomingPort }: Asked, signal: AbortSignal): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: wyomingPort, noDelay: true })
    const reader = new EventReader()
    const sentAtMs = performance.now()
    let bytes = 0
    let firstAudioMs = Number.NaN
    const leave = () => end(() => reject(signal.reason))
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', leave)
      socket.destroy()
      settle()
    }
    signal.addEventListener('abort', leave)
    socket.on('data', (received: Buffer) => {
      bytes += received.length
      reader.add(received)
      for (let event = reader.next(); event !== undefined; event = reader.next()) {
        if (event.type === 'audio-chunk' && Number.isNaN(firstAudioMs)) firstAudioMs = performance.now() - sentAtMs
        if (event.type === 'audio-stop') end(() => resolve({ bytes, firstAudioMs }))
        if (event.type === 'error') end(() => reject(new Error(JSON.stringify(event.data))))
      }
    })
    socket.on('error', (error) => end(() => reject(error)))
    socket.on('close', () => end(() => reject(new Error('the connection was closed'))))
    socket.write(eventBytes('synthesize', { text, voice: { name: speaker } }))
  })
}
