// Twilio Media Streams and services like it: greets callers with a voice of Hoarfrost, in G.711 µ-law at 8000 Hz.
//
// Needs Node 22 or later, `npm install ws`, and a running Hoarfrost. The phone number's TwiML leads calls here:
//
//     <Response><Connect><Stream url="wss://HOST:3000/" /></Connect></Response>
//
//     HOARFROST_API_KEY=KEY node media-streams.mjs

import { WebSocket, WebSocketServer } from 'ws'

const URL = process.env.HOARFROST_URL ?? 'http://127.0.0.1:8000'
const VOICE = 'luna'
const GREETING = 'Hello! I am your agent, and this is my voice. What can I do for you?'
const PORT = Number(process.env.PORT ?? 3000)

const query = new URLSearchParams({ speaker: VOICE, modelId: 'coda', audioFormat: 'mulaw', samplingRate: '8000' })
const headers = { authorization: `Bearer ${process.env.HOARFROST_API_KEY}` }

/** One call: what Hoarfrost speaks is passed on while it is spoken. */
function answer(call) {
  const speech = new WebSocket(`${URL.replace('http', 'ws')}/ws3?${query}`, { headers })
  const opened = new Promise((resolve) => speech.once('open', resolve))
  const send = (message) => opened.then(() => speech.send(JSON.stringify(message)))
  let streamSid

  call.on('message', (data) => {
    const message = JSON.parse(data)
    if (message.event !== 'start') return // message.media.payload is what the caller says
    streamSid = message.start.streamSid
    send({ text: GREETING })
    send({ operation: 'flush' })
  })
  speech.on('message', (data) => {
    const message = JSON.parse(data)
    if (message.type === 'chunk') {
      call.send(JSON.stringify({ event: 'media', streamSid, media: { payload: message.data } }))
    }
    // Twilio sends the mark back when it has played everything. When the caller interrupts, send
    // { event: 'clear', streamSid } to Twilio, and { operation: 'clear' } to Hoarfrost.
    if (message.type === 'done') call.send(JSON.stringify({ event: 'mark', streamSid, mark: { name: 'spoken' } }))
  })
  speech.on('error', (error) => {
    console.error(`Hoarfrost: ${error.message}`)
    call.close()
  })
  call.on('close', () => speech.terminate())
}

const server = new WebSocketServer({ port: PORT })
server.on('connection', answer)
server.on('listening', () => console.log(`listening on port ${server.address().port}`))
