import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

/** Plays a WAV while it is produced. Throws an Error if the machine has no player or the player fails. */
export async function play(wav: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  const player =
    (await started('aplay', ['-q', '-'], signal)) ??
    (await started('ffplay', ['-loglevel', 'error', '-nodisp', '-autoexit', '-i', '-'], signal)) ??
    (await started('play', ['-q', '-t', 'wav', '-'], signal)) // of SoX
  if (player === undefined) return playFile(wav, signal)
  await Promise.all([player.succeeded, pipeline(wav, player.stdin, { signal }).catch(unlessPlayerLeft)])
}

/** For the players of macOS and Windows, which do not read from a pipe. */
async function playFile(wav: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'hoarfrost-'))
  try {
    const file = join(directory, 'say.wav')
    await writeFile(file, wav, { signal })
    const player =
      (await started('afplay', [file], signal)) ??
      (await started(
        'powershell',
        ['-NoProfile', '-Command', `(New-Object Media.SoundPlayer '${file.replaceAll("'", "''")}').PlaySync()`],
        signal,
      ))
    if (player === undefined) {
      throw new Error('no audio player found (aplay, ffplay, play of SoX, afplay); write a file with -o out.wav')
    }
    await player.succeeded
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** The running program, or undefined if none of that name is installed. */
async function started(program: string, args: readonly string[], signal: AbortSignal) {
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'], signal })
  try {
    await once(child, 'spawn')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const ended = Promise.all([once(child, 'exit'), readText(child.stderr)])
  const succeeded = ended.then(([[status], output]) => {
    const reason = reasonIn(output)
    if (status === 0 && !FAILURE.test(reason)) return
    if (NO_DEVICE.test(reason)) throw new Error('this machine has no sound device; write a file with -o out.wav')
    throw new Error(`${program} failed${reason && ` (${reason})`}; write a file with -o out.wav instead`)
  })
  return { stdin: child.stdin, succeeded }
}

/** What aplay, ffplay and SoX say where there is no sound card, in the words of their libraries. */
const NO_DEVICE =
  /audio open (?:failed|error)|no more combinations|no such (?:audio )?device|unknown pcm|no default audio device|cannot find card/i

/** ffplay exits with 0 if it finds no sound card. */
const FAILURE = /fail|could not/i

/** The first line that does not come from the library below the player. */
const reasonIn = (output: string): string =>
  output
    .split('\n')
    .find((line) => line.trim() !== '' && !line.startsWith('ALSA lib'))
    ?.trim() ?? ''

/** A player that stops reading reports why by its exit status; any other error comes from the audio. */
function unlessPlayerLeft(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}
