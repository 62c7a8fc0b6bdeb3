import type { ServerMessage } from '../protocols/rime/socket-messages.ts'
import { describePcm, withTime } from './audio.ts'
import { type Check, misbehaving, Problem } from './check.ts'
import { bearer } from './http.ts'
import { type Conversation, converse, messageOf } from './sockets.ts'
import { SENTENCES } from './texts.ts'

export interface Ws3Client {
  /** Of the query, besides speaker, model and PCM at 24,000 samples a second. */
  readonly query: Readonly<Record<string, string>>
  /** Ends a turn. */
  readonly flush: (contextId: string) => object
  /** What it sends between turns. */
  readonly betweenTurns?: object
}

/** Two turns over `/ws3`, each with a pause between its sentences, and `eos`. */
export const rimeWs3 = (client: Ws3Client): Check => ({
  name: 'WebSocket, /ws3',
  run: (target, signal) => {
    const defaults = { speaker: target.speaker, modelId: 'coda', audioFormat: 'pcm', samplingRate: '24000' }
    const path = `/ws3?${new URLSearchParams({ ...defaults, ...client.query })}`
    return converse(target, path, { headers: bearer(target) }, signal, async (socket) => {
      const first = await turn(socket, 'doctor-1', client)
      if (client.betweenTurns !== undefined) socket.send(client.betweenTurns)
      await socket.roundTrip()
      if (socket.waiting > 0) throw misbehaving('a message came after the turn was done')
      await turn(socket, 'doctor-2', client)
      socket.send({ operation: 'eos' })
      await socket.closed()
      return `${first}; word times`
    })
  },
})

/** A pause within a turn, as of a language model. */
const PAUSE_MS = 300

async function turn(socket: Conversation, contextId: string, client: Ws3Client): Promise<string> {
  const startMs = performance.now()
  const heard = { audio: [] as Buffer[], words: [] as string[], firstMs: 0, isFlushed: false }
  for (const sentence of SENTENCES) {
    socket.send({ text: `${sentence} `, contextId })
    // Its audio may take longer than the pause; what matters is that no end of the turn comes.
    if (sentence === SENTENCES[0]) await hearFirst(socket, contextId, heard, startMs)
  }
  socket.send(client.flush(contextId))
  heard.isFlushed = true
  while (!hear(messageOf(await socket.next('done')), contextId, heard));
  const spoken = SENTENCES.join(' ')
  if (heard.words.join(' ') !== spoken)
    throw misbehaving(`the word times are for other words: ${heard.words.join(' ')}`)
  return withTime(describePcm(Buffer.concat(heard.audio), 24_000), heard.firstMs)
}

interface Heard {
  readonly audio: Buffer[]
  readonly words: string[]
  firstMs: number
  isFlushed: boolean
}

async function hearFirst(socket: Conversation, contextId: string, heard: Heard, startMs: number): Promise<void> {
  while (heard.audio.length === 0) hear(messageOf(await socket.next('audio')), contextId, heard)
  heard.firstMs = performance.now() - startMs
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}

/** Returns whether the turn is done. Throws a Problem for what the clients cannot read. */
function hear(message: Readonly<Record<string, unknown>>, contextId: string, heard: Heard): boolean {
  const event = message as unknown as ServerMessage
  if (event.contextId !== contextId)
    throw misbehaving(`an event has the context ${event.contextId} instead of ${contextId}`)
  switch (event.type) {
    case 'chunk': {
      const samples = Buffer.from(event.data, 'base64')
      if (samples.length % 2 === 1) throw misbehaving('a chunk ends within a sample')
      heard.audio.push(samples)
      return false
    }
    case 'timestamps': {
      const { words, start, end } = event.word_timestamps
      const isOrdered = words.every(
        (_, i) => (start[i] ?? -1) >= (end[i - 1] ?? 0) && (end[i] ?? -1) >= (start[i] ?? 0),
      )
      if (words.length !== start.length || words.length !== end.length || !isOrdered) {
        throw misbehaving('the times of words are not in order')
      }
      heard.words.push(...words)
      return false
    }
    case 'done':
      if (!heard.isFlushed) throw misbehaving('the turn is done before it is flushed, so clients stop listening')
      return true
    case 'error':
      throw new Problem(`the server sends an error: ${event.message}`, 'The log of the server has the reason.')
    case 'heard':
      throw misbehaving('it tells what was heard without being asked')
    default:
      throw misbehaving(`clients do not know the event ${(message as { type?: unknown }).type}`)
  }
}
