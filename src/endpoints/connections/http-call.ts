import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { whenAborted } from '../../core/abort.ts'
import { ASKED_RATE_HZ, type Listener, type SpeechCall } from '../endpoint.ts'
import { EndpointFailure, failureOf, refusedWith, shortened } from '../endpoint-failure.ts'
import { PcmReader } from './pcm-reader.ts'

/** How a text is posted. */
export interface PostedText {
  /** After the URL of the endpoint; with the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly bodyOf: (text: string) => object
}

/** A connection for one POST whose answer is audio. It is open, with TLS, before there is a text. */
export async function openHttpCall(
  url: string,
  { path, headers, bodyOf }: PostedText,
  signal: AbortSignal,
): Promise<SpeechCall> {
  const address = new URL(url + path)
  const socket = await connect(address, signal)
  const abort = whenAborted(signal, () => socket.destroy())
  return {
    async speak(text, listener) {
      const body = Buffer.from(JSON.stringify(bodyOf(typeof text === 'string' ? text : await wholeText(text))))
      try {
        const sent = request({
          createConnection: () => socket,
          host: address.hostname,
          method: 'POST',
          path: `${address.pathname}${address.search}`,
          headers: {
            host: address.host,
            'content-type': 'application/json',
            'content-length': body.length,
            ...headers,
          },
        })
        const answered = once(sent, 'response') as Promise<[IncomingMessage]>
        sent.end(body)
        const [response] = await answered
        await hearResponse(response, listener)
      } catch (error) {
        throw failureOf(error, 'cut off')
      }
    },
    interrupt: () => {},
    [Symbol.dispose]() {
      abort[Symbol.dispose]()
      socket.destroy()
    },
  }
}

async function connect({ protocol, hostname, port }: URL, signal: AbortSignal): Promise<Socket> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isTls = protocol === 'https:'
  const socket = isTls
    ? connectTls({ host, port: Number(port || 443), ...(isIP(host) === 0 && { servername: host }) })
    : connectTcp({ host, port: Number(port || 80) })
  socket.setNoDelay(true)
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal })
  } catch (error) {
    socket.destroy()
    throw failureOf(error, 'unreachable')
  }
  socket.on('error', () => {}) // the request or the response tells of it
  return socket
}

export async function wholeText(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text.trim()
}

async function hearResponse(response: IncomingMessage, listener: Listener): Promise<void> {
  const { statusCode = 0, headers } = response
  if (statusCode >= 300 && statusCode < 400) {
    throw new EndpointFailure('refused', `status ${statusCode}: moved to ${shortened(headers.location ?? 'nowhere')}`)
  }
  if (statusCode !== 200) throw refusedWith(statusCode, await startOf(response))
  const type = headers['content-type'] ?? ''
  if (!SAMPLES.test(type)) {
    throw new EndpointFailure('not audio', `the answer is ${shortened(type) || 'without a type'} instead of PCM or WAV`)
  }
  const reader = new PcmReader(Number(/;\s*rate=(\d{4,6})/.exec(type)?.[1] ?? ASKED_RATE_HZ))
  let isSilent = true
  for await (const bytes of response) {
    const chunk = reader.read(bytes as Buffer, performance.now())
    if (chunk === undefined) continue
    isSilent = false
    listener.onAudio(chunk)
  }
  if (isSilent) throw new EndpointFailure('empty', 'the answer has no audio')
}

const MAX_MESSAGE_BYTES = 2 ** 14

/** The first bytes of an answer that is a message. */
async function startOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response) {
    parts.push(part as Buffer)
    length += (part as Buffer).length
    if (length > MAX_MESSAGE_BYTES) break
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Types that services give samples and WAV files. */
const SAMPLES = /^(?:audio\/(?!mpeg|mp3|aac|ogg|opus|flac|webm)|application\/octet-stream|binary\/)/i
