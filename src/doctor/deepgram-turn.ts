import { describePcm, withTime } from './audio.ts'
import { Problem } from './check.ts'
import { type Conversation, messageOf } from './sockets.ts'
import { TEXT } from './texts.ts'

/** Samples a second that the sockets are asked for. */
export const SAMPLE_RATE = 24_000

export interface TurnMessages {
  /** The message that ends a turn. */
  readonly end: string
  /** What may come besides audio before it. */
  readonly others: readonly unknown[]
}

/** Sends a text word by word and a flush, as LiveKit and Pipecat do. Returns what to say of the audio. Throws a Problem. */
export async function speakTurn(connection: Conversation, { end, others }: TurnMessages): Promise<string> {
  const startMs = performance.now()
  for (const word of TEXT.split(' ')) connection.send({ type: 'Speak', text: `${word} ` })
  connection.send({ type: 'Flush' })
  const audio: Buffer[] = []
  let firstMs = 0
  for (;;) {
    const frame = await connection.next(end)
    if (frame.isBinary) {
      if (audio.length === 0) firstMs = performance.now() - startMs
      audio.push(frame.data)
      continue
    }
    const { type, description } = messageOf(frame)
    if (type === end) return withTime(describePcm(Buffer.concat(audio), SAMPLE_RATE), firstMs)
    if (!others.includes(type)) {
      throw new Problem(`the server sends ${type}: ${description}`, 'The log of the server has the reason.')
    }
  }
}
