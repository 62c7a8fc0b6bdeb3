import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { meanPitchHz, peakLevel, rmsDb } from './audio-measures.ts'
import { decodeWithFfmpeg, hasFfmpeg, readCaptionsWithFfmpeg } from './decoders.ts'
import { QUICK_ENGINE } from './quick-engine.ts'

const CLI = fileURLToPath(new URL('../dist/main/cli.js', import.meta.url))
const BIN = fileURLToPath(new URL('../bin/hoarfrost.js', import.meta.url))
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const hasScript = spawnSync('script', ['--version']).status === 0 // util-linux's, which runs a command in a terminal
const PACKAGE = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'hoarfrost-cli-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

/** Runs the command line in a directory of its own, as a user with no configuration. */
function hoarfrost(args: readonly string[], { input = '', env = {} } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd: directory,
    input,
    env: { PATH: process.env.PATH, ...QUICK_ENGINE, ...env },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const failure = (sentence: string) => ({ status: 1, stdout: '', stderr: `hoarfrost: ${sentence}\n` })

describe('hoarfrost', () => {
  test('--version tells the version of the package', () => {
    expect(hoarfrost(['--version'])).toEqual({ status: 0, stdout: `${PACKAGE.version}\n`, stderr: '' })
  })

  test('leaves quietly when whoever reads its output has seen enough', () => {
    const shell = spawnSync('sh', [
      '-c',
      '"$0" "$1" say "Much more than is read." -o - | head -c 4',
      process.execPath,
      CLI,
    ])
    expect({ stdout: String(shell.stdout), stderr: String(shell.stderr) }).toEqual({ stdout: 'RIFF', stderr: '' })
  })

  test('serve --help lists every variable of the environment', () => {
    const { stdout } = hoarfrost(['serve', '--help'])
    expect(stdout).toMatch(/HOARFROST_DATA_DIR +Directory .* \(default: \.\/data\)/)
  })

  test.each([
    [['sing'], "unknown command 'sing'"],
    [['voces'], "unknown command 'voces' (Did you mean voices?)"],
    [['say'], 'no text; give a text, - for standard input, or --file FILE'],
    [['say', 'a', '--file', 'b'], 'no text; give a text, - for standard input, or --file FILE'],
    [['say', '--file', 'missing.txt'], "ENOENT: no such file or directory, open 'missing.txt'"],
    [
      ['say', 'a', '--speed', 'fast'],
      "option '--rate, --speed <factor>' argument 'fast' is invalid. It must be a number from 0.2 to 5.",
    ],
    [['voices', '--lang', 'tlh'], 'unknown language tlh; languages: eng, spa, jpn, por, ger, ara, fra, hin'],
    [['say', ' \n'], 'the text is empty'],
    [
      ['say', 'a', '--sampling-rate', '8k'],
      "option '--sampling-rate <hz>' argument '8k' is invalid. It must be a whole number from 1000 to 384000.",
    ],
    [['textnorm', ''], 'the text is empty'],
    [['pronounce', ' '], 'the word is empty'],
    [['voices', '--gender', 'robot'], 'no voice matches gender robot'],
    [['voices', '-m', 'mistv3', '-l', 'ja'], 'no voice matches model mistv3 and language ja'],
    [
      ['keys', 'create', '--expires', 'soon'],
      "option '--expires <when>' argument 'soon' is invalid. It must be a date such as 2030-12-31, 30d or 12h.",
    ],
    [
      ['keys', 'create', '--role', 'king'],
      "option '--role <role...>' argument 'king' is invalid. Allowed choices are synthesis, admin.",
    ],
  ])('%j fails with one line', (args, sentence) => {
    expect(hoarfrost(args)).toEqual(failure(sentence))
  })

  test('a bad value in the environment or in .env stops a command with the line that names it', () => {
    const sentence = 'HOARFROST_STRICT must be one of true, false'
    expect(hoarfrost(['serve'], { env: { HOARFROST_STRICT: 'yes' } })).toEqual(failure(sentence))
    writeFileSync(join(directory, '.env'), 'HOARFROST_STRICT=perhaps\n')
    expect(hoarfrost(['serve'])).toEqual(failure(sentence))
    rmSync(join(directory, '.env'))
  })
})

describe('bin/hoarfrost.js', () => {
  test.each(['16.20.2', '18.20.8', '20.9.0', '20.18.3'])('says in one line that Node %s is too old', (version) => {
    const preload = join(directory, 'old-node.cjs')
    writeFileSync(preload, `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`)
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', preload, BIN, 'serve'], {
      encoding: 'utf8',
    })
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: `hoarfrost needs Node 20.19 or newer; this is ${version}\n`,
    })
  })

  test('compiles what a clone has changed, and only then', () => {
    const clone = join(directory, 'clone')
    for (const path of ['bin/hoarfrost.js', 'scripts/build.js', 'package.json', 'package-lock.json', 'tsconfig.json']) {
      cpSync(join(ROOT, path), join(clone, path))
    }
    cpSync(join(ROOT, 'tsconfig.build.json'), join(clone, 'tsconfig.build.json'))
    symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'))
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(clone, path)), { recursive: true })
      writeFileSync(join(clone, path), text)
    }
    const run = () => {
      const { stdout, stderr } = spawnSync(process.execPath, [join(clone, 'bin/hoarfrost.js')], { encoding: 'utf8' })
      return { stdout, stderr }
    }
    write('lexicon/dictionary.bin', '')
    write('scripts/compile-dictionary.ts', '')
    write('src/main/cli.ts', "console.log('first')")
    expect(run()).toEqual({ stdout: 'first\n', stderr: 'hoarfrost: compiling the sources\n' })
    expect(run()).toEqual({ stdout: 'first\n', stderr: '' })
    write('src/main/cli.ts', "console.log('second')")
    expect(run()).toEqual({ stdout: 'second\n', stderr: 'hoarfrost: compiling the sources\n' })
    expect(run()).toEqual({ stdout: 'second\n', stderr: '' })
    for (const words of ['one', 'one two']) {
      write('src/languages/xyz/words/list.txt', words)
      expect(run().stderr).toBe('hoarfrost: compiling the sources\n')
      expect(readFileSync(join(clone, 'dist/languages/xyz/words/list.txt'), 'utf8')).toBe(words)
    }
    write('src/main/cli.ts', 'const broken: number = "text"')
    const { stdout, stderr } = run()
    expect(stdout).toBe('')
    expect(stderr).toMatch(/error TS2322.*\nhoarfrost: the build failed\n$/s)
  })

  test('the lock file has the packages of all platforms, without which npm ci refuses it', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
    const missing = Object.entries<{ optionalDependencies?: object }>(packages).flatMap(([path, locked]) =>
      path === ''
        ? []
        : Object.keys(locked.optionalDependencies ?? {}).filter(
            (name) => !(`node_modules/${name}` in packages || `${path}/node_modules/${name}` in packages),
          ),
    )
    expect(missing, 'run npm run lock:complete').toEqual([])
  })
})

