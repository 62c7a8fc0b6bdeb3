import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Subject } from './load.ts'
import { cpuMsOfEndedChildren } from './process-usage.ts'
import { type Answer, WAV_FORMAT } from './speech-client.ts'

/** A command-line program that speaks a text into a WAV file. */
export interface Peer {
  readonly program: string
  readonly commandLine: (text: string, file: string) => readonly string[]
}

export const FLITE: Peer = {
  program: 'flite',
  commandLine: (text, file) => ['-voice', 'slt', '-t', text, '-o', file],
}

export const espeakNg = (voice: string): Peer => ({
  program: 'espeak-ng',
  commandLine: (text, file) => ['-v', voice, '-w', file, '--', text],
})

export const isInstalled = ({ program }: Peer): boolean => spawnSync(program, ['--version']).error === undefined

/** Speaks each text in a new process. First audio is when the file is complete. */
export function openPeer({ program, commandLine }: Peer): Subject & Disposable {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-peer-'))
  let fileCount = 0
  return {
    name: program,
    speak: async (text): Promise<Answer> => {
      const file = join(directory, `${fileCount++}.wav`)
      const startedAt = performance.now()
      const [exitCode] = await once(spawn(program, commandLine(text, file), { stdio: 'ignore' }), 'exit')
      const totalMs = performance.now() - startedAt
      if (exitCode !== 0) return { kind: 'failed', reason: `exit code ${exitCode}` }
      const audioS = wavSeconds(readFileSync(file))
      rmSync(file)
      return { kind: 'spoken', firstAudioMs: totalMs, totalMs, audioS, worstDelayMs: -audioS * 1000 }
    },
    cpuMs: cpuMsOfEndedChildren,
    residentMb: () => undefined,
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  }
}

const BYTES_PER_SECOND_OFFSET = 28

const wavSeconds = (wav: Buffer): number =>
  (wav.length - WAV_FORMAT.headerBytes) / wav.readUInt32LE(BYTES_PER_SECOND_OFFSET)
