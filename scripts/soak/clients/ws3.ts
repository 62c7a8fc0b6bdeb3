import { type SpeechCase, type Spoken, TEXTS } from '../client.ts'
import { speakTurn } from '../socket-turn.ts'

/** `/ws3`, with a text that comes word by word. */
export const WS3: readonly SpeechCase[] = TEXTS.slice(0, 5).map(overSocket)

function overSocket({ text, ...spoken }: Spoken): SpeechCase {
  const query = new URLSearchParams({ ...spoken, modelId: 'coda', audioFormat: 'pcm', temperature: '0' })
  return {
    name: `/ws3 ${spoken.speaker}`,
    text,
    isExact: true,
    hasKey: true,
    ask: ({ url, key }, signal) =>
      speakTurn(
        {
          url: `${url}/ws3?${query}`,
          headers: { authorization: `Bearer ${key}` },
          messages: [...text.split(/(?<= )/).map((piece) => JSON.stringify({ text: piece })), '{"operation":"flush"}'],
          hear: (message) => {
            const event = JSON.parse(`${message}`)
            if (event.type === 'error') throw new Error(event.message)
            if (event.type === 'done') return 'end'
            return event.type === 'chunk' ? Buffer.byteLength(event.data, 'base64') : 0
          },
        },
        signal,
      ),
  }
}
