import { access, constants, mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Creates the file if missing and checks that it can be read and written. Returns whether it was created. */
export async function prepareFile(file: string): Promise<boolean> {
  const directory = dirname(file)
  try {
    await makeDirectory(directory)
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new Error(`${directory} ${reasonOf(cause)}`, { cause })
  }
  try {
    const isNew = await createForOwner(file)
    await access(file, constants.R_OK | constants.W_OK)
    return isNew
  } catch (cause) {
    throw new Error(`${file} ${reasonOf(cause)}`, { cause })
  }
}

/** Not `mkdir` with `recursive`, which never returns on a file system without write support, such as /proc. */
async function makeDirectory(directory: string, hasParent = false): Promise<void> {
  try {
    await mkdir(directory, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(directory)).isDirectory()) return
    if (code !== 'ENOENT' || hasParent) throw error
    await makeDirectory(dirname(directory))
    await makeDirectory(directory, true)
  }
}

/** Creates the file readable by its owner only. SQLite's log files inherit its mode. */
async function createForOwner(file: string): Promise<boolean> {
  try {
    await (await open(file, 'ax', 0o600)).close()
    return true
  } catch (error) {
    // An existing file is not opened: closing it would drop all locks that this process holds on it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'is not a directory',
  ENOTDIR: 'is not below a directory',
  ENOENT: 'cannot be made',
  EACCES: 'cannot be written by this user',
  EPERM: 'cannot be written by this user',
  EROFS: 'is on a file system that cannot be written',
  ENOSPC: 'is on a full disk',
}

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return REASONS[code] ?? `cannot be used: ${message}`
}
