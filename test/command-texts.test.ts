import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canTestWith } from '../scripts/needed-program.ts'
import { CLI, failure, openCommandLine } from './command-line.ts'

const { directory, hoarfrost } = openCommandLine()

// That of util-linux runs a command in a terminal.
const hasScript = canTestWith('script', spawnSync('script', ['--version']).status === 0)
const inTerminal = (command: string) =>
  spawnSync('script', ['-qec', `${process.execPath} ${CLI} ${command}`, '/dev/null'], {
    cwd: directory,
    input: '',
    encoding: 'utf8',
  })

const write = (name: string, content: string | Buffer) => writeFileSync(join(directory, name), content)

/** Commands that read a text, with the name of its file at the place of FILE. */
const READERS: readonly (readonly string[])[] = [
  ['say', '-f', 'FILE', '-o', 'out.wav'],
  ['say', '-f', 'FILE', '-o', 'out.wav', '--ws', '--api-key', 'x'],
  ['textnorm', '-f', 'FILE'],
  ['pronounce', '-f', 'FILE'],
  ['dictionary', 'import', 'FILE'],
  ['jobs', 'submit', 'FILE'],
  ['jobs', 'submit', '--prompts', 'FILE'],
  ['jobs', 'list', '--key-file', 'FILE'],
]

