import { describeMp3, describePcm, withTime } from '../audio.ts'
import type { Target } from '../check.ts'
import { type Check, type Client, misbehaving } from '../check.ts'
import { SAMPLE_RATE, speakTurn } from '../deepgram-turn.ts'
import { ask } from '../http.ts'
import { SERVER_AND_KEY } from '../server-checks.ts'
import { converse, messageOf } from '../sockets.ts'
import { TEXT } from '../texts.ts'

const token = ({ apiKey }: Target) => ({ authorization: `Token ${apiKey}` })

const request = (query: string, describe: (bytes: Buffer) => string): Check => ({
  name: `POST /v1/speak?${query}`,
  async run(target, signal) {
    const answer = await ask(target, `/v1/speak?${query}`, { headers: token(target), body: { text: TEXT } }, signal)
    if (!answer.mediaType.startsWith('audio/')) throw misbehaving(`the answer is ${answer.mediaType} instead of audio`)
    return withTime(describe(answer.bytes), answer.firstByteMs)
  },
})

/** Word by word, a flush and a clear, as LiveKit and Pipecat send them. */
const socket: Check = {
  name: 'WebSocket, /v1/speak',
  run: (target, signal) => {
    const path = `/v1/speak?encoding=linear16&model=aura-2-andromeda-en&sample_rate=${SAMPLE_RATE}&mip_opt_out=false`
    return converse(target, path, { headers: token(target) }, signal, async (connection) => {
      const heard = await speakTurn(connection, { end: 'Flushed', others: ['Metadata'] })
      connection.send({ type: 'Clear' })
      const { type } = messageOf(await connection.next('Cleared'))
      if (type !== 'Cleared') throw misbehaving(`a clear is answered with ${type}`)
      connection.send({ type: 'Close' })
      const code = await connection.closed()
      if (code !== 1000) throw misbehaving(`the socket closes with ${code}`)
      return heard
    })
  },
}

/** Deepgram's SDKs, and the plugins of LiveKit and Pipecat for Deepgram. */
export const deepgram: Client = {
  name: 'deepgram',
  needed: SERVER_AND_KEY,
  checks: [
    request('model=aura-2-thalia-en', describeMp3),
    request('encoding=linear16&container=none&model=aura-2-andromeda-en&sample_rate=24000', (bytes) =>
      describePcm(bytes, 24_000),
    ),
    socket,
  ],
}
