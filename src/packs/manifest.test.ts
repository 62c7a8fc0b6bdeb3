import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PackManifest } from '../core/pack.ts'
import { readShippedManifests } from './installed-packs.ts'
import { formatManifest, isInside, manifestJsonSchema, parseManifest } from './manifest.ts'

const FOLDER = new URL('../../packs/', import.meta.url)
const KOKORO = readFileSync(new URL('kokoro.json', FOLDER), 'utf8')

const changed = (change: (manifest: Record<string, unknown>) => void): string => {
  const manifest = JSON.parse(KOKORO)
  change(manifest)
  return JSON.stringify(manifest)
}
// biome-ignore lint/suspicious/noExplicitAny: any change at all
const firstOf = (manifest: Record<string, any>, list: string): any => manifest[list][0]

describe('the shipped manifests', () => {
  test('are valid, and their names are those of their files', async () => {
    const manifests = await readShippedManifests(fileURLToPath(FOLDER))
    expect(manifests.map(({ name }) => name)).toEqual([
      'kitten-nano',
      'kokoro',
      'kokoro-fp16',
      'kokoro-int8',
      'piper-de-thorsten-scratch',
      'piper-en-gb-cori',
    ])
    for (const { name } of manifests) expect(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')).toContain(name)
  })

  test('say of every file that we did not have that it is not checked, and of every unknown hash that it is unknown', async () => {
    for (const { files, unverified } of await readShippedManifests(fileURLToPath(FOLDER))) {
      if (files.some(({ isChecked }) => !isChecked)) expect(unverified.length).toBeGreaterThan(0)
    }
  })

  test('have the schema that is published beside them', async () => {
    const schema = `${JSON.stringify(manifestJsonSchema(), null, 2)}\n`
    await expect(schema).toMatchFileSnapshot(fileURLToPath(new URL('schema.json', FOLDER)))
  })
})

describe('a manifest', () => {
  test('is read as it was written', () => {
    const manifest = parseManifest(KOKORO)
    expect(parseManifest(formatManifest(manifest))).toEqual(manifest)
  })

  test.each<[string, string, RegExp]>([
    [
      'with a path outside',
      changed((m) => (firstOf(m, 'files').path = '../../x')),
      /files\[0\]\.path: must be a relative path/,
    ],
    ['with an absolute path', changed((m) => (firstOf(m, 'files').path = '/etc/passwd')), /files\[0\]\.path/],
    ['with a hidden path', changed((m) => (firstOf(m, 'files').path = '.ssh/key')), /files\[0\]\.path/],
    ['with a path of Windows', changed((m) => (firstOf(m, 'files').path = 'a\\..\\b')), /files\[0\]\.path/],
    ['with a name outside', changed((m) => (m.name = '../kokoro')), /name: must be 1 to 63/],
    ['with a hidden name', changed((m) => (m.name = '.partial')), /name: must be 1 to 63/],
    ['with a version outside', changed((m) => (m.version = '..')), /version: must be 1 to 63/],
    ['with an absurd size', changed((m) => (firstOf(m, 'files').bytes = 1e15)), /files\[0\]\.bytes/],
    ['with a negative size', changed((m) => (firstOf(m, 'files').bytes = -1)), /files\[0\]\.bytes/],
    ['with half a byte', changed((m) => (firstOf(m, 'files').bytes = 0.5)), /files\[0\]\.bytes/],
    ['without any size', changed((m) => (firstOf(m, 'files').bytes = null)), /files\[0\]: needs bytes or aboutBytes/],
    ['with a bad hash', changed((m) => (firstOf(m, 'files').sha256 = 'abc')), /files\[0\]\.sha256: must be 64 hex/],
    [
      'checked without a hash',
      changed((m) => Object.assign(firstOf(m, 'files'), { sha256: null, isChecked: true })),
      /is checked/,
    ],
    ['of an unknown family', changed((m) => (m.family = 'parrot')), /^the manifest is wrong: family: /],
    [
      'with a file twice',
      changed((m) => (m.files as unknown[]).push(firstOf(m, 'files'))),
      /files\[2\]\.path: is listed twice/,
    ],
    [
      'with a file that is a folder',
      changed((m) => (m.files as unknown[]).push({ ...firstOf(m, 'files'), path: 'voices-v1.0.bin/x' })),
      /is also a folder/,
    ],
    [
      'with a file in place of the manifest',
      changed((m) => (firstOf(m, 'files').path = 'pack.json')),
      /name of the manifest/,
    ],
    [
      'with a source of another protocol',
      changed((m) => (firstOf(m, 'files').from = [{ kind: 'url', url: 'file:///etc/passwd' }])),
      /files\[0\]\.from/,
    ],
    [
      'with a speaker twice',
      changed((m) => (m.speakers as unknown[]).push(firstOf(m, 'speakers'))),
      /speakers\[46\]\.name: is listed twice/,
    ],
    [
      'with a rule for a speaker that it lacks',
      changed((m) => (firstOf(m, 'serves').speakers = ['nobody'])),
      /serves\[0\]\.speakers\[0\]: is not among/,
    ],
    [
      'with a mixture of more than one',
      changed((m) => (firstOf(m, 'serves').speakers = ['bf_emma*0.9+bf_lily*0.9'])),
      /must be a speaker, or a mixture/,
    ],
    [
      'with a part that it lacks',
      changed((m) => (m.parts = { model: 'x.onnx', voices: 'voices-v1.0.bin' })),
      /parts\.model: is not among/,
    ],
    [
      'without a part that the family needs',
      changed((m) => (m.parts = { model: 'kokoro-v1.0.onnx' })),
      /parts: needs voices/,
    ],
    ['with a deafening gain', changed((m) => (firstOf(m, 'speakers').gainDb = 90)), /speakers\[0\]\.gainDb/],
    ['with an unknown field', changed((m) => (m.run = 'rm -rf /')), /run/],
    ['without a licence', changed((m) => (m.licences = [])), /licences/],
    ['of 2 MB', KOKORO + ' '.repeat(2 ** 21), /longer than 1 MiB/],
    ['that is no object', '[]', /the manifest is wrong: it: /],
    ['that is empty', '', /is not JSON/],
  ])('%s is refused with one line', (_, text, message) => {
    expect(() => parseManifest(text)).toThrow(message)
    expect(() => parseManifest(text)).toThrow(/^[^\n]*$/)
  })

  test('that is cut anywhere is refused with one line', () => {
    fc.assert(
      fc.property(fc.nat(KOKORO.trimEnd().length - 1), (length) => {
        expect(() => parseManifest(KOKORO.slice(0, length))).toThrow(/^the manifest is not JSON$/)
      }),
    )
  })

  test('with any value in any place is refused with one line, or is safe', () => {
    const places = placesOf(JSON.parse(KOKORO))
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.jsonValue(), (place, value) => {
        const manifest = parsed(changed((whole) => setAt(whole, place, value)))
        if (manifest instanceof Error) expect(manifest.message).toMatch(/^the manifest is wrong: [^\n]*$/)
        else for (const { path } of manifest.files) expect(isInside(path)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

function parsed(text: string): PackManifest | Error {
  try {
    return parseManifest(text)
  } catch (error) {
    return error as Error
  }
}

type Place = readonly (string | number)[]

const placesOf = (value: unknown, place: Place = []): readonly Place[] =>
  typeof value !== 'object' || value === null
    ? [place]
    : Object.entries(value).flatMap(([key, below]) => [[...place, key], ...placesOf(below, [...place, key])])

function setAt(whole: unknown, place: Place, value: unknown): void {
  // biome-ignore lint/suspicious/noExplicitAny: any place at all
  const holder = place.slice(0, -1).reduce((below: any, key) => below[key], whole)
  holder[place.at(-1) as string] = value
}
