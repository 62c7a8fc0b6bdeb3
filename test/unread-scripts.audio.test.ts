import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { AUTHORIZATION, ENGINE_THREAD, openWholeService } from './whole-service.ts'

const KHMER = 'សួស្តី ពិភពលោក'
const TIBETAN = 'བཀྲ་ཤིས་བདེ་ལེགས།'
const logged: string[] = []
let service: Awaited<ReturnType<typeof openWholeService>>

beforeAll(async () => {
  const logger = pino({ level: 'warn' }, { write: (line: string) => logged.push(line) })
  const allEngines = { HOARFROST_ENGINE_PREFERENCE: '', HOARFROST_DEPLOYMENT: 'onprem' }
  service = await openWholeService(allEngines, ENGINE_THREAD, logger)
}, 60_000)

afterAll(() => service.remove())

const headers = { ...AUTHORIZATION, accept: 'audio/pcm' }
const linesOf = (script: string) => logged.map((line) => JSON.parse(line)).filter((line) => line.script === script)

test.each(['eng', 'spa', 'ara', 'hin', 'jpn', 'heb', 'sin', 'tam'])(
  'a script that no voice reads is heard over HTTP in %s, and logged once without the text',
  async (lang) => {
    const modelId = ['heb', 'sin', 'tam'].includes(lang) ? 'arcana' : 'coda'
    const answer = await fetch(`${service.url}/data/voices/all-v2.json`)
    const voices = (await answer.json()) as Record<string, Record<string, string[]>>
    const body = JSON.stringify({ modelId, lang, speaker: voices[modelId]?.[lang]?.[0], text: KHMER })
    const speech = await fetch(`${service.url}/v1/rime-tts`, { method: 'POST', headers, body })
    expect(speech.status).toBe(200)
    const samples = new Int16Array(await speech.arrayBuffer())
    expect(samples.filter((sample) => Math.abs(sample) > 500).length).toBeGreaterThan(2400)
    expect(linesOf('Khmer')).toHaveLength(1)
    expect(linesOf('Khmer')[0]).toMatchObject({ script: 'Khmer', count: 1 })
    expect(logged.join('')).not.toContain('សួ')
  },
)

test('a script that no voice reads is heard over a socket, with the times of its words', async () => {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/ws3?modelId=coda&speaker=luna&audioFormat=pcm`, {
    headers,
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const messages: Record<string, unknown>[] = []
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  socket.send(JSON.stringify({ text: `${TIBETAN} ` }))
  socket.send(JSON.stringify({ operation: 'eos' }))
  await closed
  const audio = messages.filter(({ type }) => type === 'chunk').map(({ data }) => Buffer.from(String(data), 'base64'))
  expect(Buffer.concat(audio).byteLength).toBeGreaterThan(10_000)
  const words = messages.filter(({ type }) => type === 'timestamps')
  expect(JSON.stringify(words)).toMatch(/"words":\["/)
  expect(linesOf('Tibetan')).toHaveLength(1)
})
