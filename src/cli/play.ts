import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Plays a WAV as it is made. Throws an Error where the machine has no player, or the player fails. */
export async function play(wav: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  const player =
    (await started('aplay', ['-q', '-'], signal)) ??
    (await started('ffplay', ['-loglevel', 'error', '-nodisp', '-autoexit', '-i', '-'], signal))
  if (player === undefined) return playFile(wav, signal)
  await Promise.all([succeeded(player.exit), pipeline(wav, player.stdin, { signal }).catch(unlessPlayerLeft)])
}

/** For the player of macOS, which does not read from a pipe. */
async function playFile(wav: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'hoarfrost-'))
  try {
    const file = join(directory, 'say.wav')
    await writeFile(file, wav, { signal })
    const player = await started('afplay', [file], signal)
    if (player === undefined) {
      throw new Error('no program here plays sound (aplay, ffplay or afplay would); write a file with -o out.wav')
    }
    await succeeded(player.exit)
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** The program running, or undefined where there is none of that name. */
async function started(program: string, args: readonly string[], signal: AbortSignal) {
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'inherit'], signal })
  try {
    await once(child, 'spawn')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return { stdin: child.stdin, exit: once(child, 'exit') }
}

async function succeeded(exit: Promise<unknown[]>): Promise<void> {
  const [status] = await exit
  if (status !== 0) throw new Error('the player failed; write a file with -o out.wav instead')
}

/** A player that stops reading says why with its exit status; every other failure is that of the audio. */
function unlessPlayerLeft(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}
