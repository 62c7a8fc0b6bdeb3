import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeJobFiles } from '../../test/contracts/job-files.ts'
import { openFolderFiles } from './folder-files.ts'

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

test('a folder that cannot be made is named', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'file'), '')
  await expect(openFolderFiles(join(folder, 'file/jobs'))).rejects.toThrow(
    `${folder}/file/jobs cannot be written (ENOTDIR)`,
  )
  mkdirSync(join(folder, 'there'))
  await expect(openFolderFiles(join(folder, 'there'))).resolves.toBeDefined()
})
