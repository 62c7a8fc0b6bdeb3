import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BZ2_BOMB, SMALL_TAR_BZ2, type TestEntry, tarOf, zipOf } from '../../test/archives.ts'
import { archiveEntries } from './archive.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hoarfrost-archive-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const LIMITS = { maxEntries: 100, maxBytes: 1e6 }

/** Names and contents of the regular files. */
async function read(archive: Uint8Array, limits = LIMITS): Promise<Record<string, string>> {
  const path = join(folder, 'archive')
  writeFileSync(path, archive)
  const files: Record<string, string> = {}
  for await (const { name, isFile, read } of archiveEntries(path, limits, new AbortController().signal)) {
    if (!isFile) continue
    const chunks: Uint8Array[] = []
    for await (const chunk of await read()) chunks.push(chunk)
    files[name] = Buffer.concat(chunks).toString('latin1')
  }
  return files
}

const FORMATS: Record<string, (entries: readonly TestEntry[]) => Promise<Buffer>> = {
  '.tar': tarOf,
  '.tar.gz': async (entries) => gzipSync(await tarOf(entries)),
  '.zip': async (entries) => zipOf(entries),
}

describe.each(Object.entries(FORMATS))('a %s', (_, make) => {
  const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,9}(\/[a-z]{1,9}){0,3}$/), { minLength: 1, maxLength: 6 })

  test('gives the files that were put into it', async () => {
    await fc.assert(
      fc.asyncProperty(names, fc.uint8Array({ maxLength: 5000 }), async (all, content) => {
        const files = await read(await make(all.map((name) => ({ name, content }))))
        expect(files).toEqual(Object.fromEntries(all.map((name) => [name, Buffer.from(content).toString('latin1')])))
      }),
      { numRuns: 15 },
    )
  })

  test.each(['../outside', 'a/../../outside', '/etc/passwd', '..', 'a\\..\\..\\b', 'C:\\x'])(
    'with %j is refused',
    async (name) => {
      await expect(read(await make([{ name, content: Buffer.from('x') }]))).rejects.toThrow(
        /leads out of its folder|invalid relative path|absolute path|invalid characters/,
      )
    },
  )

  test('calls a link no file', async () => {
    expect(
      await read(
        await make([
          { name: 'link', type: 'symlink' },
          { name: 'b', content: Buffer.from('b') },
        ]),
      ),
    ).toEqual({
      b: 'b',
    })
  })

  test('with more entries or bytes than allowed is refused', async () => {
    const many = await make(Array.from({ length: 101 }, (_, i) => ({ name: `f${i}` })))
    await expect(read(many)).rejects.toThrow(/has more than 100 entries$/)
    const large = await make([{ name: 'zeros', content: Buffer.alloc(2e6) }])
    await expect(read(large)).rejects.toThrow(/has more than 1000000 bytes when decompressed$/)
  })

  test('that is cut or changed anywhere gives an error or what it holds, never anything else', async () => {
    const whole = await make([
      { name: 'a.bin', content: Buffer.alloc(3000, 7) },
      { name: 'b/c.bin', content: Buffer.from('text') },
    ])
    const place = fc.nat(whole.length - 1)
    await fc.assert(
      fc.asyncProperty(place, fc.nat(255), fc.boolean(), async (at, byte, isCut) => {
        const changed = isCut ? whole.subarray(0, at) : Buffer.from(whole).fill(byte, at, at + 1)
        const result = await read(changed).catch((error: Error) => error)
        if (result instanceof Error) expect(result.message).not.toContain('\n')
      }),
      { numRuns: 80 },
    )
  })
})

describe('a .tar.bz2', () => {
  test('gives its files', async () => {
    expect(await read(SMALL_TAR_BZ2)).toEqual({ 'model.onnx': 'model', 'voices/one.bin': 'style' })
  })

  test('that decompresses to gigabytes is refused before it fills the memory', async () => {
    const before = process.memoryUsage().rss
    await expect(read(BZ2_BOMB)).rejects.toThrow(/more than 1000000 bytes|Invalid tar header/)
    expect(process.memoryUsage().rss - before).toBeLessThan(400e6)
  })

  test('that is cut or changed anywhere gives an error or what it holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(SMALL_TAR_BZ2.length - 1), fc.nat(255), fc.boolean(), async (at, byte, isCut) => {
        const changed = isCut ? SMALL_TAR_BZ2.subarray(0, at) : Buffer.from(SMALL_TAR_BZ2).fill(byte, at, at + 1)
        const result = await read(changed).catch((error: Error) => error)
        if (result instanceof Error) expect(result.message).not.toContain('\n')
      }),
      { numRuns: 80 },
    )
  })
})

test('what is packed more tightly than any voice is refused, whatever the limits', async () => {
  const bomb = gzipSync(await tarOf([{ name: 'model.onnx', content: Buffer.alloc(2 ** 27) }]))
  await expect(read(bomb, { maxEntries: 100, maxBytes: 2 ** 36 })).rejects.toThrow(/has more than \d+ bytes/)
})

test('what is no archive is refused', async () => {
  await expect(read(Buffer.from('hello'))).rejects.toThrow(/is neither a \.zip nor a \.tar, \.tar\.gz or \.tar\.bz2$/)
})
