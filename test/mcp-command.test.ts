import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startTestService, TEST_KEY } from './api/test-service.ts'
import { CLI } from './command-line.ts'
import { QUICK_ENGINE } from './quick-engine.ts'

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-mcp-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

interface Answer {
  readonly isError: boolean
  readonly text: string | undefined
  readonly structured: Readonly<Record<string, unknown>>
}

/** The official client, connected with the command. */
async function connect(env: Readonly<Record<string, string>> = {}, args: readonly string[] = []) {
  const directory = newDirectory()
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', ...args],
    cwd: directory,
    env: { PATH: process.env.PATH ?? '', TMPDIR: directory, ...QUICK_ENGINE, ...env },
    stderr: 'inherit',
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  async function call(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
    const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: args })
    const [{ text } = { text: undefined }] = content as { text?: string }[]
    return { isError: isError === true, text, structured: structuredContent as Record<string, unknown> }
  }
  return { client, call, directory }
}

/** What the command answers to an input that ends, by the ids of its requests. */
function answersTo(input: string) {
  const directory = newDirectory()
  const { status, stdout } = spawnSync(process.execPath, [CLI, 'mcp'], {
    cwd: directory,
    input,
    env: { PATH: process.env.PATH, TMPDIR: directory, ...QUICK_ENGINE },
    encoding: 'utf8',
    timeout: 60_000,
  })
  const answers = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  return { status, ids: answers.map(({ id }) => id).toSorted(), answers }
}

const request = (id: number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
const clientInfo = { name: 'test', version: '1' }
const INITIALIZE = request(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })

describe('hoarfrost mcp, with messages from a pipe', () => {
  test('answers all that came before the end of its input, slow answers too, and then ends', () => {
    const say = { name: 'synthesize_speech', arguments: { text: 'A sentence that takes its time. '.repeat(20) } }
    const input = [INITIALIZE, request(2, 'tools/list'), request(3, 'tools/call', say), request(4, 'nothing')].join(
      '\n',
    )
    const { status, ids, answers } = answersTo(`${input}\n`)
    expect([status, ids]).toEqual([0, [1, 2, 3, 4]])
    expect(answers.find(({ id }) => id === 3).result.structuredContent.seconds).toBeGreaterThan(10)
  })

  test('answers a last line without an end, and not one that is cut', () => {
    expect(answersTo(`${INITIALIZE}\n${request(2, 'ping')}`)).toMatchObject({ status: 0, ids: [1, 2] })
    expect(answersTo(`${INITIALIZE}\n${request(2, 'ping').slice(0, -1)}`)).toMatchObject({ status: 0, ids: [1] })
  })

  test('ends at once where there is nothing to answer, or where it was cancelled', () => {
    expect(answersTo('')).toMatchObject({ status: 0, ids: [] })
    const say = { name: 'synthesize_speech', arguments: { text: 'On and on it goes. '.repeat(100) } }
    const cancel = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } })
    const { status, ids } = answersTo([INITIALIZE, request(2, 'tools/call', say), cancel].join('\n'))
    expect([status, ids]).toEqual([0, [1]])
  })
})

