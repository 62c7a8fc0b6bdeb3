import { spawnSync } from 'node:child_process'
import { canTestWith } from '../scripts/needed-program.ts'

// Third-party decoders.
const outputOf = (program: string, ...args: readonly string[]): string => {
  const { stdout, status } = spawnSync(program, args, { encoding: 'utf8' })
  return status === 0 ? stdout : ''
}
export const hasFfmpeg = canTestWith('ffmpeg', outputOf('ffmpeg', '-version') !== '')
const soxFormats = /^AUDIO FILE FORMATS:.*$/m.exec(outputOf('sox', '--help'))?.[0].split(' ') ?? []
const hasSox = canTestWith('sox', soxFormats.length > 0)
/** Debian's sox reads neither Opus nor AAC: ffmpeg reads every format. */
export const canSoxRead = (type: string): boolean => hasSox && soxFormats.includes(type)

/** Parameters that a headerless file lacks. */
export interface Headerless {
  readonly encoding: 'pcm' | 'f32le' | 'mulaw' | 'alaw'
  readonly rateHz: number
}

/** Samples of -1 to 1 at that rate. Throws if ffmpeg finds any fault. */
export function decodeWithFfmpeg(file: Uint8Array, rateHz: number, raw?: Headerless): Float32Array {
  const input =
    raw === undefined ? [] : ['-f', raw.encoding === 'pcm' ? 's16le' : raw.encoding, '-ar', `${raw.rateHz}`, '-ac', '1']
  return decode(
    'ffmpeg',
    ['-v', 'error', ...input, '-i', '-', '-f', 's16le', '-ar', `${rateHz}`, '-ac', '1', '-'],
    file,
  )
}

/** Captions as ffmpeg reads them, as WebVTT; empty if it cannot. */
export const readCaptionsWithFfmpeg = (path: string): string =>
  outputOf('ffmpeg', '-v', 'error', '-i', path, '-f', 'webvtt', '-')

export interface Probed {
  readonly format: { readonly duration?: string; readonly tags?: Readonly<Record<string, string>> }
  readonly streams: readonly { readonly tags?: Readonly<Record<string, string>> }[]
  /** Times in seconds. */
  readonly chapters: readonly {
    readonly start_time: string
    readonly end_time: string
    readonly tags: { readonly title: string }
  }[]
}

/** What ffprobe says of a file. Throws if it finds any fault. */
export function probeWithFfprobe(path: string): Probed {
  const args = ['-v', 'error', '-show_format', '-show_streams', '-show_chapters', '-of', 'json', path]
  return JSON.parse(`${run('ffprobe', args)}`)
}

/** Converts a file into the format of another one's name. Returns the faults that ffmpeg finds. */
export const convertWithFfmpeg = (from: string, to: string, args: readonly string[] = []): string =>
  faultsOf('ffmpeg', '-v', 'error', '-y', '-i', from, ...args, to)

const faultsOf = (program: string, ...args: readonly string[]): string =>
  spawnSync(program, args, { encoding: 'utf8' }).stderr

/** Samples of -1 to 1 at the rate of the file. `type` is sox's name of the format. */
export function decodeWithSox(file: Uint8Array, type: string, raw?: Headerless): Float32Array {
  const encoding = {
    pcm: ['-e', 'signed-integer', '-b', '16', '-L'],
    f32le: ['-e', 'floating-point', '-b', '32', '-L'],
    mulaw: ['-e', 'mu-law', '-b', '8'],
    alaw: ['-e', 'a-law', '-b', '8'],
  }
  const input = raw === undefined ? [] : [...encoding[raw.encoding], '-r', `${raw.rateHz}`, '-c', '1']
  return decode('sox', ['-V1', '-t', type, ...input, '-', '-t', 'raw', '-e', 'signed-integer', '-b', '16', '-'], file)
}

function decode(program: string, args: readonly string[], input: Uint8Array): Float32Array {
  const stdout = run(program, args, input)
  return Float32Array.from({ length: stdout.length >> 1 }, (_, i) => stdout.readInt16LE(2 * i) / 32_768)
}

function run(program: string, args: readonly string[], input?: Uint8Array): Buffer {
  const { status, stdout, stderr } = spawnSync(program, args, { input, maxBuffer: 2 ** 28 })
  if (status !== 0 || stderr.length > 0) throw new Error(`${program}: ${stderr}`)
  return stdout
}
