import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { PackManifest } from '../../src/core/pack.ts'
import { SMALL_TAR_BZ2, tarOf, zipOf } from '../archives.ts'
import { type Answer, etagOf, sha256Of, startFileServer } from '../file-server.ts'
import { manifestOf } from '../pack-manifests.ts'

const CLI = fileURLToPath(new URL('../../dist/main/cli.js', import.meta.url))

const FILES = {
  'model.onnx': Buffer.from('model '.repeat(50_000)),
  'voices/one.bin': Buffer.from('style'),
}

/** Whether a file system can be mounted for one process. */
const MOUNTS = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', tmpdir()]).status === 0

/** Writes a file until its disk is full. */
function fillDisk(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (;;) writeSync(file, Buffer.alloc(65_536))
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
  } finally {
    closeSync(file)
  }
}

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hoarfrost-packs-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
})

/** Starts `hoarfrost packs …` in a directory of its own. */
function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [CLI, 'packs', ...args], {
    cwd: directory,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const result = Promise.all([once(child, 'exit'), readText(child.stdout), readText(child.stderr)]).then(
    ([[status, signal], stdout, stderr]) => ({ status: status ?? signal, stdout, stderr }),
  )
  return { child, result }
}

const packs = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => start(args, env).result

function writeManifest(manifest: PackManifest = manifestOf(FILES)): string {
  const path = join(directory, `${manifest.name}.manifest.json`)
  writeFileSync(path, JSON.stringify(manifest))
  return path
}

const folderOf = (name = 'test-pack', version = '1.0'): string => join(directory, 'data/packs', name, version)
const installed = (): Record<string, string> => ({
  'model.onnx': readFileSync(join(folderOf(), 'model.onnx'), 'utf8'),
  'voices/one.bin': readFileSync(join(folderOf(), 'voices/one.bin'), 'utf8'),
})
const RIGHT = { 'model.onnx': String(FILES['model.onnx']), 'voices/one.bin': 'style' }

/** The files as a mirror has them. */
const mirrored = (files: Readonly<Record<string, Buffer>> = FILES, folder = 'test-pack/1.0'): Map<string, Buffer> =>
  new Map(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]))

const mirror = async (answer?: Answer, files = mirrored()) => {
  const server = await startFileServer(files, answer)
  return { ...server, env: { HOARFROST_PACKS_MIRROR: server.url } }
}

describe('hoarfrost packs list and info', () => {
  test('show the packs that can be had, their licences and sizes, and what nobody verified', async () => {
    const list = await packs(['list'])
    expect(list).toMatchObject({ status: 0, stderr: '' })
    expect(list.stdout).toMatch(/^kokoro +1\.2 +kokoro +354 MB +Apache-2\.0, MIT +available +646$/m)
    expect(list.stdout).toMatch(/^piper-de-thorsten-scratch .* CC0-1\.0 +available +4$/m)
    const info = await packs(['info', 'piper-en-gb-cori'])
    expect(info.stdout).toContain('Base model: none, trained from scratch')
    expect(info.stdout).toContain('no known hash; that of the first download is recorded (not checked by us)')
    expect(info.stdout).toMatch(/Not verified by us:\n {2}\S/)
  })

  test('info of an unknown pack names those that there are', async () => {
    const { status, stderr } = await packs(['info', 'parrot'])
    expect([status, stderr]).toEqual([
      1,
      'hoarfrost: there is no pack parrot; packs: kitten-nano, kokoro, kokoro-fp16, kokoro-int8, piper-de-thorsten-scratch, piper-en-gb-cori\n',
    ])
  })

  test('list says which of two packs speaks a voice, in the order of HOARFROST_PACKS', async () => {
    const { env } = await mirror(undefined, new Map([...mirrored(), ...mirrored(FILES, 'other-pack/1.0')]))
    await packs(['install', writeManifest()], env)
    await packs(['install', writeManifest(manifestOf(FILES, { name: 'other-pack' }))], env)
    const votes = async (HOARFROST_PACKS: string) => {
      const { stdout } = await packs(['list'], { HOARFROST_PACKS })
      return [...stdout.matchAll(/^eng +any +any +(\d+) +(\d+) +(\S+)$/gm)].map(([, ...cells]) => cells)
    }
    expect(await votes('all')).toEqual([
      ['536', '0', 'other-pack'],
      ['0', '536', 'test-pack'],
    ])
    expect(await votes('test-pack,other-pack')).toEqual([
      ['536', '0', 'test-pack'],
      ['0', '536', 'other-pack'],
    ])
    expect(await votes('test-pack')).toEqual([['536', '0', 'test-pack']])
    expect(await votes('none')).toEqual([])
    expect((await packs(['list'], { HOARFROST_PACKS: 'test-pack' })).stdout).toMatch(
      /^other-pack .* not in HOARFROST_PACKS /m,
    )
  })
})