describe('hoarfrost mcp', () => {
  test('speaks in its own process, into new files of its folder', async () => {
    const folder = join(newDirectory(), 'audio')
    const { client, call } = await connect({}, ['--folder', folder])
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['speak', 'synthesize_speech']))
    const spoken = { text: 'Good morning.', format: 'wav' }
    const named = await call('synthesize_speech', { ...spoken, save_to: 'morning.wav' })
    const path = join(folder, 'morning.wav')
    expect(named.structured).toMatchObject({ path, format: 'wav', speaker: 'luna' })
    const wav = readFileSync(path)
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF')
    expect(wav.readUInt32LE(40) / 48_000).toBeCloseTo(named.structured.seconds as number, 5)
    expect(await call('synthesize_speech', { ...spoken, save_to: 'morning' })).toMatchObject({
      isError: true,
      text: 'morning.wav exists; give another name',
    })
    expect(readFileSync(path)).toEqual(wav)
    const unnamed = await call('synthesize_speech', { text: 'Again.' })
    expect(dirname(unnamed.structured.path as string)).toBe(folder)
    expect(readdirSync(folder)).toHaveLength(2)
  })

  test('does not save outside its folder', async () => {
    const { call, directory } = await connect()
    for (const save_to of ['../out', '/etc/out', 'a/b', '.hidden', 'C:\\out']) {
      const { isError, text } = await call('synthesize_speech', { text: 'Hi.', save_to })
      expect([isError, text], save_to).toEqual([true, expect.stringContaining('save_to')])
    }
    expect(readdirSync(directory)).toEqual([])
  })

  test('without a folder makes a temporary one, and opens no store', async () => {
    const { call, directory } = await connect()
    const { structured } = await call('synthesize_speech', { text: 'Hi.' })
    expect(String(structured.path)).toMatch(new RegExp(`^${directory}/hoarfrost-\\w+/speech-.*\\.mp3$`))
    expect(existsSync(join(directory, 'data'))).toBe(false)
  })

  test.each(['its own process', 'a server'])('speaks with HOARFROST_DEFAULT_SPEAKER, in %s', async (place) => {
    const env = { HOARFROST_DEFAULT_SPEAKER: 'orion', HOARFROST_API_KEY: TEST_KEY }
    const service = place === 'a server' ? await startTestService() : undefined
    const { call } = await connect({ ...env, ...(service && { HOARFROST_URL: service.url }) })
    const { structured } = await call('synthesize_speech', { text: 'Hi.' })
    expect(structured).toMatchObject({ speaker: 'orion' })
    expect(service?.spoken ?? [{ voice: { speaker: 'orion' } }]).toMatchObject([{ voice: { speaker: 'orion' } }])
    expect((await call('generate_integration', { client: 'curl' })).text).toContain('"orion"')
  })

  test('lists voices, normalizes and checks words', async () => {
    const { call } = await connect()
    expect(((await call('list_voices')).structured.voices as unknown[]).length).toBe(689)
    expect((await call('normalize_text', { text: 'It costs $5.' })).text).toBe('It costs five dollars.')
    expect((await call('check_dictionary', { text: 'hello blorbify' })).structured).toEqual({ missing: ['blorbify'] })
    expect((await call('generate_integration', { client: 'curl' })).text).toContain('http://127.0.0.1:8000/v1/rime-tts')
  })

  test('plays through the speakers, and says so where there is no player', async () => {
    const { call: alone } = await connect({ PATH: '/nowhere' })
    const { isError, text } = await alone('speak', { text: 'Hi.' })
    expect([isError, text]).toEqual([true, expect.stringContaining('no audio player found')])
    const programs = newDirectory()
    const played = join(programs, 'played.wav')
    writeFileSync(join(programs, 'aplay'), `#!/bin/sh\nexec cat > '${played}'\n`, { mode: 0o755 })
    const { call } = await connect({ PATH: `${programs}:/bin:/usr/bin` })
    expect(await call('speak', { text: 'Hi.', speaker: 'orion' })).toMatchObject({
      isError: false,
      text: expect.stringMatching(/^Played \d\.\d s by orion$/),
    })
    expect(readFileSync(played).toString('latin1', 0, 4)).toBe('RIFF')
    expect((await call('speak', { text: 'Hi.', wait: false })).text).toMatch(/^Playing/)
  })

  test('speaks through the server of HOARFROST_URL, with the key of HOARFROST_API_KEY', async () => {
    const service = await startTestService()
    const { call } = await connect({ HOARFROST_URL: `${service.url}/`, HOARFROST_API_KEY: TEST_KEY })
    const { structured } = await call('synthesize_speech', { text: 'One two.', speaker: 'orion', format: 'wav' })
    expect(structured).toMatchObject({ seconds: 0.2, speaker: 'orion' })
    expect(readFileSync(structured.path as string).readUInt32LE(40)).toBe(0.2 * 48_000)
    expect(service.spoken).toMatchObject([{ text: 'One two.', voice: { speaker: 'orion' } }])
    const mp3 = await call('synthesize_speech', { text: 'One.', modelId: 'mistv2', speed: 2 })
    expect(readFileSync(mp3.structured.path as string).length).toBeGreaterThan(100)
    expect(service.spoken[1]).toMatchObject({ model: 'mistv2', rate: 2 })
    expect(((await call('list_voices')).structured.voices as unknown[]).length).toBe(689)
    expect((await call('normalize_text', { text: 'It costs $5.' })).text).toBe('It costs five dollars.')
    expect((await call('check_dictionary', { text: 'blorbify' })).structured).toEqual({ missing: ['blorbify'] })
    expect((await call('generate_integration', { client: 'openai' })).text).toContain(`'${service.url}/v1'`)
    expect(await call('synthesize_speech', { text: 'a', speaker: 'nobody' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('Speaker not found'),
    })
  })

  test('names a speaker of the language to the server, which a strict one takes', async () => {
    const service = await startTestService({ isStrict: true })
    const { call } = await connect({ HOARFROST_URL: service.url, HOARFROST_API_KEY: TEST_KEY })
    const { structured } = await call('synthesize_speech', { text: 'Hola.', lang: 'es' })
    const [spoken] = service.spoken
    expect(spoken).toMatchObject({ language: 'spa', voice: { language: 'spa', gender: 'Female' } })
    expect(structured).toMatchObject({ speaker: spoken?.voice.speaker })
  })

  test('tells of a wrong key and of a server that is gone', async () => {
    const service = await startTestService()
    const { call } = await connect({ HOARFROST_URL: service.url, HOARFROST_API_KEY: 'a-wrong-key-of-some-length' })
    expect((await call('synthesize_speech', { text: 'a' })).text).toBe('the server answers 401: invalid api key')
    await service.close()
    expect((await call('synthesize_speech', { text: 'a' })).text).toContain(`no server responds at ${service.url};`)
  })

  test('writes nothing but the protocol to standard output, and ends with standard input', async () => {
    const child = spawn(process.execPath, [CLI, 'mcp'], {
      cwd: newDirectory(),
      env: { PATH: process.env.PATH, ...QUICK_ENGINE },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    const exit = once(child, 'exit')
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    const clientInfo = { name: 'raw', version: '1' }
    send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } })
    send({ method: 'notifications/initialized' })
    child.stdin.write('not json\n')
    send({ id: 2, method: 'tools/call', params: { name: 'synthesize_speech', arguments: { text: 'Hi.' } } })
    await expect.poll(() => output, { timeout: 60_000 }).toContain('"id":2')
    child.stdin.end()
    expect(await exit).toEqual([0, null])
    const lines = output.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line)).every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true)
  })
})
