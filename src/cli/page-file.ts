import { access, constants, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UsageError } from './usage-error.ts'

/** An HTML file that can be written. */
export interface PageFile {
  readonly path: string
  write(page: string | AsyncIterable<string>): Promise<void>
}

/** Throws an Error of one line if the file could not be written: before the work rather than after it. */
export async function openPage(path: string): Promise<PageFile> {
  if (/\.json$/i.test(path)) throw new UsageError(`${path}: the page is HTML`)
  const folder = dirname(path)
  await access(folder, constants.W_OK).catch(() => {
    throw new Error(`${folder} does not exist, or cannot be written by this user`)
  })
  if ((await stat(path).catch(() => undefined))?.isDirectory()) throw new Error(`${path} is a directory`)
  return { path, write: (page) => writeFile(path, page) }
}
