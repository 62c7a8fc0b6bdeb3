import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { manifestOf } from '../../test/pack-manifests.ts'
import { MANIFEST_NAME } from '../core/pack.ts'
import { digestOf } from './file-digest.ts'
import { finishPack, type UnfinishedPack } from './unfinished-pack.ts'

const FILES = { 'model.onnx': Buffer.from('model'), 'voices/one.bin': Buffer.from('style') }
const MANIFEST = manifestOf(FILES)
const MODULE = new URL('../../dist/fixtures/unfinished-pack.mjs', import.meta.url).href

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-pack-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function fill(pack: UnfinishedPack): Promise<void> {
  for (const file of MANIFEST.files) {
    const path = join(pack.workFolder, 'one')
    writeFileSync(path, FILES[file.path as keyof typeof FILES])
    await pack.add(file, path, await digestOf(path, new AbortController().signal))
  }
}

/** A process that begins to put the pack together, and then waits. */
async function startElsewhere(folder: string) {
  const script = `
    const { finishPack } = await import(${JSON.stringify(MODULE)})
    await finishPack(process.argv[1], ${JSON.stringify(MANIFEST)}, async () => {
      console.log('begun')
      await new Promise((resolve) => setTimeout(resolve, 1e6))
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test('a pack that another process puts together is not begun', async () => {
  const folder = newFolder()
  await startElsewhere(folder)
  await expect(finishPack(folder, MANIFEST, fill)).rejects.toThrow('another process installs test-pack at the moment')
})

test('what a process that was killed has begun, one of several others finishes', async () => {
  const folder = newFolder()
  const child = await startElsewhere(folder)
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => finishPack(folder, MANIFEST, fill)))
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const reason of reasons) expect(reason).toMatch(/another process installs|is installed already/)
  expect(existsSync(join(folder, 'test-pack/1.0', MANIFEST_NAME))).toBe(true)
  expect(existsSync(join(folder, '.partial'))).toBe(false)
})

test('an installation that fails lets the next one begin', async () => {
  const folder = newFolder()
  await expect(finishPack(folder, MANIFEST, () => Promise.reject(new Error('cut')))).rejects.toThrow('cut')
  expect(await finishPack(folder, MANIFEST, fill)).toBe(join(folder, 'test-pack/1.0'))
})
