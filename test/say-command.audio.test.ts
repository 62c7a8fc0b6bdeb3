import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canTestWith } from '../scripts/needed-program.ts'
import { meanPitchHz, peakLevel, rmsDb } from './audio-measures.ts'
import { CLI, failure, openCommandLine } from './command-line.ts'
import { decodeWithFfmpeg, hasFfmpeg, readCaptionsWithFfmpeg } from './decoders.ts'
import { QUICK_ENGINE } from './quick-engine.ts'

// That of util-linux runs a command in a terminal.
const hasScript = canTestWith('script', spawnSync('script', ['--version']).status === 0)

const { directory, hoarfrost } = openCommandLine()

/** A WAV file as its header describes it. */
function readWav(bytes: Buffer) {
  const sizes = { riff: bytes.readUInt32LE(4), data: bytes.readUInt32LE(40) }
  const samples = Float32Array.from(
    { length: Math.min(sizes.data, bytes.length - 44) / 2 }, // a stream does not know it
    (_, i) => bytes.readInt16LE(44 + 2 * i) / 32_768,
  )
  return { sizes, rateHz: bytes.readUInt32LE(24), samples, seconds: samples.length / bytes.readUInt32LE(24) }
}

describe('hoarfrost say', () => {
  const sayInto = (...args: string[]) => {
    expect(hoarfrost(['say', ...args, '-o', 'out.wav'])).toEqual({ status: 0, stdout: '', stderr: '' })
    const bytes = readFileSync(join(directory, 'out.wav'))
    rmSync(join(directory, 'out.wav'))
    return { ...readWav(bytes), byteLength: bytes.length }
  }

  test('writes a WAV file of the right size, with speech in it', () => {
    const { byteLength, sizes, rateHz, samples, seconds } = sayInto('The ice on the window looks like a forest.')
    expect(sizes).toEqual({ riff: byteLength - 8, data: 2 * samples.length })
    expect(rateHz).toBe(24_000)
    expect(seconds).toBeGreaterThan(1.5)
    expect(rmsDb(samples)).toBeGreaterThan(-40)
  })

  test('speaks with the voice, model and language it is told to, English or not', () => {
    const text = 'Guten Morgen, wie geht es Ihnen heute?'
    const german = sayInto(text, '-l', 'de-AT')
    expect(meanPitchHz(german.samples, german.rateHz)).toBeGreaterThan(0)
    const man = sayInto(text, '-s', 'baldur')
    const woman = sayInto(text, '-s', 'lorelei')
    expect(meanPitchHz(woman.samples, woman.rateHz)).toBeGreaterThan(1.2 * meanPitchHz(man.samples, man.rateHz))
    expect(sayInto('Good morning.', '-m', 'mistv3').rateHz).toBe(22_050)
  })

  test('--speed above 1 is faster on every model, mistv2 with its inverted parameter too', () => {
    const text = 'One after another they crossed the frozen river.'
    for (const model of ['coda', 'mistv2']) {
      const ratio = sayInto(text, '-m', model).seconds / sayInto(text, '-m', model, '--speed', '2').seconds
      expect(ratio).toBeGreaterThan(1.4) // coda draws its timing anew each time
      expect(ratio).toBeLessThan(2.8)
    }
  })

  test('--rate is another name of --speed, and --sampling-rate sets the samples per second', () => {
    const slow = sayInto('Good morning.', '-m', 'mistv3', '--rate', '0.5', '--sampling-rate', '8000')
    expect(slow.rateHz).toBe(8000)
    expect(slow.seconds).toBeGreaterThan(1.6 * sayInto('Good morning.', '-m', 'mistv3').seconds)
  })

  test.runIf(hasScript)('shows how far it is with a long text, on a terminal only', () => {
    writeFileSync(join(directory, 'long.txt'), 'The ice on the window looks like a forest. '.repeat(30))
    const args = ['say', '-f', 'long.txt', '-o', 'progress.wav']
    expect(hoarfrost(args)).toEqual({ status: 0, stdout: '', stderr: '' })
    const { status, stdout } = spawnSync('script', ['-qec', [process.execPath, CLI, ...args].join(' '), '/dev/null'], {
      cwd: directory,
      env: { PATH: process.env.PATH, ...QUICK_ENGINE },
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    expect(stdout).toMatch(/ [1-9]\d?% {2}\d:\d\d of audio, \d+\.\d times real time, \d:\d\d left/)
  })

  test('reads a file or standard input, and writes to standard output', () => {
    writeFileSync(join(directory, 'text.txt'), 'From a file.')
    expect(sayInto('--file', 'text.txt').seconds).toBeGreaterThan(0.4)
    const { stdout } = spawnSync(process.execPath, [CLI, 'say', '-', '-o', '-'], { input: 'From a pipe.' })
    expect(stdout.toString('latin1', 0, 4)).toBe('RIFF')
    expect(readWav(stdout).seconds).toBeGreaterThan(0.4)
  })

  const text = 'The same words in another format.'
  let wav: ReturnType<typeof sayInto> | undefined

  test.each([
    ['mp3', 24_000],
    ['ogg', 24_000],
    ['opus', 24_000],
    ['webm', 24_000],
    ['ul', 8000],
    ['pcm', 24_000],
    ['oga', 24_000],
    ['ulaw', 8000],
    ['mulaw', 8000],
    ['raw', 24_000],
  ])('writes .%s, as long and as loud as the WAV', (extension, rateHz) => {
    wav ??= sayInto(text, '-m', 'mistv3')
    expect(hoarfrost(['say', text, '-m', 'mistv3', '-o', `out.${extension}`])).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    })
    const file = readFileSync(join(directory, `out.${extension}`))
    const encoding = /^(?:ul|ulaw|mulaw)$/.test(extension)
      ? 'mulaw'
      : /^(?:pcm|raw)$/.test(extension)
        ? 'pcm'
        : undefined
    expect(file.length).toBeLessThan(encoding === 'pcm' ? 200_000 : wav.byteLength / 2)
    if (!hasFfmpeg) return
    const samples = decodeWithFfmpeg(file, rateHz, encoding && { encoding, rateHz })
    expect(Math.abs(samples.length / rateHz - wav.seconds)).toBeLessThan(0.03)
    expect(Math.abs(rmsDb(samples) - rmsDb(wav.samples))).toBeLessThan(1)
  })

  test('a text with nothing to speak is a moment of silence', () => {
    const { seconds, samples } = sayInto('...')
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThan(1)
    expect(peakLevel(samples)).toBe(0)
  })

  test('writes captions and the times of words beside the sound', () => {
    const text = 'The ice on the window looks like a forest. Fish & chips: <$5>!'
    const files = ['--srt', 'out.srt', '--vtt', 'out.vtt', '--json', 'out.json']
    const { seconds } = sayInto(text, ...files)
    const read = (name: string) => readFileSync(join(directory, name), 'utf8')
    const { word_timestamps, spans, ...reported } = JSON.parse(read('out.json'))
    expect(reported).toEqual({ text })
    expect(word_timestamps.words).toEqual(text.split(' '))
    expect(spans.map(([start, end]: [number, number]) => text.slice(start, end))).toEqual(word_timestamps.words)
    expect(word_timestamps.end.at(-1)).toBeCloseTo(seconds, 5)

    const clock = '\\d\\d:\\d\\d:\\d\\d[.,]\\d{3}'
    const times = `${clock} --> ${clock}`
    const first = 'The ice on the window looks like a forest\\.'
    expect(read('out.srt')).toMatch(
      new RegExp(`^1\\n${times}\\n${first}\\n\\n2\\n${times}\\nFish & chips: <\\$5>!\\n$`),
    )
    expect(read('out.vtt')).toMatch(
      new RegExp(`^WEBVTT\\n\\n${times}\\n${first}\\n\\n${times}\\nFish &amp; chips: &lt;\\$5&gt;!\\n$`),
    )
    if (!hasFfmpeg) return
    for (const name of ['out.srt', 'out.vtt']) {
      expect(readCaptionsWithFfmpeg(join(directory, name)).match(/-->/g)).toHaveLength(2)
    }
  })

  test('plays through a program that can, when no file is named', () => {
    const player = join(directory, 'aplay')
    writeFileSync(player, '#!/bin/sh\n/bin/cat > played.wav\n', { mode: 0o755 })
    expect(hoarfrost(['say', 'Aloud.'], { env: { PATH: directory } })).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(readWav(readFileSync(join(directory, 'played.wav'))).seconds).toBeGreaterThan(0.3)

    writeFileSync(player, '#!/bin/sh\nexit 1\n')
    expect(hoarfrost(['say', 'Aloud.'], { env: { PATH: directory } })).toEqual(
      failure('aplay failed; write a file with -o out.wav instead'),
    )
    rmSync(player)
    // As ffplay does where there is no sound card.
    const ffplay = join(directory, 'ffplay')
    writeFileSync(
      ffplay,
      '#!/bin/sh\necho "ALSA lib confmisc.c:855:(parse_card) cannot find card" >&2\necho "audio open failed" >&2\n',
      { mode: 0o755 },
    )
    expect(hoarfrost(['say', 'Aloud.'], { env: { PATH: directory } })).toEqual(
      failure('this machine has no sound device; write a file with -o out.wav'),
    )
    rmSync(ffplay)
    expect(hoarfrost(['say', 'Aloud.'], { env: { PATH: directory } })).toEqual(
      failure('no audio player found (aplay, ffplay, play of SoX, afplay); write a file with -o out.wav'),
    )
  })

  test.each([
    [['-s', 'nobody-at-all'], 'there is no voice nobody-at-all. npx hoarfrost voices lists them'],
    [['-s', 'Lnua'], 'there is no voice Lnua. Did you mean luna?'],
    [
      ['-l', 'heb', '-m', 'arcana'],
      'Language heb is not supported for model arcana; supported languages: eng, spa, jpn, por, ger, ara, fra, hin, ita, nld',
    ],
    [['-s', 'aviva', '-m', 'arcana'], 'aviva speaks Hebrew, which is not a language of coda, which serves arcana'],
    [['-s', 'raiden', '-m', 'mistv3'], 'raiden speaks Japanese, which is not a language of mistv3'],
    [
      ['-m', 'mistv3', '-l', 'jpn'],
      'Language jpn is not supported for model mistv3; supported languages: eng, spa, fra, ger',
    ],
    [
      ['-o', 'out.amr'],
      'out.amr: the file name must end in one of .wav .mp3 .ogg .oga .opus .webm .flac .pcm .raw .f32le .f32 .ul .ulaw .mulaw .al .alaw .aac .m4b',
      2,
    ],
    [['--srt', 'missing/out.srt'], 'missing: no such file or directory'],
    [['--srt', 'unwritten.wav'], 'unwritten.wav is given for two outputs', 2],
    [['--vtt', 'a', '--json', './a'], './a is given for two outputs', 2],
    [['-o', '-', '--json', '-'], 'standard output is given for two outputs', 2],
    [['--ws', '--vtt', 'out.vtt'], '--srt, --vtt and --json cannot be combined with --ws', 2],
    [['-o', 'missing/out.wav'], 'missing/out.wav: no such file or directory'],
  ])('%j fails with one line', (args, sentence, status = 1) => {
    expect(hoarfrost(['say', 'Hello.', '-o', 'unwritten.wav', ...args])).toEqual({ ...failure(sentence), status })
    expect(existsSync(join(directory, 'unwritten.wav'))).toBe(false)
  })

  test('cancelled half-way it leaves no file', async () => {
    const child = spawn(process.execPath, [CLI, 'say', 'On and on it goes. '.repeat(5000), '-o', 'long.wav'], {
      cwd: directory,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const path = join(directory, 'long.wav')
    await expect.poll(() => existsSync(path) && statSync(path).size).toBeGreaterThan(1000)
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([130, null])
    expect(existsSync(path)).toBe(false)
    expect(child.stderr.read()).toBeNull()
  })
})
