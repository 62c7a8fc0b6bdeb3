import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { DEFAULT_WYOMING_PORT, INTEGRATIONS } from '../src/app/integrations.ts'
import { KEY, startWholeService } from './whole-service.ts'

// The programs of examples/ in JavaScript. `npm run test:clients` runs those in Python.

const pathOf = (file: string) => fileURLToPath(new URL(`../examples/${file}`, import.meta.url))

/** Starts a program that listens, and returns its port. */
async function start(file: string, env: Readonly<Record<string, string>> = {}): Promise<number> {
  const program: ChildProcess = spawn(process.execPath, [pathOf(file)], {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void program.kill())
  if (program.stdout === null) throw new Error('the program has no output')
  const [line] = await once(createInterface(program.stdout), 'line')
  return Number(/listening on port (\d+)/.exec(`${line}`)?.[1])
}

test('media-streams.mjs answers a call of Twilio with µ-law, and a mark after it', async () => {
  const { url } = await startWholeService()
  const port = await start('media-streams.mjs', { HOARFROST_URL: url, HOARFROST_API_KEY: KEY })
  const call = new WebSocket(`ws://127.0.0.1:${port}/`)
  onTestFinished(() => call.terminate())
  await once(call, 'open')
  call.send(JSON.stringify({ event: 'connected', protocol: 'Call', version: '1.0.0' }))
  call.send(JSON.stringify({ event: 'start', streamSid: 'MZ1', start: { streamSid: 'MZ1', callSid: 'CA1' } }))
  const audio: Buffer[] = []
  await new Promise<void>((resolve, reject) => {
    call.on('close', () => reject(new Error('the call is closed')))
    call.on('message', (data) => {
      const message = JSON.parse(`${data}`)
      expect(message.streamSid).toBe('MZ1')
      if (message.event === 'media') audio.push(Buffer.from(message.media.payload, 'base64'))
      if (message.event === 'mark') resolve()
    })
  })
  const bytes = Buffer.concat(audio)
  expect(bytes.length / 8000).toBeGreaterThan(2)
  expect(new Set(bytes).size).toBeGreaterThan(50) // neither silence nor a header
})

test('media-streams.mjs ends a call if the key is refused', async () => {
  const { url } = await startWholeService()
  const port = await start('media-streams.mjs', { HOARFROST_URL: url, HOARFROST_API_KEY: 'another-key-of-some-length' })
  const call = new WebSocket(`ws://127.0.0.1:${port}/`)
  await once(call, 'close')
})

test('jambonz-app.mjs answers the web hook of a call with verbs', async () => {
  const port = await start('jambonz-app.mjs')
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{"call_sid":"1"}' })
  expect(await answer.json()).toMatchObject([
    { verb: 'answer' },
    { verb: 'say', synthesizer: { vendor: 'custom:hoarfrost', voice: 'luna' } },
    { verb: 'hangup' },
  ])
})

test('vapi_assistant.json has the voice that docs/clients.md has', () => {
  const place = { url: 'http://127.0.0.1:8000', speaker: 'luna', wyomingPort: DEFAULT_WYOMING_PORT }
  const { voice } = JSON.parse(readFileSync(pathOf('vapi_assistant.json'), 'utf8'))
  expect({ voice }).toEqual(JSON.parse(INTEGRATIONS.vapi.code(place)))
})
