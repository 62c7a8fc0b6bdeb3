import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { canTestWith } from '../../scripts/needed-program.ts'
import { KEY, openWholeService } from '../whole-service.ts'
import { hasChromium, openBrowser, signedIn } from './browser.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)
const succeeds = (program: string, args: readonly string[]) =>
  canTestWith([program, ...args].join(' '), spawnSync(program, args).status === 0)

/** Python with the clients that `npm run test:clients` installs. */
const CLIENTS_PYTHON = join(ROOT, '.cache/clients/python/bin/python')
const TYPESCRIPT = ['--import', join(ROOT, 'scripts/typescript.js')]

/** Everything that a shell, JSON or a program could take for something else. */
const TEXT = `It's "quoted", costs $5 \\ and \`echo 5\`.\nA line — with ${'$'}{name}, 你好 & %s.`

describe.skipIf(!hasChromium)('the programs of "Copy as"', () => {
  let service: Awaited<ReturnType<typeof openWholeService>>
  const snippets = new Map<string, string>()
  beforeAll(async () => {
    service = await openWholeService()
    const browser = await openBrowser()
    const { page } = await signedIn(browser, service.url)
    await page.getByLabel('Text to speak').fill(TEXT)
    for (const name of ['curl', 'Python', 'TypeScript', 'LiveKit', 'Pipecat', 'OpenAI']) {
      await page.getByRole('tab', { name }).click()
      await page.getByRole('button', { name: `Copy ${name}` }).waitFor()
      snippets.set(name, (await page.locator('.snippet').textContent()) ?? '')
    }
    await browser.close()
  })
  afterAll(() => service.remove())

  /** Runs a program in a folder of its own, with the key in the environment. Returns what it wrote and printed. */
  async function execute(program: string, args: readonly string[], file: string, source: string) {
    const cwd = mkdtempSync(join(tmpdir(), 'hoarfrost-snippet-'))
    onTestFinished(() => rmSync(cwd, { recursive: true }))
    writeFileSync(join(cwd, file), source)
    const { stdout } = await run(program, [...args, file], { cwd, env: { ...process.env, HOARFROST_API_KEY: KEY } })
    const speech = join(cwd, 'speech.mp3')
    return { stdout, speech: existsSync(speech) ? readFileSync(speech) : undefined }
  }

  /** The same request gives the same bytes, except for what varies by chance: its length is about the same. */
  async function expectSpeech(speech: Buffer | undefined): Promise<void> {
    const answer = await fetch(`${service.url}/v1/rime-tts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, accept: 'audio/mpeg' },
      body: JSON.stringify({ modelId: 'coda', speaker: 'luna', text: TEXT, lang: 'eng' }),
    })
    const expected = Buffer.from(await answer.arrayBuffer())
    expect(speech?.subarray(0, 2)).toEqual(expected.subarray(0, 2))
    expect((speech?.length ?? 0) / expected.length).toBeCloseTo(1, 0)
  }

  test.skipIf(!succeeds('curl', ['--version']))('curl', async () => {
    const { speech } = await execute('bash', ['-e'], 'speak.sh', snippets.get('curl') ?? '')
    await expectSpeech(speech)
  })

  test.skipIf(!succeeds('python3', ['-c', 'import requests']))('Python', async () => {
    const { speech } = await execute('python3', [], 'speak.py', snippets.get('Python') ?? '')
    await expectSpeech(speech)
  })

  test('TypeScript', async () => {
    const { speech } = await execute(process.execPath, TYPESCRIPT, 'speak.ts', snippets.get('TypeScript') ?? '')
    await expectSpeech(speech)
  })

  test.skipIf(!succeeds(CLIENTS_PYTHON, ['-c', 'import livekit.plugins.rime']))('LiveKit', async () => {
    const program = `${snippets.get('LiveKit')}
import asyncio, aiohttp
from livekit.agents.utils import http_context

async def speak():
    http_context._new_session_ctx()
    seconds = 0.0
    async with tts.stream() as stream:
        stream.push_text("Hello there, this is LiveKit.")
        stream.end_input()
        async for audio in stream:
            seconds += audio.frame.duration
    await http_context._close_http_ctx()
    print(seconds)

asyncio.run(speak())
`
    const { stdout } = await execute(CLIENTS_PYTHON, [], 'speak.py', program)
    expect(Number(stdout)).toBeGreaterThan(1)
  })

  test.skipIf(!succeeds(CLIENTS_PYTHON, ['-c', 'import pipecat.services.rime.tts']))('Pipecat', async () => {
    const program = `${snippets.get('Pipecat')}\nprint(type(tts).__name__)\n`
    const { stdout } = await execute(CLIENTS_PYTHON, [], 'speak.py', program)
    expect(stdout.trim()).toBe('RimeTTSService')
  })

  test('OpenAI', async () => {
    const sdk = new URL('node_modules/openai/index.mjs', `file://${ROOT}`).href
    const program = `${(snippets.get('OpenAI') ?? '').replace("'openai'", `'${sdk}'`)}
console.log((await speech.arrayBuffer()).byteLength)`
    const { stdout } = await execute(process.execPath, TYPESCRIPT, 'speak.ts', program)
    expect(Number(stdout)).toBeGreaterThan(10_000)
  })
})
