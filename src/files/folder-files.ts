import { randomUUID } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
} from 'node:fs/promises'
import { join } from 'node:path'
import { SpeechError } from '../core/errors.ts'
import { type JobFiles, TEMPORARY } from '../core/job-files.ts'

/** Bytes that are read at once. */
const PIECE_BYTES = 2 ** 16
/** For the owner alone, whatever the umask: they are texts of callers, spoken. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const JOB_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Creates the folder if it is missing; one that exists keeps its permissions. Throws an Error of one line if nothing can be
 * written to it.
 */
export async function openFolderFiles(folder: string): Promise<JobFiles> {
  try {
    await makeFolder(folder)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(`${folder} cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
  await closeJobFolders(folder)
  return createFolderFiles(folder)
}

const makeFolder = (folder: string) => mkdir(folder, { recursive: true, mode: FOLDER_MODE })

/** Earlier versions made them with the umask. Those of other users, who share the folder, are left. */
async function closeJobFolders(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (JOB_ID.test(name)) await chmod(join(folder, name), FOLDER_MODE).catch(() => {})
  }
}

/** Files in a folder, which servers may share over a network. Each job has a folder of its own. */
export function createFolderFiles(folder: string): JobFiles {
  const pathOf = (jobId: string, name: string): string => join(folder, jobId, name)
  return {
    async write(jobId, name, fill) {
      await makeFolder(join(folder, jobId))
      // A name of its own, since a server that has lost its claim on the work may still write the same.
      const partial = pathOf(jobId, `${TEMPORARY}of-${name}-${randomUUID()}`)
      try {
        {
          await using file = await open(partial, 'wx', FILE_MODE)
          await fill({
            write: (bytes) => writeAll(file, bytes),
            replaceStart: (bytes) => writeAll(file, bytes, 0),
          })
          await file.sync()
        }
        await rename(partial, pathOf(jobId, name))
      } catch (error) {
        await rm(partial, { force: true })
        throw asStoreError(error)
      }
      await syncFolder(join(folder, jobId))
    },
    async size(jobId, name) {
      const found = await stat(pathOf(jobId, name)).catch(unlessMissing)
      return found?.size
    },
    async *read(jobId, name, { start, end } = { start: 0, end: Number.POSITIVE_INFINITY }) {
      await using file = await open(pathOf(jobId, name)).catch((cause) => {
        throw cause.code === 'ENOENT' ? new SpeechError('resource.unknown', 'the file is missing', { cause }) : cause
      })
      for (let at = start; at < end; ) {
        const piece = new Uint8Array(Math.min(PIECE_BYTES, end - at))
        const { bytesRead } = await file.read(piece, { position: at })
        if (bytesRead === 0) return
        at += bytesRead
        yield piece.subarray(0, bytesRead)
      }
    },
    async remove(jobId, prefix) {
      if (prefix === undefined) return rm(join(folder, jobId), { recursive: true, force: true })
      const names = (await readdir(join(folder, jobId)).catch(unlessMissing)) ?? []
      for (const name of names) if (name.startsWith(prefix)) await rm(pathOf(jobId, name), { force: true })
    },
    async freeBytes() {
      await makeFolder(folder)
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
  }
}

/** At `position`, or after what was written. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number | null = null): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const place = position === null ? null : position + at
    at += (await file.write(bytes, at, bytes.length - at, place)).bytesWritten
  }
}

/** Some network file systems cannot do it. */
async function syncFolder(path: string): Promise<void> {
  await using directory = await open(path)
  await directory.sync().catch((error) => {
    if (error.code !== 'EINVAL' && error.code !== 'ENOTSUP') throw error
  })
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function asStoreError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
  return new SpeechError('store.full', 'the disk is full', { cause: error, isFixed: true })
}
