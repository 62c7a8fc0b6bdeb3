import { type Check, type Client, misbehaving } from '../check.ts'
import { SAMPLE_RATE, speakTurn } from '../deepgram-turn.ts'
import { SERVER_AND_KEY } from '../server-checks.ts'
import { converse, messageOf } from '../sockets.ts'
import { TEXT } from '../texts.ts'

const FLUX = { end: 'SpeechMetadata', others: ['Connected', 'SpeechStarted', 'Flushed'] }
/** Within the text, whatever the voice. */
const PLAYED_MS = 500

/** Word by word, a flush, and an interruption of what was not played. */
const socket: Check = {
  name: 'WebSocket, /v2/speak',
  run: (target, signal) => {
    const path = `/v2/speak?model=flux-heather-en&encoding=linear16&sample_rate=${SAMPLE_RATE}&mip_opt_out=false`
    const headers = { authorization: `Token ${target.apiKey}` }
    return converse(target, path, { headers }, signal, async (connection) => {
      const heard = await speakTurn(connection, FLUX)
      connection.send({ type: 'Interrupt', playback_offset: { type: 'time_ms', value: PLAYED_MS } })
      const { type, text_spoken, text_remaining } = messageOf(await connection.next('SpeechInterrupted'))
      if (type !== 'SpeechInterrupted') throw misbehaving(`an interruption is answered with ${type}`)
      if (`${text_spoken}${text_remaining}` !== `${TEXT} `) throw misbehaving('an interruption changes the text')
      connection.send({ type: 'Close' })
      await connection.next('SessionMetadata')
      const code = await connection.closed()
      if (code !== 1000) throw misbehaving(`the socket closes with ${code}`)
      return heard
    })
  },
}

/** The services of Pipecat and LiveKit for Deepgram Flux. */
export const deepgramFlux: Client = { name: 'deepgram-flux', needed: SERVER_AND_KEY, checks: [socket] }