describe('hoarfrost voices', () => {
  const rowsOf = (stdout: string) => stdout.trimEnd().split('\n').slice(1)

  test('lists every voice in aligned columns', () => {
    const { status, stdout } = hoarfrost(['voices'])
    expect(status).toBe(0)
    expect(rowsOf(stdout).length).toBeGreaterThan(600)
    expect(stdout).toMatch(/^SPEAKER +MODEL +LANGUAGE +GENDER +AGE +COUNTRY +DIALECT\n/)
    expect(stdout).toMatch(/^luna +coda +eng +Female/m)
  })

  test('narrows the list down by model, language and gender', () => {
    for (const lang of ['fr', 'fr-CA', 'FRA_fr']) {
      const { stdout } = hoarfrost(['voices', '-m', 'coda', '-l', lang, '-g', 'male'])
      expect(rowsOf(stdout)).toEqual([expect.stringMatching(/^destin +coda +fra +Male/)])
    }
  })

  test('--json prints what is known of each, and not how it is made', () => {
    const voices = JSON.parse(hoarfrost(['voices', '-m', 'coda', '-l', 'fr', '--json']).stdout)
    expect(voices).toHaveLength(5)
    expect(voices[0]).toMatchObject({ model: 'coda', language: 'fra', speaker: expect.any(String) })
    expect(voices[0]).not.toHaveProperty('engineVoice')
  })
})

