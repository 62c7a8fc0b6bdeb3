import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type AudioFormat, CODECS, type CreateEncoder } from '../audio/codecs.ts'
import type { JobPartState } from '../core/job.ts'
import { shortSilence } from './audio-of.ts'

/** Samples that are encoded at once. */
const PIECE_SAMPLES = 2 ** 15
/** Bytes that are gathered before they are written. */
const WRITE_BYTES = 2 ** 16

/** What is kept of jobs in a folder: the audio of parts while a job runs, and the result. A file is there whole or not at all. */
export interface JobFiles {
  /** Writes the audio of a part and a pause. Returns their samples. */
  writePart(jobId: string, part: number, audio: AsyncIterable<Int16Array>, pauseSamples: number): Promise<number>
  /** Whether the audio of a part is there. */
  hasPart(jobId: string, part: JobPartState): Promise<boolean>
  /** Encodes parts as a file. */
  encode(jobId: string, parts: readonly JobPartState[], name: string, format: AudioFormat): Promise<void>
  removeParts(jobId: string): Promise<void>
  remove(jobId: string): Promise<void>
  pathOf(jobId: string, name: string): string
  /** Bytes that may be written. */
  freeBytes(): Promise<number>
  /** Ids of the jobs that have files. */
  jobIds(): Promise<readonly string[]>
}

const partName = (part: number): string => `part-${part}.pcm`

export function createJobFiles(folder: string, createEncoder: CreateEncoder, signal: AbortSignal): JobFiles {
  const pathOf = (jobId: string, name: string): string => join(folder, jobId, name)

  /** Writes under another name, which becomes the file's when all is on the disk. */
  async function writeWhole(jobId: string, name: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
    const path = pathOf(jobId, name)
    const partial = `${path}.partial`
    await mkdir(join(folder, jobId), { recursive: true })
    {
      await using file = await open(partial, 'w')
      await write(file)
      await file.sync()
    }
    await rename(partial, path)
    await using directory = await open(join(folder, jobId))
    await directory.sync()
  }

  async function* samplesOf(jobId: string, parts: readonly JobPartState[]): AsyncGenerator<Int16Array> {
    let isSilent = true
    for (const { part } of parts) {
      await using file = await open(pathOf(jobId, partName(part)))
      for (;;) {
        signal.throwIfAborted()
        const samples = new Int16Array(PIECE_SAMPLES)
        const { bytesRead } = await file.read(new Uint8Array(samples.buffer))
        if (bytesRead === 0) break
        isSilent = false
        yield samples.subarray(0, bytesRead / 2)
      }
    }
    if (isSilent) yield shortSilence(8000)
  }

  return {
    pathOf,
    async writePart(jobId, part, audio, pauseSamples) {
      let samples = 0
      await writeWhole(jobId, partName(part), async (file) => {
        let gathered: Uint8Array[] = []
        let bytes = 0
        const flush = async () => {
          await file.writev(gathered)
          gathered = []
          bytes = 0
        }
        for await (const piece of audio) {
          samples += piece.length
          gathered.push(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength))
          bytes += piece.byteLength
          if (bytes >= WRITE_BYTES) await flush()
        }
        gathered.push(new Uint8Array(2 * pauseSamples))
        await flush()
      })
      return samples + pauseSamples
    },
    async hasPart(jobId, { part, samples }) {
      if (samples === null) return false
      const found = await stat(pathOf(jobId, partName(part))).catch(() => undefined)
      return found?.size === 2 * samples
    },
    encode: (jobId, parts, name, format) =>
      writeWhole(jobId, name, async (file) => {
        using encoder = await createEncoder(format)
        await file.write(encoder.header)
        for await (const samples of samplesOf(jobId, parts)) await writeAll(file, await encoder.encode(samples))
        await writeAll(file, await encoder.finish())
        await file.write(encoder.finalHeader(), 0, undefined, 0)
      }),
    async removeParts(jobId) {
      const names = await readdir(join(folder, jobId))
      for (const name of names) if (name.startsWith('part-')) await rm(pathOf(jobId, name))
    },
    remove: (jobId) => rm(join(folder, jobId), { recursive: true, force: true }),
    async freeBytes() {
      await mkdir(folder, { recursive: true })
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
    jobIds: () => readdir(folder).catch(() => []),
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
}

/** Names of the files of a result. */
export const resultName = (codec: AudioFormat['codec'], chapter?: number): string =>
  `${chapter === undefined ? 'result' : `chapter-${chapter}`}${CODECS[codec].extensions[0]}`
