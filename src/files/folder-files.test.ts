import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeJobFiles } from '../../test/contracts/job-files.ts'
import { openFolderFiles } from './folder-files.ts'

const MODULE = new URL('../../dist/fixtures/folder-files.mjs', import.meta.url).href
const modeOf = (path: string): number => statSync(path).mode & 0o777

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

describeJobFiles('a folder', () => openFolderFiles(join(newFolder(), 'jobs')))

test('a file that is not finished leaves nothing', async () => {
  const folder = newFolder()
  const files = await openFolderFiles(folder)
  await files.write('a', 'result.wav', () => Promise.reject(new Error('lost'))).catch(() => {})
  expect(readdirSync(join(folder, 'a'))).toEqual([])
})

test('what a killed server left of a file goes with the temporary files', async () => {
  const folder = newFolder()
  const files = await openFolderFiles(folder)
  let written: readonly string[] = []
  await files.write('a', 'result.wav', async () => {
    written = readdirSync(join(folder, 'a'))
  })
  for (const name of written) writeFileSync(join(folder, 'a', name), '')
  expect(readdirSync(join(folder, 'a'))).toHaveLength(2)
  await files.remove('a', 'part-')
  expect(readdirSync(join(folder, 'a'))).toEqual(['result.wav'])
})

test.each([0o000, 0o022, 0o077])('with a umask of %i, folders and files are for their owner alone', async (umask) => {
  const script = `
    const { openFolderFiles } = await import(${JSON.stringify(MODULE)})
    process.umask(${umask})
    const files = await openFolderFiles(process.argv[1] + '/deep/jobs')
    await files.write('a', 'result.wav', (file) => file.write(Buffer.from('audio')))`
  const folder = newFolder()
  execFileSync(process.execPath, ['--input-type=module', '--eval', script, folder])
  const modes = ['deep', 'deep/jobs', 'deep/jobs/a', 'deep/jobs/a/result.wav'].map((path) => modeOf(join(folder, path)))
  expect(modes).toEqual([0o700, 0o700, 0o700, 0o600])
})

test('a folder that exists keeps its permissions, and folders of jobs in it are closed to others', async () => {
  const folder = newFolder()
  const ofJob = join(folder, randomUUID())
  for (const path of [ofJob, join(folder, 'others')]) mkdirSync(path)
  for (const path of [folder, ofJob, join(folder, 'others')]) chmodSync(path, 0o755)
  await openFolderFiles(folder)
  expect([folder, ofJob, join(folder, 'others')].map(modeOf)).toEqual([0o755, 0o700, 0o755])
})

test('a folder that cannot be made is named', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'file'), '')
  await expect(openFolderFiles(join(folder, 'file/jobs'))).rejects.toThrow(
    `${folder}/file/jobs cannot be written (ENOTDIR)`,
  )
  mkdirSync(join(folder, 'there'))
  await expect(openFolderFiles(join(folder, 'there'))).resolves.toBeDefined()
})
