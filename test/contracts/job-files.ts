import { describe, expect, test } from 'vitest'
import type { JobFiles } from '../../src/core/job-files.ts'

const bytesOf = (length: number, seed = 0): Buffer =>
  Buffer.from(Array.from({ length }, (_, i) => (i * 7 + seed) % 251))

export async function contentOf(files: JobFiles, jobId: string, name: string, range?: { start: number; end: number }) {
  const pieces: Uint8Array[] = []
  for await (const piece of files.read(jobId, name, range)) pieces.push(piece)
  return Buffer.concat(pieces)
}

const writeFile = (files: JobFiles, jobId: string, name: string, ...pieces: readonly Uint8Array[]): Promise<void> =>
  files.write(jobId, name, async (file) => {
    for (const piece of pieces) await file.write(piece)
  })

/** The contract of all places of the files of jobs. */
export function describeJobFiles(place: string, open: () => Promise<JobFiles>): void {
  describe(`files of jobs in ${place}`, () => {
    test('are read as they were written, as a whole or a range', async () => {
      const files = await open()
      await writeFile(files, 'a', 'result.wav', bytesOf(100_000), bytesOf(50_000, 3))
      const whole = Buffer.concat([bytesOf(100_000), bytesOf(50_000, 3)])
      expect(await files.size('a', 'result.wav')).toBe(150_000)
      expect((await contentOf(files, 'a', 'result.wav')).equals(whole)).toBe(true)
      for (const [start, end] of [
        [0, 1],
        [99_999, 100_001],
        [149_999, 150_000],
        [5, 5],
        [0, 150_000],
      ] as const) {
        expect((await contentOf(files, 'a', 'result.wav', { start, end })).equals(whole.subarray(start, end))).toBe(
          true,
        )
      }
    })

    test('are missing until they are written, also of other jobs and names', async () => {
      const files = await open()
      expect(await files.size('a', 'result.wav')).toBeUndefined()
      await expect(contentOf(files, 'a', 'result.wav')).rejects.toMatchObject({ code: 'resource.unknown' })
      await writeFile(files, 'a', 'result.wav')
      expect(await files.size('a', 'result.wav')).toBe(0)
      expect(await contentOf(files, 'a', 'result.wav')).toHaveLength(0)
      expect(await files.size('b', 'result.wav')).toBeUndefined()
    })

    test('of many megabytes may have their start replaced at the end', async () => {
      const files = await open()
      const piece = bytesOf(2 ** 20)
      await files.write('a', 'result.wav', async (file) => {
        for (let i = 0; i < 18; i++) await file.write(piece)
        await file.replaceStart(Buffer.from('header'))
      })
      expect(await files.size('a', 'result.wav')).toBe(18 * 2 ** 20)
      const whole = await contentOf(files, 'a', 'result.wav')
      expect(whole.subarray(0, 6).toString()).toBe('header')
      for (let i = 1; i < 18; i++) expect(whole.subarray(i * 2 ** 20, (i + 1) * 2 ** 20).equals(piece)).toBe(true)
    })

    test('may be changed by the writer once a piece is written', async () => {
      const files = await open()
      await files.write('a', 'short', async (file) => {
        const piece = Buffer.from('one')
        await file.write(piece)
        piece.fill(0)
        await file.replaceStart(Buffer.from('O'))
        await file.write(Buffer.from(' two'))
      })
      expect((await contentOf(files, 'a', 'short')).toString()).toBe('One two')
    })

    test.each([10, 20 * 2 ** 20])('are as they were if their writer fails after %i bytes', async (length) => {
      const files = await open()
      await writeFile(files, 'a', 'result.wav', Buffer.from('before'))
      const writing = files.write('a', 'result.wav', async (file) => {
        await file.write(bytesOf(length))
        throw new Error('the voice is lost')
      })
      await expect(writing).rejects.toThrow('the voice is lost')
      expect((await contentOf(files, 'a', 'result.wav')).toString()).toBe('before')
    })

    test('may be written by several servers at once, and are then of one of them', async () => {
      const files = await open()
      const contents = Array.from({ length: 4 }, (_, i) => bytesOf(300_000, i))
      await Promise.all(contents.map((content) => writeFile(files, 'a', 'result.wav', content)))
      const read = await contentOf(files, 'a', 'result.wav')
      expect(contents.some((content) => content.equals(read))).toBe(true)
    })

    test('are removed by job, or by the start of their names', async () => {
      const files = await open()
      for (const job of ['a', 'ab']) {
        for (const name of ['part-1.pcm', 'part-2.pcm', 'part-3.pcm', 'part-4.pcm', 'result.wav'])
          await writeFile(files, job, name, bytesOf(1))
      }
      await files.remove('a', 'part-')
      expect([await files.size('a', 'part-4.pcm'), await files.size('a', 'result.wav')]).toEqual([undefined, 1])
      await files.remove('a')
      expect([await files.size('a', 'result.wav'), await files.size('ab', 'part-4.pcm')]).toEqual([undefined, 1])
      await files.remove('a')
      await files.remove('unknown', 'part-')
    })
  })
}
