import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { canTestWith } from '../../scripts/needed-program.ts'
import { makePackedSource } from '../../scripts/packed-source.ts'
import { KEY } from './server-process.ts'

// The steps of deploy/docker/Dockerfile, with this machine's Node and libraries instead of those of its base image. No
// image is pulled or built.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const USER = 10_001
const hasDpkg = canTestWith('dpkg-deb', spawnSync('dpkg-deb', ['--version']).error === undefined)
const canChroot = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'hoarfrost-image-'))
  makePackedSource(join(directory, 'source'))
}, 180_000)
afterAll(() => rmSync(directory, { recursive: true }))

/** The root of the image. */
function assemble(hasNeural: boolean): string {
  const image = join(directory, `image-${hasNeural}`)
  const script = join(directory, 'source/deploy/docker/assemble.sh')
  execFileSync('sh', [script, join(directory, 'source'), image, String(hasNeural)])
  return image
}

const megabytesOf = (folder: string): number =>
  Number(execFileSync('du', ['-s', '--apparent-size', '--block-size=1', folder], { encoding: 'utf8' }).split('\t')[0]) /
  1e6

describe.each([
  { hasNeural: true, max: 420, engine: 'aria' },
  { hasNeural: false, max: 250, engine: 'flite' },
])('the image with the neural runtime: $hasNeural', ({ hasNeural, max, engine }) => {
  test('is small, and has no files for other systems', () => {
    const image = assemble(hasNeural)
    const size = megabytesOf(image)
    console.log(`image with the neural runtime ${hasNeural}: ${size.toFixed(0)} MB`)
    expect(size).toBeLessThan(max)
    // In packages: our bundle has modules for several systems, as text.
    const names = ['*win32*', '*darwin*', '*musl*'].flatMap((name) => ['-o', '-name', name]).slice(1)
    const foreign = execFileSync('find', [join(image, 'app/node_modules'), ...names])
    expect(foreign.toString()).toBe('')
    expect(existsSync(join(image, 'app/node_modules/vitest'))).toBe(false)
    expect(existsSync(join(image, 'bin/sh'))).toBe(false)
  })

  test.runIf(canChroot)('runs as another user, with a root that cannot be written', async () => {
    const image = join(directory, `image-${hasNeural}`)
    const data = join(directory, `data-${hasNeural}`)
    mkdirSync(data)
    chownSync(data, USER, USER)
    mkdirSync(join(image, 'dev'), { recursive: true })
    mkdirSync(join(image, 'proc'), { recursive: true })
    const mounts = [
      `mount --bind ${image} ${image}`,
      `mount --bind ${data} ${image}/data`,
      `mount --bind /dev ${image}/dev`,
      `mount -t proc proc ${image}/proc`,
      `mount -o remount,bind,ro ${image}`,
    ]
    const start = `exec chroot --userspec=${USER}:${USER} ${image} /usr/bin/node /app/bin/hoarfrost.js serve`
    const child = spawn('unshare', ['--mount', 'sh', '-c', `${mounts.join(' && ')} && cd / && ${start}`], {
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: '0',
        HOARFROST_DATA_DIR: '/data',
        HOARFROST_API_KEY: KEY,
        HOARFROST_WORKERS: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const exit = once(child, 'exit')
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await exit
    })
    const log: string[] = []
    createInterface({ input: child.stderr }).on('line', (line) => log.push(line))
    let url = ''
    for await (const line of createInterface({ input: child.stdout })) {
      url = /^Hoarfrost listens on (\S+)$/.exec(line)?.[1] ?? ''
      if (url !== '') break
    }
    expect(url, log.join('\n')).not.toBe('')
    const started = log.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'started')
    expect(started.engines).toContain(engine)
    const answer = await fetch(`${url}/v1/rime-tts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, accept: 'audio/pcm' },
      body: JSON.stringify({ modelId: 'coda', speaker: 'luna', text: 'Hello there.' }),
    })
    expect([answer.status, (await answer.arrayBuffer()).byteLength > 10_000]).toEqual([200, true])
    const port = new URL(url).port
    const healthcheck = (env: Readonly<Record<string, string>>) =>
      spawnSync(join(image, 'usr/bin/node'), [join(image, 'app/healthcheck.js')], { env }).status
    expect([healthcheck({ PORT: port }), healthcheck({ PORT: '1' })]).toEqual([0, 1])
    child.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    await expect(once(connect(Number(port), '127.0.0.1'), 'connect')).rejects.toThrow()
  })
})

test.runIf(hasDpkg)(
  'the Debian package has the program and its unit, and speaks when it is unpacked',
  { timeout: 240_000 },
  () => {
    execFileSync('sh', [join(ROOT, 'deploy/debian/build.sh'), join(directory, 'source'), directory], {
      stdio: 'ignore',
    })
    const [name = ''] = readdirSync(directory).filter((file) => file.endsWith('.deb'))
    expect(name).toMatch(/^hoarfrost_\d+\.\d+\.\d+_\w+\.deb$/)
    const reported = (...args: string[]) =>
      execFileSync('dpkg-deb', [...args, join(directory, name)], { encoding: 'utf8' })
    expect(reported('-I')).toMatch(/^ Depends: nodejs \(>= 20\.19\)/m)
    const files = reported('-c').trim().split('\n')
    for (const file of [
      'systemd/system/hoarfrost.service',
      'sysusers.d/hoarfrost.conf',
      'hoarfrost/dist/main/cli.js',
    ]) {
      expect(files.filter((line) => line.endsWith(` ./usr/lib/${file}`))).toHaveLength(1)
    }
    expect(files.filter((line) => !/^[-dl]r[-w]xr?|^-rw-r--r-- /.test(line) || !line.includes(' root/root '))).toEqual(
      [],
    )

    const root = join(directory, 'unpacked')
    execFileSync('dpkg-deb', ['-x', join(directory, name), root])
    const unit = readFileSync(join(root, 'usr/lib/systemd/system/hoarfrost.service'), 'utf8')
    expect(unit).toContain('\nExecStart=/usr/bin/hoarfrost serve\n')
    const hoarfrost = (...args: string[]) =>
      execFileSync(join(root, 'usr/bin/hoarfrost'), args, { cwd: directory, encoding: 'utf8' })
    expect(hoarfrost('--version').trim()).toBe(name.split('_')[1])
    hoarfrost('say', 'Hello there.', '-o', 'hello.wav')
    expect(statSync(join(directory, 'hello.wav')).size).toBeGreaterThan(10_000)
  },
)
