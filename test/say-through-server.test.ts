import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestService, TEST_KEY } from './api/test-service.ts'

const CLI = fileURLToPath(new URL('../dist/main/cli.js', import.meta.url))

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'hoarfrost-say-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

function say(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [CLI, 'say', ...args], {
    cwd: directory,
    env: { PATH: process.env.PATH, ...env },
  })
  const ended = Promise.all([once(child, 'exit'), readText(child.stdout), readText(child.stderr)]).then(
    ([[status], stdout, stderr]) => ({ status, stdout, stderr }),
  )
  return { stdin: child.stdin, ended, child }
}

test('hoarfrost say --ws speaks standard input while it is written', async () => {
  const service = await startTestService()
  const { stdin, ended } = say(['--ws', service.url, '-m', 'mistv3', '-s', 'cove', '--speed', '2', '-o', 'out.wav'], {
    HOARFROST_API_KEY: TEST_KEY,
  })
  stdin.write('First words. And')
  await vi.waitFor(() => expect(service.spoken.map(({ text }) => text)).toEqual(['First words. ']))
  stdin.end(` then ${'many '.repeat(200)}`)
  expect(await ended).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(service.spoken[0]).toMatchObject({
    model: 'mistv3',
    voice: { speaker: 'cove' },
    rate: 2,
    sampleRateHz: 24_000,
  })
  const wav = readFileSync(join(directory, 'out.wav'))
  expect(wav.readUInt32LE(40)).toBe(204 * 4800)
  expect(wav.toString()).toMatch(/DigitalSourceType=http\S+; Software=Hoarfrost \S+; Voice=cove\0/)
})

test.each(['PORT', 'HOARFROST_URL'])(
  'hoarfrost say --ws takes a text and a file, too, and the address of the environment: %s',
  async (variable) => {
    const service = await startTestService()
    const env = { [variable]: variable === 'PORT' ? `${service.port}` : service.url }
    const { ended } = say(['Hello there.', '--ws', '--api-key', TEST_KEY, '-o', 'text.wav'], env)
    expect(await ended).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(readFileSync(join(directory, 'text.wav')).readUInt32LE(40)).toBe(2 * 4800)
  },
)

test('hoarfrost say --ws names a speaker of the language, which a strict server takes', async () => {
  const service = await startTestService({ isStrict: true })
  const options = ['--ws', service.url, '--api-key', TEST_KEY, '-o', 'spanish.wav']
  for (const args of [
    ['-l', 'es'],
    ['-l', 'fr', '-m', 'mistv3'],
    ['-m', 'arcana'],
  ]) {
    const { ended } = say(['Hola.', ...options, ...args])
    expect(await ended).toEqual({ status: 0, stdout: '', stderr: '' })
  }
  expect(service.spoken).toMatchObject([
    { language: 'spa', voice: { language: 'spa', gender: 'Female' } },
    { language: 'fra', voice: { language: 'fra', model: 'mistv3', gender: 'Female' } },
    { language: 'eng', voice: { speaker: 'luna' } },
  ])
  const { ended } = say(['Hola.', ...options, '-l', 'xx'])
  expect((await ended).stderr).toMatch(/argument 'xx' is invalid\. The languages are eng, /)
})

const hasIpv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === '::1'))

test.skipIf(!hasIpv6).each(['::1', '[::1]', '::'])(
  'hoarfrost say --ws finds a server at HOST=%s (skipped where there is no IPv6)',
  async (HOST) => {
    const service = await startTestService({ host: HOST.replaceAll(/[[\]]/g, '') })
    const { ended } = say(['Hello there.', '--ws', '--api-key', TEST_KEY, '-o', 'six.wav'], {
      HOST,
      PORT: `${service.port}`,
    })
    expect(await ended).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(readFileSync(join(directory, 'six.wav')).readUInt32LE(40)).toBe(2 * 4800)
  },
)

test('hoarfrost say --voice-of speaks with the voice that fits, and says which', async () => {
  const service = await startTestService()
  const words = ['--voice-of', 'calm british man']
  const { ended } = say(['Hello.', '--ws', service.url, '--api-key', TEST_KEY, '-o', 'of.wav', ...words])
  const { status, stderr } = await ended
  const [, speaker] = /^Voice: (\w+) \(coda, eng, UK, Male, .+\)\n$/.exec(stderr) ?? []
  expect([status, service.spoken[0]?.voice.speaker]).toEqual([0, speaker])
})

test.each([
  [
    ['--api-key', 'wrong'],
    'the server does not accept the API key; give a valid key with --api-key or HOARFROST_API_KEY',
  ],
  [['--api-key', TEST_KEY, '-s', 'nobody'], 'there is no voice nobody. npx hoarfrost voices lists them'],
  [[], 'no API key; set HOARFROST_API_KEY or give --api-key KEY'],
])('hoarfrost say --ws %j fails with "%s"', async (args, sentence) => {
  const service = await startTestService()
  const { ended } = say(['Hello.', '--ws', service.url, '-o', 'none.wav', ...args])
  expect(await ended).toEqual({ status: 1, stdout: '', stderr: `hoarfrost: ${sentence}\n` })
})

test('hoarfrost say --ws says where it found no server, and what is no address', async () => {
  const { ended } = say(['Hello.', '--ws', 'ws://127.0.0.1:9', '--api-key', 'x', '-o', 'none.wav'])
  expect((await ended).stderr).toBe(
    'hoarfrost: no server responds at ws://127.0.0.1:9; start it with npx hoarfrost serve, or give its address\n',
  )
  const { ended: misread } = say(['--ws', 'Hello.', '--api-key', 'x'])
  expect((await misread).stderr).toBe(
    'hoarfrost: Hello. is not a URL; give a URL such as http://127.0.0.1:8000 after --ws, or --ws alone with the text on standard input\n',
  )
})

test('hoarfrost say --ws stops at Ctrl-C', async () => {
  const service = await startTestService()
  const { stdin, child, ended } = say(['--ws', service.url, '--api-key', TEST_KEY, '-o', 'stopped.wav'])
  stdin.write('First words. ')
  await vi.waitFor(() => expect(service.spoken).toHaveLength(1))
  child.kill('SIGINT')
  expect((await ended).status).toBe(130)
})