describe.each(READERS.map((args) => ({ args, name: args.join(' ') })))('hoarfrost $name', ({ args }) => {
  const read = (file: string, input?: Buffer) => {
    const env = { HOARFROST_API_KEY: 'a-key-of-some-length', PORT: '9' }
    return spawnSync(process.execPath, [CLI, ...args.map((arg) => (arg === 'FILE' ? file : arg))], {
      cwd: directory,
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
      ...(input === undefined ? {} : { input }),
      timeout: 30_000,
    })
  }

  test.each([
    ['sound.wav', Buffer.from('RIFF\0\0\0\0WAVE'), 'is not UTF-8 text'],
    ['photo.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'is not UTF-8 text'],
    ['latin1.txt', Buffer.from('Caf\xe9', 'latin1'), 'is not UTF-8 text'],
    ['cut.txt', Buffer.from('Café').subarray(0, -1), 'is not UTF-8 text'],
    ['utf16.txt', Buffer.from('\ufeffHi', 'utf16le'), 'is not UTF-8 text but UTF-16; save it as UTF-8'],
    ['bare-utf16.txt', Buffer.from('Hi', 'utf16le'), 'is not UTF-8 text'],
    ['zeros.bin', Buffer.alloc(100_000), 'is not UTF-8 text'],
  ])('refuses %s, with its name and what it is not', (name, content, fault) => {
    write(name, content)
    expect(read(name)).toMatchObject({ status: 1, stdout: '', stderr: `hoarfrost: ${name} ${fault}\n` })
  })

  test.skipIf(args.includes('--ws'))('refuses standard input that is no text', () => {
    const { status, stderr } = read('-', Buffer.from('RIFF\0\0\0\0WAVE'))
    expect([status, stderr]).toEqual([1, 'hoarfrost: standard input is not UTF-8 text\n'])
  })

  test('names a file that is missing, a directory or a device without end', () => {
    mkdirSync(join(directory, 'folder'), { recursive: true })
    expect(read('missing.txt').stderr).toBe('hoarfrost: missing.txt does not exist\n')
    expect(read('folder').stderr).toBe('hoarfrost: folder is a directory\n')
    expect(read('/dev/zero').stderr).toBe('hoarfrost: /dev/zero is not UTF-8 text\n')
  })
})

describe('hoarfrost textnorm', () => {
  test('reads lines with any ends, and drops a byte order mark', () => {
    write('lines.txt', '\ufeffIt costs $5.\r\nIt costs $6.\rIt costs $7.\n\nIt costs $8.')
    const lines = ['five', 'six', 'seven', '', 'eight'].map((n) => (n === '' ? '\n' : `It costs ${n} dollars.\n`))
    expect(hoarfrost(['textnorm', '-f', 'lines.txt'])).toEqual({ status: 0, stdout: lines.join(''), stderr: '' })
    const input = '\ufeffIt costs $5.\r\nIt costs $6.'
    expect(hoarfrost(['textnorm', '-'], { input }).stdout).toBe(lines.slice(0, 2).join(''))
  })
})

describe('hoarfrost say', () => {
  test.each([[[]], [['-']], [['-f', '-']]])('%j speaks standard input', (args) => {
    const { status, stderr } = hoarfrost(['say', ...args, '-o', 'in.wav', '--json', 'in.json'], {
      input: 'From a pipe.',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  test.each([
    [[], 'standard input is empty'],
    [['-'], 'standard input is empty'],
    [['-f', 'empty.txt'], 'empty.txt is empty'],
    [[' '], 'the text is empty', 2],
    [['a', '-f', 'empty.txt'], 'give a text or --file FILE, not both', 2],
  ])('%j fails where there is nothing to speak', (args, sentence, status = 1) => {
    write('empty.txt', '\ufeff \r\n')
    expect(hoarfrost(['say', ...args, '-o', 'none.wav'])).toEqual({ ...failure(sentence), status })
  })

  test.runIf(hasScript).each(['say', 'say --ws --api-key x', 'textnorm', 'pronounce'])(
    '%s shows its usage on a terminal without a text',
    (command) => {
      const { status, stdout } = inTerminal(command)
      expect(status).toBe(2)
      expect(stdout).toMatch(/^Usage: hoarfrost (?:say|textnorm|pronounce) /)
    },
  )

  test.each(['wav', 'mp3', 'flac', 'ogg', 'opus', 'webm', 'pcm', 'ul', 'al'])(
    'writes captions beside .%s',
    (format) => {
      const files = ['srt', 'vtt', 'json'].map((kind) => `captions-${format}.${kind}`)
      const options = files.flatMap((file) => [`--${file.split('.')[1]}`, file])
      expect(hoarfrost(['say', 'Hello there.', '-o', `captions.${format}`, ...options])).toMatchObject({ status: 0 })
      const [srt = '', vtt = '', json = ''] = files.map((file) => readFileSync(join(directory, file), 'utf8'))
      expect(srt).toMatch(/-->.*\nHello there\.\n/)
      expect(vtt).toMatch(/^WEBVTT\n/)
      expect(JSON.parse(json).word_timestamps.words).toEqual(['Hello', 'there.'])
    },
  )

  const hinted = (args: readonly string[]) => {
    const { status, stderr } = hoarfrost(['say', ...args, '-o', 'hint.wav'])
    expect(status).toBe(0)
    return stderr
  }

  test.each([
    [['Hola, buenos días. ¿Cómo está usted hoy?', '-s', 'luna'], 'Spanish', 'luna', 'English', '-l spa'],
    [['Guten Morgen, wie geht es Ihnen heute?'], 'German', 'luna', 'English', '-l ger'],
    [['Good morning, how are you today?', '-s', 'alba'], 'English', 'alba', 'Spanish', '-l eng'],
    [['おはようございます。'], 'Japanese', 'luna', 'English', '-l jpn'],
    [['Доброе утро.'], 'Russian', 'luna', 'English', 'no voice of coda speaks Russian'],
    [['Buongiorno a tutti, come stai oggi?'], 'Italian', 'luna', 'English', '-l ita'],
    [['Goedemorgen, hoe gaat het met u vandaag?'], 'Dutch', 'luna', 'English', '-l nld'],
  ])('%j is hinted at as %s', (args, language, speaker, read, advice) => {
    const stderr = hinted(args)
    expect(stderr).toContain(`hoarfrost: the text seems to be in ${language}, and ${speaker} reads it in ${read}; `)
    expect(stderr).toContain(advice)
  })

  test.each([
    'Hello.',
    'OK',
    'Señor Muñoz met Juan Carlos de la Cruz in Los Angeles.',
    'Call (213) 555-9274 by 10/12/2024.',
    '5 €',
    'The café serves crème brûlée à la carte.',
  ])('%j is not hinted at', (text) => expect(hinted([text])).toBe(''))

  test.each([
    [['Hola', '-s', 'luna', '-l', 'spa'], /^hoarfrost: luna does not speak Spanish; \w+ speaks instead\n$/],
    [['Hello.', '-s', 'COVE'], /^hoarfrost: cove is not a voice of coda; \w+ speaks instead\n$/],
    [['Hello.', '-s', 'luna', '-m', 'mistv2'], /^hoarfrost: luna is not a voice of mistv2; \w+ speaks instead\n$/],
    [
      ['Hello.', '-s', 'anderson_emily', '-m', 'arcana'],
      /^hoarfrost: anderson_emily is not a voice of coda, which serves arcana; \w+ speaks instead\n$/,
    ],
    [['Hello.', '-s', 'LUNA', '-m', 'arcana'], /^$/],
    [['Hola', '-l', 'spa'], /^$/],
  ])('%j tells who speaks instead', (args, stderr) => expect(hinted(args)).toMatch(stderr))
})
