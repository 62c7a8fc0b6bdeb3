import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { CLI, failure, openCommandLine } from './command-line.ts'

const BIN = fileURLToPath(new URL('../bin/hoarfrost.js', import.meta.url))
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PACKAGE = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

const { directory, hoarfrost } = openCommandLine()

const LANG = "option '-l, --lang <language>' argument "
const ALL_LANGUAGES = 'The languages are eng, spa, jpn, por, ger, ara, fra, hin, heb, ita, nld, sin, tam.'

describe('hoarfrost', () => {
  test('--version tells the version of the package', () => {
    expect(hoarfrost(['--version'])).toEqual({ status: 0, stdout: `${PACKAGE.version}\n`, stderr: '' })
  })

  test.each(['constructor', 'toString', '__proto__'])('has no command %s', (name) => {
    expect(hoarfrost([name])).toEqual({ status: 2, stdout: '', stderr: `hoarfrost: unknown command '${name}'\n` })
  })

  test.skipIf(process.platform !== 'linux').each(['voices', 'textnorm 5', 'say Hi. -o -'])(
    'says that the disk of its output is full (%s)',
    (command) => {
      const shell = spawnSync('sh', ['-c', `"$0" "$1" ${command} > /dev/full`, process.execPath, CLI])
      expect([shell.status, String(shell.stderr)]).toEqual([
        1,
        expect.stringMatching(/^hoarfrost: .*no space left on device/),
      ])
    },
  )

  test('leaves quietly when whoever reads its output has seen enough', () => {
    const shell = spawnSync('sh', [
      '-c',
      '"$0" "$1" say "Much more than is read." -o - | head -c 4',
      process.execPath,
      CLI,
    ])
    expect({ stdout: String(shell.stdout), stderr: String(shell.stderr) }).toEqual({ stdout: 'RIFF', stderr: '' })
  })

  test('textnorm --lang auto reads each sentence in its own language', () => {
    const args = ['textnorm', '--lang', 'auto', 'We have 21 seats. Wir haben 21 Plätze.']
    expect(hoarfrost(args).stdout).toBe('We have twenty one seats. Wir haben einundzwanzig Plätze.\n')
  })

  test('textnorm --explain names the language that reads a word in another script', () => {
    const { stdout } = hoarfrost(['textnorm', '--explain', 'In Москва.'])
    expect(stdout.split('\n').map((line) => line.trimEnd().split(/ {2,}/))).toContainEqual([
      'Москва',
      'word (Russian)',
      'Москва',
    ])
  })

  test('voices lists what words and options describe', () => {
    const { stdout } = hoarfrost(['voices', 'british', 'man', '--model', 'coda', '--country', 'uk', '--age', 'young'])
    expect(stdout).toMatch(/^SPEAKER +MODEL .*\n(?:\w+ +coda +eng +Male +Young Adult +(?:GB|UK|England) .*\n)+$/)
    const listed = JSON.parse(hoarfrost(['voices', 'eng', '--style', 'energetic', '--json']).stdout)
    expect(listed.length).toBeGreaterThan(0)
    for (const { styles } of listed) expect(styles.join()).toContain('energetic')
  })

  test('prints no escape sequences where nothing is a terminal', () => {
    for (const args of [['--help'], ['voices', '--help'], ['packs', 'list'], ['voices'], ['nope']]) {
      const { stdout, stderr } = hoarfrost(args)
      expect(stdout + stderr).not.toContain('\x1b')
    }
  })

  test('serve --help lists every variable of the environment', () => {
    const { stdout } = hoarfrost(['serve', '--help'])
    expect(stdout).toMatch(/HOARFROST_DATA_DIR +Directory .* \(default: \.\/data\)/)
  })

  test.each([
    [['sing'], "unknown command 'sing'"],
    [['voces'], "unknown command 'voces' (Did you mean voices?)"],
    [['keys', 'lits'], "unknown command 'lits' (Did you mean list?)"],
    [['say', 'a', '--speeker', 'b'], "unknown option '--speeker' (Did you mean --speaker?)"],
    [['say', 'a', '--file', 'b'], 'give a text or --file FILE, not both'],
    [
      ['say', 'a', '--voice-of', 'man', '-s', 'luna'],
      expect.stringMatching(/^option '--voice-of <words>' cannot be used with/),
    ],
    [
      ['say', 'a', '--speed', 'fast'],
      "option '--rate, --speed <factor>' argument 'fast' is invalid. It must be a number from 0.2 to 5.",
    ],
    [['voices', '--lang', 'tlh'], `${LANG}'tlh' is invalid. ${ALL_LANGUAGES}`],
    [['voices', '--lang', 'spanish'], `${LANG}'spanish' is invalid. ${ALL_LANGUAGES} Did you mean spa?`],
    [['say', 'a', '--lang', 'japnese'], `${LANG}'japnese' is invalid. ${ALL_LANGUAGES} Did you mean jpn?`],
    [['jobs', 'submit', 'a', '--lang', 'ge'], `${LANG}'ge' is invalid. ${ALL_LANGUAGES} Did you mean ger?`],
    [
      ['say', 'a', '--model', 'cuda'],
      "option '-m, --model <model>' argument 'cuda' is invalid. Allowed choices are coda, arcana, mistv3, mistv2. Did you mean coda?",
    ],
    [
      ['keys', 'create', '--limit', 'socket=3'],
      '--limit socket=3 must be NAME=NUMBER with one of the names sockets, requests-per-second, characters-per-minute, weight and a whole number from 1. Did you mean sockets?',
    ],
    [['say', ' \n'], 'the text is empty'],
    [
      ['say', 'a', '--sampling-rate', '8k'],
      "option '--sampling-rate <hz>' argument '8k' is invalid. It must be a whole number from 1000 to 384000.",
    ],
    [['textnorm', ''], 'the text is empty'],
    [['textnorm', 'Un', 'caf\ufffd'], 'the text is not in UTF-8'],
    [['say', 'Caf\ufffd', '-o', 'x.wav'], 'the text is not in UTF-8'],
    [['textnorm', '--json', '--explain', 'x'], "option '--json' cannot be used with option '--explain'"],
    [['pronounce', ' '], 'the word is empty'],
    [
      ['voices', '--gender', 'femal'],
      "option '-g, --gender <gender>' argument 'femal' is invalid. Allowed choices are female, male, non-binary. Did you mean female?",
    ],
    [
      ['keys', 'create', '--expires', 'soon'],
      "option '--expires <when>' argument 'soon' is invalid. It must be a date such as 2030-12-31, 30d or 12h.",
    ],
    [
      ['keys', 'create', '--role', 'king'],
      "option '--role <role...>' argument 'king' is invalid. Allowed choices are synthesis, admin.",
    ],
  ])('%j is a wrong command line: one line, and 2', (args, sentence) => {
    const { stderr, ...failed } = hoarfrost(args)
    expect(failed).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^hoarfrost: .+\n$/)
    expect(stderr.slice('hoarfrost: '.length, -1)).toEqual(sentence)
  })

  test.each([
    [['say', '--file', 'missing.txt'], 'missing.txt does not exist'],
    [['packs', 'info', 'kokro'], expect.stringMatching(/^there is no pack kokro; packs: .*\. Did you mean kokoro/)],
    [['textnorm', '--json-lines', '5'], 'line 1 must be an object with a string "text"'],
    [['packs', 'bench', 'kokoro'], 'kokoro is not installed; install it with: hoarfrost packs install kokoro'],
    [['voices', '-m', 'mistv3', '-l', 'ja'], 'no voice matches model mistv3 and language ja'],
    [['voices', 'martian', 'man'], 'no voice matches martian'],
    [
      ['voices', '--country', 'Mars'],
      expect.stringMatching(/^no voice is from Mars; the countries are AR \(Argentina\), /),
    ],
    [
      ['say', 'a', '--voice-of', 'zzz'],
      'no voice of coda fits "zzz"; `hoarfrost voices --help` tells which words there are',
    ],
  ])('%j fails with one line, and 1', (args, sentence) => {
    const { stderr, ...failed } = hoarfrost(args)
    expect(failed).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^hoarfrost: .+\n$/)
    expect(stderr.slice('hoarfrost: '.length, -1)).toEqual(sentence)
  })

  test('a bad value in the environment or in .env stops a command with the line that names it', () => {
    const sentence = 'HOARFROST_STRICT must be one of 1, true, yes, on, 0, false, no, off'
    expect(hoarfrost(['serve'], { env: { HOARFROST_STRICT: 'maybe' } })).toEqual(failure(sentence))
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

  /** A clone of little more than what starts the program. */
  function cloneAs(name: string) {
    const clone = join(directory, name)
    const scripts = ['build.js', 'typescript.js', 'typescript-hooks.js'].map((file) => `scripts/${file}`)
    for (const path of ['bin/hoarfrost.js', ...scripts, 'package.json', 'package-lock.json']) {
      cpSync(join(ROOT, path), join(clone, path))
    }
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(clone, path)), { recursive: true })
      writeFileSync(join(clone, path), text)
    }
    const run = () => {
      const { stdout, stderr } = spawnSync(process.execPath, [join(clone, 'bin/hoarfrost.js')], {
        cwd: clone,
        encoding: 'utf8',
      })
      return { stdout, stderr }
    }
    return { clone, write, run }
  }

  test('of a fresh clone says that its dependencies are not installed', () => {
    const { write, run } = cloneAs('fresh')
    write('src/main/cli.ts', '')
    expect(run()).toEqual({
      stdout: '',
      stderr: 'hoarfrost: the dependencies are not installed: run npm install\n',
    })
  })

  test('without the compiler starts what is in dist/, or says how to get it', () => {
    const { clone, write, run } = cloneAs('production')
    for (const name of Object.keys(PACKAGE.dependencies)) {
      const place = join(clone, 'node_modules', name)
      mkdirSync(dirname(place), { recursive: true })
      symlinkSync(join(ROOT, 'node_modules', name), place)
    }
    write('src/main/cli.ts', '')
    write('dashboard/index.html', '')
    expect(run()).toEqual({
      stdout: '',
      stderr:
        'hoarfrost: dist/ is missing, and the compiler is not installed, as after npm ci --omit=dev; run npm ci && npm run build && npm prune --omit=dev\n',
    })
    write('lexicon/word-list.bin', '')
    write('dist/main/cli.js', "console.log('started')")
    expect(run()).toEqual({
      stdout: 'started\n',
      stderr:
        'hoarfrost: dist/ is not compiled from the sources as they are now, and the compiler is not installed\nhoarfrost: dist/ is not compiled from the sources of the dashboard as they are now, and Vite is not installed\n',
    })
  })

  test('compiles what a clone has changed, and only then', () => {
    const { clone, write, run } = cloneAs('clone')
    symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'))
    write('lexicon/word-list.bin', '')
    write('scripts/compile-word-list.ts', '')
    write('lexicon/supplement/names.tsv', '')
    write('src/languages/xyz/words/list.txt', '')
    write('src/protocols/reference/page/page.css', '')
    write('src/core/shared.ts', '')
    write('src/main/cli.ts', "console.log('first')")
    write('dashboard/vite.config.ts', "export default { root: 'dashboard', build: { outDir: '../dist/dashboard' } }")
    write('dashboard/index.html', 'first')
    const page = () => readFileSync(join(clone, 'dist/dashboard/index.html'), 'utf8')
    expect(run()).toEqual({
      stdout: 'first\n',
      stderr: 'hoarfrost: compiling the sources\nhoarfrost: compiling the dashboard\n',
    })
    expect(page()).toBe('first')
    write('dashboard/index.html', 'second')
    expect(run()).toEqual({ stdout: 'first\n', stderr: 'hoarfrost: compiling the dashboard\n' })
    expect(page()).toBe('second')
    expect(run()).toEqual({ stdout: 'first\n', stderr: '' })
    write('src/main/cli.ts', "console.log('second')")
    expect(run()).toEqual({ stdout: 'second\n', stderr: 'hoarfrost: compiling the sources\n' })
    expect(run()).toEqual({ stdout: 'second\n', stderr: '' })
    for (const words of ['one', 'one two']) {
      write('src/languages/xyz/words/list.txt', words)
      expect(run().stderr).toBe('hoarfrost: compiling the sources\n')
      expect(readFileSync(join(clone, 'dist/languages/xyz/words/list.txt'), 'utf8')).toBe(words)
    }
    write('src/core/shared.ts', ' ')
    expect(run().stderr).toBe('hoarfrost: compiling the sources\nhoarfrost: compiling the dashboard\n')
    write('src/main/cli.ts', 'const broken =')
    const { stdout, stderr } = run()
    expect(stdout).toBe('')
    expect(stderr).toMatch(/Unexpected token.*cli\.ts.*\nhoarfrost: the build failed\n$/s)
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
    expect(stdout).toMatch(/^SPEAKER +MODEL +LANGUAGE +GENDER +AGE +COUNTRY +DIALECT +STYLES\n/)
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
