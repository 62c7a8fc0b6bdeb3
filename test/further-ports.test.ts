import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { listenOnFurtherPort } from '../src/server/connections/further-ports.ts'
import { AUTHORIZATION, startWholeService, TONE_THREAD } from './whole-service.ts'

const start = (env: Readonly<Record<string, string>> = {}) => startWholeService(env, TONE_THREAD)

/** Speaks one turn to `/` of a port and returns what came until the socket closed. */
async function turnAt(url: string, messages: readonly string[]) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/?speaker=cove&samplingRate=22050`, {
    headers: AUTHORIZATION,
  })
  const frames: { readonly isBinary: boolean; readonly data: Buffer }[] = []
  socket.on('message', (data: Buffer, isBinary) => frames.push({ isBinary, data }))
  await once(socket, 'open')
  for (const message of messages) socket.send(message)
  await once(socket, 'close')
  return frames
}

const JSON_TURN = [JSON.stringify({ text: 'Hello there.', contextId: 'a' }), '{"operation":"eos"}']
const typesOf = (frames: Awaited<ReturnType<typeof turnAt>>) =>
  new Set(frames.map(({ isBinary, data }) => (isBinary ? 'audio' : JSON.parse(data.toString()).type)))

describe('HOARFROST_LISTEN', () => {
  test('serves the protocols of an on-premises deployment at / of their ports, and every path on all of them', async () => {
    const { url, furtherUrls } = await start({ HOARFROST_LISTEN: '0=http,0=ws2,0=ws,0=ws3' })
    const [http = '', ws2 = '', ws = '', ws3 = ''] = furtherUrls
    expect(new Set([url, ...furtherUrls]).size).toBe(5)
    const body = JSON.stringify({ speaker: 'cove', text: 'Hello there.' })
    const answer = await fetch(`${http}/`, { method: 'POST', headers: AUTHORIZATION, body })
    const { audioContent } = (await answer.json()) as { audioContent: string }
    expect(Buffer.from(audioContent, 'base64').toString('latin1', 0, 4)).toBe('RIFF')
    expect(answer.headers.get('x-request-id')).toBeNull() // S-model-4
    expect(typesOf(await turnAt(ws2, JSON_TURN))).toEqual(new Set(['chunk', 'timestamps', 'done']))
    expect(typesOf(await turnAt(ws3, JSON_TURN))).toEqual(new Set(['chunk', 'timestamps', 'done']))
    expect(typesOf(await turnAt(ws, ['Hello there. ', '<EOS>']))).toEqual(new Set(['audio']))
    for (const each of [url, ...furtherUrls]) expect((await fetch(`${each}/livez`)).status).toBe(200)
    expect((await fetch(`${ws}/`, { method: 'POST', body })).status).toBe(405)
    for (const each of [url, http]) expect((await fetch(`${each}/`, { method: 'POST', body })).status).toBe(401)
    for (const each of [url, http]) expect((await fetch(`${each}/`, { method: 'PUT', body })).status).toBe(405)
    // `/` of a socket's port is its own, elsewhere the index.
    const browser = { headers: { accept: 'text/html' }, redirect: 'manual' } as const
    const statuses = await Promise.all(
      [url, http, ws, ws3].map(async (each) => (await fetch(`${each}/`, browser)).status),
    )
    expect(statuses).toEqual([302, 302, 401, 401])
  })

  test('may name PORT itself', async () => {
    const { url: taken, close } = await start()
    await close()
    const { port } = new URL(taken)
    const { url, furtherUrls } = await start({ PORT: port, HOARFROST_LISTEN: `${port}=http` })
    expect(furtherUrls).toEqual([url])
    const body = JSON.stringify({ speaker: 'cove', text: 'Hello there.' })
    expect((await fetch(url, { method: 'POST', headers: AUTHORIZATION, body })).status).toBe(200)
  })

  test('a port that is taken is named in one line', async () => {
    const { url } = await start()
    const { port } = new URL(url)
    await expect(start({ HOARFROST_LISTEN: `${port}=ws` })).rejects.toThrow(
      `HOARFROST_LISTEN: port ${port} of 127.0.0.1 cannot be used (EADDRINUSE)`,
    )
  })

  test('a server that closes waits for what is spoken on a further port', async () => {
    const { furtherUrls, close } = await start({ HOARFROST_LISTEN: '0=http' })
    const text = 'This sentence takes about three seconds to be read aloud. '.repeat(100)
    const answer = await fetch(furtherUrls[0] as string, {
      method: 'POST',
      headers: { ...AUTHORIZATION, accept: 'audio/pcm' },
      body: JSON.stringify({ modelId: 'coda', speaker: 'luna', text }),
    })
    const closing = close()
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(200 * 48_000)
    await closing
    await expect(fetch(furtherUrls[0] as string)).rejects.toThrow()
  })
})

test('a further port listens at every address of the server, as localhost has two', async () => {
  const hosts = ['127.0.0.1', '127.0.0.2']
  const server = createServer((_request, response) => response.end('heard'))
  const addresses = () => hosts.map((address) => ({ address, family: 'IPv4', port: 1 }))
  const { port, [Symbol.asyncDispose]: close } = await listenOnFurtherPort({ server, addresses }, 0)
  for (const host of hosts) {
    const answer = await fetch(`http://${host}:${port}`, { headers: { connection: 'close' } })
    expect(await answer.text()).toBe('heard')
  }
  await close()
  for (const host of hosts) await expect(fetch(`http://${host}:${port}`)).rejects.toThrow()
})

test('a further port that is taken at one address is free at all others after the failure', async () => {
  const taken = createServer().listen(0, '127.0.0.2')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const hosts = ['127.0.0.1', '127.0.0.2']
  const addresses = () => hosts.map((address) => ({ address, family: 'IPv4', port: 1 }))
  await expect(listenOnFurtherPort({ server: createServer(), addresses }, port)).rejects.toThrow('EADDRINUSE')
  const again = createServer().listen(port, '127.0.0.1')
  await once(again, 'listening')
  for (const each of [taken, again]) each.close()
})