describe('hoarfrost packs list', () => {
  test('counts voices as a server with the same HOARFROST_ENGINE_PREFERENCE would', async () => {
    const { env } = await mirror()
    await packs(['install', writeManifest()], env)
    const stateOf = async (HOARFROST_ENGINE_PREFERENCE: string) =>
      (await packs(['list'], { HOARFROST_ENGINE_PREFERENCE })).stdout.match(
        /^test-pack .* (installed|not .*?) +\d+$/m,
      )?.[0]
    expect(await stateOf('pack,flite')).toMatch(/installed +536$/)
    expect(await stateOf('flite,pack')).toMatch(/installed +0$/)
    expect(await stateOf('flite')).toMatch(/not preferred by HOARFROST_ENGINE_PREFERENCE +0$/)
  })
})

describe('hoarfrost packs connect', () => {
  const startSpeaker = async (status: number, body = '') => {
    const server = createServer((_, response) => void response.writeHead(status).end(body)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  }

  test.each<[string, number, string]>([
    ['has no list of voices', 404, ''],
    ['answers something else', 200, '<p>Hello'],
  ])('installs the voices of --voice if the server %s, and asks for them otherwise', async (_, status, body) => {
    const url = await startSpeaker(status, body)
    expect((await packs(['connect', url])).stderr).toBe(
      'hoarfrost: the server does not list its voices; describe them with --voice NAME:eng-US:Female\n',
    )
    expect(await packs(['connect', url, '--voice', 'alloy:eng-US:Female'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^remote \w{12} is installed and speaks \d{3} voices\n$/),
    })
  })

  test.each<[string, readonly string[], RegExp]>([
    ['a gain that is no number', ['--gain', 'loud'], /--gain .*must be a number from -24 to 24/],
    ['a sampling rate that is no number', ['--sampling-rate', ''], /--sampling-rate .*must be a number from 8000/],
    ['a voice without a gender', ['--voice', 'alloy'], /alloy is not a voice such as alloy:eng-US:Female/],
  ])('refuses %s', async (_, options, message) => {
    const { status, stderr } = await packs(['connect', 'http://127.0.0.1:1/v1', ...options])
    expect(status).not.toBe(0)
    expect(stderr).toMatch(message)
  })

  test('refuses a URL with a password, and does not repeat it', async () => {
    const { status, stderr } = await packs(['connect', 'http://me:secret@127.0.0.1:1/v1'])
    expect(status).toBe(1)
    expect(stderr).toContain('--key-variable')
    expect(stderr).not.toContain('secret')
    expect(existsSync(join(directory, 'data/packs'))).toBe(false)
  })
})

describe('hoarfrost packs install', () => {
  test('brings the files, their licences before them, and nothing else', async () => {
    const { env } = await mirror()
    const { status, stdout, stderr } = await packs(['install', writeManifest()], env)
    expect([status, stdout]).toEqual([0, 'test-pack 1.0 is installed and speaks 536 voices\n'])
    expect(stderr).toMatch(
      /^Licence of the weights: CC0-1\.0, nobody \(this file\)\nBase model: none, trained from scratch\n/,
    )
    expect(installed()).toEqual(RIGHT)
    expect(readdirSync(join(directory, 'data/packs'))).toEqual(['test-pack'])
    expect(readdirSync(folderOf()).sort()).toEqual(['model.onnx', 'pack.json', 'voices'])
  })

  test('asks the hub of HF_ENDPOINT where there is no mirror', async () => {
    const files = mirrored(FILES, 'someone/test-pack/resolve/main')
    const server = await startFileServer(files)
    expect(await packs(['install', writeManifest()], { HF_ENDPOINT: server.url })).toMatchObject({ status: 0 })
    expect(installed()).toEqual(RIGHT)
  })

  test('asks the proxy of the environment, but not for hosts of NO_PROXY', async () => {
    const asked: string[] = []
    const proxy = createServer().listen(0, '127.0.0.1')
    proxy.on('connect', ({ url = '' }, socket) => {
      asked.push(url)
      const { hostname, port } = new URL(`http://${url}`)
      const target = connect(Number(port), hostname, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
      target.pipe(socket).pipe(target)
      for (const end of [target, socket]) end.on('error', () => [target, socket].forEach((one) => void one.destroy()))
    })
    await once(proxy, 'listening')
    onTestFinished(() => void proxy.close())
    const { url, env } = await mirror()
    const { host, hostname } = new URL(url)
    const HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const proxied = { ...env, HTTP_PROXY, HTTPS_PROXY: HTTP_PROXY }
    expect(await packs(['install', writeManifest()], { ...proxied, NO_PROXY: hostname })).toMatchObject({ status: 0 })
    expect(asked).toEqual([])
    await packs(['remove', 'test-pack'])
    expect(await packs(['install', writeManifest()], proxied)).toMatchObject({ status: 0 })
    expect(new Set(asked)).toEqual(new Set([host]))
  })

  test('downloads nothing where HF_HUB_OFFLINE says so', async () => {
    const { env, requests } = await mirror()
    expect(await packs(['install', 'kokoro'], { ...env, HF_HUB_OFFLINE: '1' })).toMatchObject({
      status: 1,
      stderr: 'hoarfrost: HF_HUB_OFFLINE is set; unset it, or use: hoarfrost packs import\n',
    })
    expect(requests).toEqual([])
  })

  test('takes the files of a pack out of an archive that it downloads', async () => {
    const archive = gzipSync(
      await tarOf(Object.entries(FILES).map(([path, content]) => ({ name: `voice/${path}`, content }))),
    )
    const server = await startFileServer(new Map([['voice.tar.gz', archive]]))
    const manifest = manifestOf(FILES)
    const files = manifest.files.map((file) => ({
      ...file,
      from: [{ kind: 'archive' as const, url: `${server.url}/voice.tar.gz`, member: `voice/${file.path}` }],
    }))
    expect(await packs(['install', writeManifest({ ...manifest, files })])).toMatchObject({ status: 0 })
    expect(installed()).toEqual(RIGHT)
    expect(server.requests).toHaveLength(1)
  })

  test('records the hash of the first download where nobody knows one, and says so', async () => {
    const { env } = await mirror()
    const manifest = manifestOf(FILES)
    const files = manifest.files.map((file) => ({
      ...file,
      bytes: null,
      aboutBytes: file.bytes as number,
      sha256: null,
      isChecked: false,
    }))
    const { status, stderr } = await packs(['install', writeManifest({ ...manifest, files })], env)
    const sha256 = sha256Of(FILES['model.onnx'])
    expect(status).toBe(0)
    expect(stderr).toContain(`model.onnx: no hash is published; this one is recorded: SHA-256 ${sha256}\n`)
    const recorded = JSON.parse(readFileSync(join(folderOf(), 'pack.json'), 'utf8')) as PackManifest
    expect(recorded.files[0]).toMatchObject({ bytes: FILES['model.onnx'].length, sha256, isChecked: false })
    writeFileSync(join(folderOf(), 'model.onnx'), Buffer.alloc(FILES['model.onnx'].length))
    expect(await packs(['verify'])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('model.onnx has the SHA-256'),
    })
  })

  test.each<[string, Answer, RegExp]>([
    ['misses a file', (_q, response) => !!response.writeHead(404).end(), /the server answered 404\n$/],
    [
      'has another file',
      (_q, response, content) => !!response.end(Buffer.alloc(content?.length ?? 0)),
      /has the SHA-256 \w+ instead of \w+\n$/,
    ],
    [
      'has a longer file',
      (_q, response, content) => !!response.end(Buffer.alloc((content?.length ?? 0) + 1)),
      /instead of 300000\n$/,
    ],
  ])('of a mirror that %s leaves nothing installed and says why in one line', async (_, answer, message) => {
    const { env } = await mirror(answer)
    const { status, stdout, stderr } = await packs(['install', writeManifest()], env)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(message)
    expect(stderr.split('\n').filter((line) => line.startsWith('hoarfrost:'))).toHaveLength(1)
    expect(existsSync(folderOf())).toBe(false)
    const { stdout: list } = await packs(['list'])
    expect(list).not.toContain('test-pack')
  })

  test('that is killed in the middle is continued by the next one, from where it was', async () => {
    const half = FILES['model.onnx'].length / 2
    let kill = (): void => {}
    const { env, requests } = await mirror((_request, response, content, count) => {
      if (count > 0 || content !== FILES['model.onnx']) return false
      response.writeHead(200, { etag: etagOf(content), 'content-length': content.length })
      response.write(content.subarray(0, half), () => kill())
      return true
    })
    const { child, result } = start(['install', writeManifest()], env)
    const part = join(directory, 'data/packs/.partial/test-pack-1.0/work/model.onnx.part')
    kill = () => void waitFor(() => existsSync(part) && statSync(part).size >= half).then(() => child.kill('SIGKILL'))
    expect(await result).toMatchObject({ status: 'SIGKILL' })
    expect(existsSync(folderOf())).toBe(false)
    const { status, stderr } = await packs(['install', writeManifest()], env)
    expect(status).toBe(0)
    expect(stderr).toMatch(/model\.onnx from http:\S+, continued after 0\.1 MB\n|continued after 0\.2 MB\n/)
    expect(requests.map(({ range }) => range)).toEqual([undefined, `bytes=${half}-`, undefined])
    expect(installed()).toEqual(RIGHT)
    expect(readdirSync(join(directory, 'data/packs'))).toEqual(['test-pack'])
  })

  test('of a pack that is larger than the disk fails before the first request', async () => {
    const { env, requests } = await mirror()
    const manifest = manifestOf(FILES)
    const [first, ...others] = manifest.files
    const files = [...others, { ...(first as (typeof manifest.files)[number]), bytes: 64 * 2 ** 30 }]
    const huge = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].flatMap((folder) =>
      files.map((file) => ({ ...file, bytes: 64 * 2 ** 30, path: `${folder}/${file.path}` })),
    )
    const { status, stderr } = await packs(
      [
        'install',
        writeManifest({
          ...manifest,
          files: [...manifest.files, ...huge, ...huge.map((file) => ({ ...file, path: `z/${file.path}` }))],
        }),
      ],
      env,
    )
    expect([status, requests]).toEqual([1, []])
    expect(stderr).toMatch(/^hoarfrost: this needs \d+ MB of disk space; \S+ has \d+ MB$/m)
  })

  // A limit on the size of files: the system refuses to write, as it does when the disk is full.
  test('that cannot write any more fails with one line and without a retry, and is continued later', async () => {
    const { env, requests } = await mirror()
    const child = spawn(
      'sh',
      ['-c', 'ulimit -f 200; exec "$@"', 'sh', process.execPath, CLI, 'packs', 'install', writeManifest()],
      {
        cwd: directory,
        env: { PATH: process.env.PATH, ...env },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    const [stderr, [status]] = await Promise.all([readText(child.stderr), once(child, 'exit')])
    expect([status, requests.length, existsSync(folderOf())]).toEqual([1, 1, false])
    expect(stderr.split('\n').filter((line) => line.startsWith('hoarfrost:'))).toEqual([
      expect.stringContaining('EFBIG: file too large'),
    ])
    expect(await packs(['install', writeManifest()], env)).toMatchObject({ status: 0 })
    expect(requests[1]?.range).toMatch(/^bytes=\d{5,6}-$/)
    expect(installed()).toEqual(RIGHT)
  })

  test.skipIf(!MOUNTS)('on a disk that others fill meanwhile fails with one line, and is continued later', async () => {
    const data = join(directory, 'data')
    const half = FILES['model.onnx'].length / 2
    let fill = (): void => {}
    const { env, requests } = await mirror((_request, response, content, count) => {
      if (count > 0 || content !== FILES['model.onnx']) return false
      response.writeHead(200, { etag: etagOf(content), 'content-length': content.length })
      response.write(content.subarray(0, half), () => {
        fill()
        response.end(content.subarray(half))
      })
      return true
    })
    mkdirSync(data)
    const install = `"${process.execPath}" "${CLI}" packs install "${writeManifest()}"`
    const script = `mount -t tmpfs -o size=80m none "${data}" && echo mounted
      ${install}; echo "$?"; rm "${data}/filler"; ${install}; echo "$?"; cat "${data}/packs/test-pack/1.0/model.onnx"`
    const child = spawn('unshare', ['-rm', 'sh', '-c', script], {
      cwd: directory,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const written = once(child.stdout, 'data')
    fill = () => fillDisk(`/proc/${child.pid}/root${data}/filler`)
    const [stdout, stderr] = await Promise.all([written.then(() => readText(child.stdout)), readText(child.stderr)])
    expect(stdout).toBe(`1\ntest-pack 1.0 is installed and speaks 536 voices\n0\n${FILES['model.onnx']}`)
    expect(stderr.split('\n').filter((line) => line.startsWith('hoarfrost:'))).toEqual([
      expect.stringContaining('ENOSPC: no space left on device'),
    ])
    expect(requests[1]?.range).toMatch(/^bytes=\d{5,6}-$/)
  })

  test('of an installed pack says that it is', async () => {
    const { env } = await mirror()
    await packs(['install', writeManifest()], env)
    expect((await packs(['install', writeManifest()], env)).stderr).toContain(
      'hoarfrost: test-pack 1.0 is installed already; remove it first with: hoarfrost packs remove test-pack\n',
    )
  })

  test('of another version leaves the one before in place and names the command that removes it', async () => {
    const { env } = await mirror(undefined, new Map([...mirrored(), ...mirrored(FILES, 'test-pack/2.0')]))
    await packs(['install', writeManifest()], env)
    const { stderr } = await packs(['install', writeManifest(manifestOf(FILES, { version: '2.0' }))], env)
    expect(stderr).toContain('test-pack 1.0 is no longer used; to remove it: hoarfrost packs remove test-pack@1.0\n')
    expect((await packs(['list'])).stdout).toMatch(
      /^test-pack +2\.0 .* installed +536\ntest-pack +1\.0 .* replaced +0$/m,
    )
    expect(await packs(['remove', 'test-pack@1.0'])).toMatchObject({ status: 0 })
    expect(readdirSync(join(directory, 'data/packs/test-pack'))).toEqual(['2.0'])
  })

  test('of two processes at once is done by one; the other says so', async () => {
    let goOn = (): void => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const { env } = await mirror((_request, response, content) => {
      void held.then(() => response.end(content))
      return true
    })
    const first = start(['install', writeManifest()], env)
    await waitFor(() => existsSync(join(directory, 'data/packs/.partial/test-pack-1.0/work')))
    expect((await packs(['install', writeManifest()], env)).stderr).toContain(
      'hoarfrost: another process installs test-pack at the moment\n',
    )
    goOn()
    expect(await first.result).toMatchObject({ status: 0 })
    expect(installed()).toEqual(RIGHT)
  })
})

describe('hoarfrost packs import', () => {
  const write = (path: string, content: Uint8Array): string => {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), content)
    return join(directory, path)
  }
  const entries = Object.entries(FILES).map(([path, content]) => ({ name: `some/folder/${path}`, content }))

  test.each<[string, () => Promise<string>]>([
    [
      'a folder',
      async () => {
        for (const { name, content } of entries) write(`stick/${name}`, content)
        return join(directory, 'stick')
      },
    ],
    ['a .tar.gz', async () => write('pack.tgz', gzipSync(await tarOf(entries)))],
    ['a .zip', async () => write('pack.zip', zipOf(entries))],
    [
      'a folder of archives',
      async () => {
        const [one, other] = entries
        write('stick/one.zip', zipOf(one === undefined ? [] : [one]))
        write('stick/other.tar', await tarOf(other === undefined ? [] : [other]))
        return join(directory, 'stick')
      },
    ],
  ])('takes the files of a pack out of %s', async (_, make) => {
    const { status, stdout } = await packs(['import', await make(), '--pack', writeManifest()], { HF_HUB_OFFLINE: '1' })
    expect([status, stdout]).toEqual([0, 'test-pack 1.0 is installed and speaks 536 voices\n'])
    expect(installed()).toEqual(RIGHT)
  })

  test('takes a .tar.bz2', async () => {
    const small = { 'model.onnx': Buffer.from('model'), 'voices/one.bin': Buffer.from('style') }
    const manifest = writeManifest(manifestOf(small))
    expect(await packs(['import', write('pack.tar.bz2', SMALL_TAR_BZ2), '--pack', manifest])).toMatchObject({
      status: 0,
    })
    expect(installed()).toEqual({ 'model.onnx': 'model', 'voices/one.bin': 'style' })
  })

  test('joins the parts of a file that others split', async () => {
    const model = FILES['model.onnx']
    const members = ['part_1/part.bin', 'part_2/part.bin']
    const manifest = manifestOf(FILES)
    const files = manifest.files.map((file) =>
      file.path === 'model.onnx'
        ? { ...file, from: [{ kind: 'import' as const, members, how: 'Ask your neighbour' }] }
        : file,
    )
    const path = writeManifest({ ...manifest, files })
    write('stick/style/voices/one.bin', FILES['voices/one.bin'])
    write('stick/2.whl', zipOf([{ name: members[1] as string, content: model.subarray(1000) }]))
    expect((await packs(['import', join(directory, 'stick'), '--pack', path])).stderr).toMatch(
      /hoarfrost: part_1\/part\.bin is not in \S+\. Ask your neighbour\n$/,
    )
    write('stick/1.whl', zipOf([{ name: members[0] as string, content: model.subarray(0, 1000) }]))
    expect(await packs(['import', join(directory, 'stick'), '--pack', path])).toMatchObject({ status: 0 })
    expect(installed()).toEqual(RIGHT)
    expect((await packs(['install', path])).stderr).toContain(
      'hoarfrost: this pack cannot be downloaded, only imported. Ask your neighbour\n',
    )
  })

  test('needs no name for a copy of an installed pack', async () => {
    const { env } = await mirror()
    await packs(['install', writeManifest()], env)
    cpSync(folderOf(), join(directory, 'stick'), { recursive: true })
    await packs(['remove', 'test-pack'])
    expect(await packs(['import', join(directory, 'stick')])).toMatchObject({ status: 0 })
    expect(installed()).toEqual(RIGHT)
  })

  test.each<[string, () => Promise<string>, RegExp]>([
    [
      'a path outside',
      async () => write('a.tar', await tarOf([{ name: '../../../voices/one.bin', content: Buffer.from('x') }])),
      /leads out of its folder/,
    ],
    [
      'a link for a file',
      async () => write('a.tar', await tarOf([{ name: 'model.onnx', type: 'symlink' }])),
      /model\.onnx is not a regular file/,
    ],
    [
      'another file',
      async () => write('a.zip', zipOf([{ name: 'model.onnx', content: Buffer.from('other') }, ...entries])),
      /model\.onnx has 5 bytes instead of 300000/,
    ],
    ['a file too few', async () => write('a.zip', zipOf(entries.slice(1))), /model\.onnx is not in /],
    ['nothing', async () => write('a.txt', Buffer.from('hello')), /is not in /],
  ])('of an archive with %s installs nothing and says why in one line', async (_, make, message) => {
    const { status, stdout, stderr } = await packs(['import', await make(), '--pack', writeManifest()])
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(message)
    expect(stderr.split('\n').filter((line) => line.startsWith('hoarfrost:'))).toHaveLength(1)
    expect(existsSync(folderOf())).toBe(false)
  })
})

describe('hoarfrost packs verify and remove', () => {
  test('find a changed and a missing file, and remove what is damaged', async () => {
    const { env } = await mirror()
    await packs(['install', writeManifest()], env)
    expect(await packs(['verify'])).toEqual({ status: 0, stdout: 'test-pack 1.0: 2 files are intact\n', stderr: '' })
    writeFileSync(join(folderOf(), 'voices/one.bin'), 'STYLE')
    expect(await packs(['verify', 'test-pack'])).toEqual({
      status: 1,
      stdout: expect.stringMatching(/^test-pack 1\.0: voices\/one\.bin has the SHA-256 \w+ instead of \w+\n$/),
      stderr: 'hoarfrost: a pack is damaged; remove it and install it again\n',
    })
    rmSync(join(folderOf(), 'voices/one.bin'))
    expect(await packs(['verify', 'test-pack'])).toMatchObject({
      status: 1,
      stdout: `${folderOf()}: voices/one.bin is missing\n`,
    })
    expect((await packs(['verify', 'other'])).stderr).toBe('hoarfrost: other is not installed\n')
    expect((await packs(['verify'])).stdout).toMatch(/: voices\/one\.bin is missing\n$/)
    expect((await packs(['list'])).stdout).toMatch(/test-pack\/1\.0 cannot be used: voices\/one\.bin is missing\n$/m)
    expect(await packs(['remove', 'test-pack'])).toMatchObject({ status: 0, stdout: `removed ${folderOf()}\n` })
    expect(await packs(['remove', 'test-pack'])).toMatchObject({
      status: 1,
      stderr: 'hoarfrost: test-pack is not installed\n',
    })
  })
})

async function waitFor(isTrue: () => boolean): Promise<void> {
  await expect.poll(isTrue, { interval: 5 }).toBe(true)
}
