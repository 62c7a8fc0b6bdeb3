import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { KEY } from './server-process.ts'

// The steps of deploy/docker/Dockerfile, with this machine's Node and libraries instead of those of its base image. No
// image is pulled or built.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const USER = 10_001
const canChroot = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'hoarfrost-image-'))
  const source = join(directory, 'source')
  mkdirSync(source)
  for (const [, path = ''] of readFileSync(join(ROOT, '.dockerignore'), 'utf8').matchAll(/^!(.+)$/gm)) {
    cpSync(join(ROOT, path), join(source, path), { recursive: true })
  }
  // Links, since the modules take a gigabyte.
  execFileSync('cp', ['-al', join(ROOT, 'node_modules'), source])
  const options = { stdio: 'ignore', cwd: source } as const
  execFileSync('npm', ['pack', '--ignore-scripts=false'], options)
  execFileSync('npm', ['prune', '--omit=dev', '--ignore-scripts'], options)
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
  { hasNeural: true, most: 420, engine: 'aria' },
  { hasNeural: false, most: 250, engine: 'flite' },
])('the image with the neural runtime: $hasNeural', ({ hasNeural, most, engine }) => {
  test('is small, and has no files for other systems', () => {
    const image = assemble(hasNeural)
    const size = megabytesOf(image)
    console.log(`image with the neural runtime ${hasNeural}: ${size.toFixed(0)} MB`)
    expect(size).toBeLessThan(most)
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