describe('hoarfrost pronounce', () => {
  test('prints all that is known of each word, in ARPAbet and in our alphabet, and how', () => {
    const { status, stdout } = hoarfrost(['pronounce', 'read', 'hashtags', 'FAQ', 'blorb', '42', '...'])
    expect(status).toBe(0)
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['WORD', 'ARPABET', 'PHONEMES', 'SOURCE'],
      ['read', 'R EH1 D', '{r1Ed}', 'cmudict'],
      ['', 'R IY1 D', '{r1id}', 'cmudict'],
      ['hashtags', 'HH AE1 SH T AE2 G Z', '{h1@St2@gz}', 'inflection'],
      ['FAQ', 'EH1 F EY1 K Y UW1', '{1Ef1eky1u}', 'letters'],
      ['blorb', 'B L AO1 R B', '{bl1orb}', 'spelling'],
      ['42', 'F AO1 R T IY0 T UW1', '{f1ort0it1u}', 'cmudict'],
      ['...', 'not spoken'],
      [''],
    ])
  })

  test('reads lines where no word is given, prints JSON, and goes by what the operator added', () => {
    expect(hoarfrost(['dictionary', 'set', 'nginx', 'engine', 'x']).status).toBe(0)
    const { stdout } = hoarfrost(['pronounce', '--json'], { input: 'nginx\n\n  hello \n' })
    expect(JSON.parse(stdout)).toEqual([
      {
        word: 'nginx',
        pronunciations: [{ arpabet: 'EH1 N JH AH0 N EH1 K S', phonemes: '{1EnJ0xn1Eks}', source: 'entry' }],
      },
      {
        word: 'hello',
        pronunciations: [
          { arpabet: 'HH AH0 L OW1', phonemes: '{h0xl1o}', source: 'cmudict' },
          { arpabet: 'HH EH0 L OW1', phonemes: '{h0El1o}', source: 'cmudict' },
        ],
      },
    ])
  })
})

/** A WAV file as its header describes it. */
function readWav(bytes: Buffer) {
  const sizes = { riff: bytes.readUInt32LE(4), data: bytes.readUInt32LE(40) }
  const samples = Float32Array.from(
    { length: (bytes.length - 44) / 2 },
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
    expect(sizes).toEqual({ riff: byteLength - 8, data: byteLength - 44 })
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
    const text = 'The same words in another format.'
    const wav = sayInto(text, '-m', 'mistv3')
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
    const { word_timestamps, spans, ...told } = JSON.parse(read('out.json'))
    expect(told).toEqual({ text })
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
      failure('ffplay failed (audio open failed); write a file with -o out.wav instead'),
    )
    rmSync(ffplay)
    expect(hoarfrost(['say', 'Aloud.'], { env: { PATH: directory } })).toEqual(
      failure('no audio player found (aplay, ffplay or afplay); write a file with -o out.wav'),
    )
  })

  test.each([
    [['-s', 'nobody-at-all'], 'Speaker not found'],
    [
      ['-l', 'tlh'],
      'Language tlh is not supported for model coda; supported languages: eng, spa, jpn, por, ger, ara, fra, hin',
    ],
    [
      ['-m', 'mistv3', '-l', 'jpn'],
      'Language jpn is not supported for model mistv3; supported languages: eng, spa, fra, ger',
    ],
    [
      ['-o', 'out.aac'],
      'out.aac: the file name must end in one of .wav .mp3 .ogg .oga .opus .webm .flac .pcm .raw .ul .ulaw .mulaw .al .alaw',
    ],
    [['--srt', 'missing/out.srt'], "ENOENT: no such file or directory, access 'missing'"],
    [['--ws', '--vtt', 'out.vtt'], '--srt, --vtt and --json cannot be combined with --ws'],
    [['-o', 'missing/out.wav'], "ENOENT: no such file or directory, open 'missing/out.wav'"],
  ])('%j fails with one line', (args, sentence) => {
    expect(hoarfrost(['say', 'Hello.', '-o', 'unwritten.wav', ...args])).toEqual(failure(sentence))
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
