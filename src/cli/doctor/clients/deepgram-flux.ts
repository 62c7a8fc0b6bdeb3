import { describePcm, withTime } from '../audio.ts'
import { type Check, type Client, misbehaving, Problem } from '../check.ts'
import { SERVER_AND_KEY } from '../server-checks.ts'
import { converse, messageOf } from '../sockets.ts'
import { TEXT } from '../texts.ts'

const SAMPLE_RATE = 24_000
/** Within the text, whatever the voice. */
const PLAYED_MS = 500

/** Word by word, a flush, and an interruption of what was not played. */
const socket: Check = {
  name: 'WebSocket, /v2/speak',
  run: (target, signal) => {
    const path = `/v2/speak?model=flux-heather-en&encoding=linear16&sample_rate=${SAMPLE_RATE}&mip_opt_out=false`
    const headers = { authorization: `Token ${target.apiKey}` }
    return converse(target, path, { headers }, signal, async (connection) => {
      const startMs = performance.now()
      for (const word of TEXT.split(' ')) connection.send({ type: 'Speak', text: `${word} ` })
      connection.send({ type: 'Flush' })
      const audio: Buffer[] = []
      let firstMs = 0
      for (;;) {
        const frame = await connection.next('SpeechMetadata')
        if (frame.isBinary) {
          if (audio.length === 0) firstMs = performance.now() - startMs
          audio.push(frame.data)
          continue
        }
        const { type, description } = messageOf(frame)
        if (type === 'SpeechMetadata') break
        if (type === 'Error' || type === 'Warning') {
          throw new Problem(`the server sends ${type}: ${description}`, 'The log of the server has the reason.')
        }
      }
      connection.send({ type: 'Interrupt', playback_offset: { type: 'time_ms', value: PLAYED_MS } })
      const { type, text_spoken, text_remaining } = messageOf(await connection.next('SpeechInterrupted'))
      if (type !== 'SpeechInterrupted') throw misbehaving(`an interruption is answered with ${type}`)
      if (`${text_spoken}${text_remaining}` !== `${TEXT} `) throw misbehaving('an interruption changes the text')
      connection.send({ type: 'Close' })
      await connection.next('SessionMetadata')
      const code = await connection.closed()
      if (code !== 1000) throw misbehaving(`the socket closes with ${code}`)
      return withTime(describePcm(Buffer.concat(audio), SAMPLE_RATE), firstMs)
    })
  },
}

/** The services of Pipecat and LiveKit for Deepgram Flux. */
export const deepgramFlux: Client = { name: 'deepgram-flux', needed: SERVER_AND_KEY, checks: [socket] }
