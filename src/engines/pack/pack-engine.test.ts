import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { zipOf } from '../../../test/archives.ts'
import { describeEngine, GARBAGE_WORDS } from '../../../test/contracts/engine.ts'
import { durationS, record, utteranceOf } from '../../../test/contracts/speech-recording.ts'
import {
  type Fault,
  FRAME,
  FRAMES_OF_TOKEN,
  hugeGraph,
  otherGraph,
  piperGraph,
  styleGraph,
} from '../../../test/onnx-graphs.ts'
import { createPack, kokoroPack, piperPack, styleFile, type TestPack } from '../../../test/pack-fixture.ts'
import type { LoadedEngine } from '../../core/engine.ts'
import { marksOfPack } from './open-model.ts'
import { createPackEngine } from './pack-engine.ts'
import { readPackFolder } from './pack-folder.ts'

const TOKEN = FRAME * FRAMES_OF_TOKEN
const HELLO = { phonemes: 'HH AH0 L OW1'.split(' ') }

let engine: LoadedEngine
const packs: TestPack[] = []
const keep = (pack: TestPack): TestPack => {
  packs.push(pack)
  return pack
}
beforeAll(async () => {
  engine = await createPackEngine().load()
})
afterEach(() => {
  for (const pack of packs.splice(0)) pack[Symbol.dispose]()
})
afterAll(() => engine[Symbol.dispose]())

/** Two words of five tokens each: h ə l ˈ O. */
const hello = utteranceOf('eng', ['hello', 'hello'], HELLO)
const speak = (pack: TestPack, utterance = hello, speaker?: string, rateRatio?: number) =>
  record(engine, utterance, pack.voice(speaker, rateRatio))

const frequency = (samples: Float32Array): number => {
  let crossings = 0
  for (let i = 1; i < samples.length; i++)
    if ((samples[i - 1] as number) < 0 !== (samples[i] as number) < 0) crossings++
  return crossings / samples.length
}
const peakOf = (samples: Float32Array): number => samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)

const plainPack = kokoroPack(styleGraph())
afterAll(() => plainPack[Symbol.dispose]())
const SENTENCE = ['the', 'quick', 'brown', 'fox', 'jumps', 'over', 'dogs']
describeEngine(createPackEngine(), plainPack.voice(), 'eng', SENTENCE, { hasOwnPitch: true })

describe("a model of Kokoro's kind", () => {
  const DECLARED = { durations: 'output' } as const
  const HIDDEN = { durations: 'hidden' } as const
  test.each([
    ['declares its durations', DECLARED],
    ['has them inside only', HIDDEN],
    ['has other names and a speed in whole numbers', { ...HIDDEN, idsName: 'tokens', speedType: 'int32' }],
  ] as const)('that %s is marked by them', async (_, graph) => {
    const pack = keep(kokoroPack(styleGraph(graph)))
    const { marks, samples, sampleRateHz } = await speak(pack)
    expect(sampleRateHz).toBe(24_000)
    // Pad, five tokens, space, five tokens, pad; sounds are heard 50 ms earlier than planned.
    expect(samples.length).toBeCloseTo(13 * TOKEN, -3)
    const early = 0.05 * 24_000
    expect(marks.map(({ startSample }) => startSample)).toEqual([TOKEN - early, 7 * TOKEN - early])
    expect(marks.map(({ endSample }) => endSample)).toEqual([6 * TOKEN - early, 12 * TOKEN - early])
    expect(marksOfPack(readPackFolder(pack.folder))).toBe('exact')
  })

  test('that tells no durations is marked by the sounds of its words, and says so', async () => {
    const pack = keep(kokoroPack(styleGraph({ durations: 'none' })))
    const { marks, samples } = await speak(pack)
    expect(marks[1]?.startSample).toBeCloseTo(samples.length / 2, -2)
    expect(marksOfPack(readPackFolder(pack.folder))).toBe('estimated')
  })

  test('speaks each word at its own rate', async () => {
    const pack = keep(kokoroPack(styleGraph(HIDDEN)))
    const [first, second] = hello.segments
    const slow = { ...hello, segments: [first, { ...second, rate: 0.5 }] } as typeof hello
    const { marks } = await speak(pack, slow)
    const lengths = marks.map(({ startSample, endSample }) => endSample - startSample)
    expect(lengths).toEqual([5 * TOKEN, 10 * TOKEN])
    const fast = await speak(pack, hello, 'one', 2)
    expect(fast.marks[0]?.endSample).toBe(3 * TOKEN - 0.05 * 24_000)
  })

  test('speaks words of a higher pitch higher', async () => {
    const pack = keep(kokoroPack(styleGraph(HIDDEN)))
    const plain = frequency((await speak(pack)).samples)
    const high = await speak(pack, utteranceOf('eng', ['hello', 'hello'], { ...HELLO, pitch: 1.25 }))
    expect(frequency(high.samples) / plain).toBeCloseTo(1.25, 1)
  })

  test('mixes the styles of speakers by their weights', async () => {
    const pack = keep(kokoroPack(styleGraph(HIDDEN)))
    const loudness = async (speaker: string) => peakOf((await speak(pack, hello, speaker)).samples)
    expect(await loudness('one')).toBeCloseTo(0.4, 2)
    expect(await loudness('other')).toBeCloseTo(0.2, 2)
    expect(await loudness('one*0.25+other*0.75')).toBeCloseTo(0.25, 2)
  })

  test('is read however large the weights between its nodes and its inputs are', async () => {
    const plain = await speak(keep(kokoroPack(styleGraph(HIDDEN))))
    const weights = [4, 4000, 60_000, 70_000, 65_536, 140_000, 200_000, 8, 300_000]
    expect(await speak(keep(kokoroPack(styleGraph({ ...HIDDEN, weights }))))).toEqual(plain)
  })

  test.each([
    ['stored', storedZip],
    ['deflated', (name: string, content: Buffer) => zipOf([{ name, content }])],
  ])("takes the style of a phrase's length from an npz file, too: %s", async (_, zip) => {
    const pack = keep(createPack('kokoro', { model: 'model.onnx', voices: 'voices.npz' }))
    pack.write('model.onnx', styleGraph(HIDDEN))
    const rows = new Float32Array(510 * 256)
    for (let i = 0; i < rows.length; i++) rows[i] = Math.floor(i / 256) === 11 ? 0.5 : 0.1
    pack.write('voices.npz', zip('one.npy', npy(rows, [510, 1, 256])))
    expect(peakOf((await speak(pack)).samples)).toBeCloseTo(0.5, 2)
  })

  test('gives every word one mark in order, over many phrases and words of which nothing is heard', async () => {
    const pack = keep(kokoroPack(styleGraph(HIDDEN)))
    const tokens = Array.from({ length: 60 }, (_, i) => (i % 7 === 6 ? ',' : i % 11 === 5 ? '🎉' : 'hello'))
    const { marks } = await speak(pack, utteranceOf('eng', tokens))
    const words = [...tokens.keys()].filter((i) => tokens[i] !== ',')
    expect(marks.map(({ segmentIndex }) => segmentIndex)).toEqual(words)
  })
})

describe('any word', () => {
  test.each(GARBAGE_WORDS)('such as %s is bounded and costs no other word its mark', async (_, spoken) => {
    for (const pack of [keep(kokoroPack(styleGraph())), keep(piperPack(piperGraph()))]) {
      for (const language of ['eng', 'spa', 'jpn'] as const) {
        const heard = await speak(pack, utteranceOf(language, ['hola', spoken, 'hola', ',']))
        expect(durationS(heard)).toBeLessThan(60)
        expect(heard.marks.map(({ segmentIndex }) => segmentIndex)).toEqual([0, 1, 2])
      }
    }
  })

  test('of which nothing can be heard gives neither marks nor audio', async () => {
    const heard = await speak(keep(kokoroPack(styleGraph())), utteranceOf('eng', [',', '…', '?']))
    expect([heard.marks, heard.samples.length]).toEqual([[], 0])
  })
})

describe('the first phrase of varied speech', () => {
  const varied = {
    ...utteranceOf('eng', new Array(80).fill('hello'), HELLO),
    variation: { seed: 1, spread: 0, longestTail: 3 },
  }
  const firstChunkOf = async (bufferedS: number | undefined): Promise<number> => {
    const chunks: number[] = []
    await engine.speak(varied, keep(kokoroPack(styleGraph())).voice(), {
      ...(bufferedS === undefined ? {} : { bufferedS }),
      mark() {},
      audio: (samples) => chunks.push(samples.length) > 0,
    })
    return chunks[0] ?? 0
  }

  test('is shorter the less is in the playback buffer', async () => {
    const [empty = 0, short = 0, long = 0] = await Promise.all([0, 2, 60].map(firstChunkOf))
    expect(await firstChunkOf(undefined)).toBe(empty)
    expect(short).toBeGreaterThan(1.5 * empty)
    expect(long).toBeGreaterThan(1.5 * short)
  })
})

describe("a model of Piper's kind", () => {
  test('is marked by the durations that its graph predicts', async () => {
    const pack = keep(piperPack(piperGraph()))
    const { marks, samples, sampleRateHz } = await speak(pack)
    expect(sampleRateHz).toBe(22_050)
    // Start and pad, then two tokens for each of `həlˈoʊ`, the space, `həlˈoʊ`, and the end.
    expect(samples.length).toBeCloseTo(29 * TOKEN, -3)
    expect(marks.map(({ startSample }) => startSample)).toEqual([2 * TOKEN, 16 * TOKEN])
    expect(marks.map(({ endSample }) => endSample)).toEqual([14 * TOKEN, 28 * TOKEN])
  })

  test('speaks each word at its own rate', async () => {
    const [first, second] = hello.segments
    const slow = { ...hello, segments: [first, { ...second, rate: 0.5 }] } as typeof hello
    const { marks } = await speak(keep(piperPack(piperGraph())), slow)
    expect(marks.map(({ startSample, endSample }) => endSample - startSample)).toEqual([12 * TOKEN, 24 * TOKEN])
  })

  test('has the speakers of its map', async () => {
    const speakers = ['low', 'high'].map((name) => ({ name, accent: 'eng-US' }))
    const pack = keep(piperPack(piperGraph({ hasSpeakers: true }), speakers))
    const low = frequency((await speak(pack, hello, 'low')).samples)
    expect(frequency((await speak(pack, hello, 'high')).samples) / low).toBeCloseTo(2, 1)
  })

  test('without durations speaks words of other rates in phrases of their own', async () => {
    const pack = keep(piperPack(piperGraph({ durations: 'none' })))
    const [first, second] = hello.segments
    const slow = { ...hello, segments: [first, { ...second, rate: 0.5 }] } as typeof hello
    const { marks } = await speak(pack, slow)
    const [one = 0, other = 0] = marks.map(({ startSample, endSample }) => endSample - startSample)
    expect(other / one).toBeCloseTo(2, 0)
    expect(marksOfPack(readPackFolder(pack.folder))).toBe('estimated')
  })

  test('varies only where a variation is asked for', async () => {
    const pack = keep(piperPack(piperGraph()))
    const plain = await speak(pack)
    expect((await speak(pack)).samples).toEqual(plain.samples)
    const varied = await speak(pack, { ...hello, variation: { seed: 1, spread: 0.5, longestTail: 3 } })
    expect(varied.samples).not.toEqual(plain.samples)
  })
})

describe("a model of Kitten's kind", () => {
  const SPEAKERS = [{ name: 'Bella', accent: 'eng-US' }]
  test.each([
    ['0.1', 1, 2],
    ['0.8', 400, 3],
  ])('%s has its own ends', async (_, rows, ends) => {
    const pack = keep(createPack('kitten', { model: 'm.onnx', voices: 'v.npz', config: 'config.json' }, SPEAKERS))
    pack.write('m.onnx', styleGraph())
    pack.write('v.npz', storedZip('Bella.npy', npy(new Float32Array(rows * 256).fill(0.3), [rows, 256])))
    pack.write('config.json', JSON.stringify({ speed_priors: { Bella: 0.5 } }))
    const { marks, samples } = await speak(pack)
    // `həlˈoʊ həlˈoʊ`, twice as long by the speaker's speed.
    expect(samples.length).toBeCloseTo(2 * (13 + ends) * TOKEN, -3)
    expect(marks.map(({ startSample }) => startSample)).toEqual([2 * TOKEN, 16 * TOKEN])
  })
})

describe('a model that does not fit', () => {
  const FAULTS: readonly (readonly [Fault, RegExp])[] = [
    ['nan', /not numbers/],
    ['nothing', /no audio/],
    ['too long', /s of audio for/],
    ['wrong durations', /durations for/],
    ['throws', /failed: /],
  ]
  test.each(FAULTS)('and fails with "%s" is refused in one line, and the next pack speaks', async (fault, message) => {
    const broken = keep(kokoroPack(styleGraph({ fault })))
    const refusal = speak(broken)
    await expect(refusal).rejects.toMatchObject({ code: 'voice.unusable', message: expect.stringMatching(message) })
    await refusal.catch((error: Error) => expect(error.message).not.toContain('\n'))
    expect((await speak(keep(kokoroPack(styleGraph())))).samples.length).toBeGreaterThan(0)
  })

  test('by its inputs is refused with what it has and what is expected', async () => {
    const pack = keep(kokoroPack(otherGraph()))
    await expect(speak(pack)).rejects.toMatchObject({
      code: 'voice.unusable',
      message: expect.stringMatching(/it has x float32\[1,n\] -> y float32\[1,n\]; expected input_ids/),
    })
    await expect(speak(keep(piperPack(styleGraph())))).rejects.toMatchObject({
      message: expect.stringMatching(/expected input int64/),
    })
  })

  test.each([
    ['more names than a model has', 300, 60, 0, /too many nodes or names/],
    ['more nodes than a model has', 400_000, 0, 0, /too many nodes or names/],
    ['a node that is larger than its names', 1, 1, 200_000, /node of its graph is too large/],
  ] as const)('because its file has %s is refused before it is in memory', async (_, nodes, names, bytes, message) => {
    const pack = keep(kokoroPack(hugeGraph(nodes, names, bytes)))
    await expect(speak(pack)).rejects.toMatchObject({
      code: 'voice.unusable',
      message: expect.stringMatching(message),
    })
  })

  test('because it was cut off or changed is refused wherever that is', async () => {
    const whole = styleGraph()
    const pack = keep(kokoroPack(whole))
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), async (at, byte, isCut) => {
        const changed = isCut ? whole.subarray(0, at) : Buffer.from(whole)
        if (!isCut) changed[at] = byte
        const broken = kokoroPack(changed)
        try {
          await engine.speak(hello, broken.voice(), { mark() {}, audio: () => true })
        } catch (error) {
          expect(error).toMatchObject({ code: 'voice.unusable', message: expect.not.stringContaining('\n') })
        } finally {
          broken[Symbol.dispose]()
        }
      }),
      { numRuns: 150 },
    )
    expect((await speak(pack)).samples.length).toBeGreaterThan(0)
  })

  test.each([
    ['a speaker that the pack lacks', 'nobody'],
    ['no weight at all', 'one*0'],
    ['weights that do not add up to 1', 'one*1+other*1'],
    ['a path', '../one'],
    ['the empty name', ''],
  ])('is not asked: %s is refused', async (_, speaker) => {
    const { folder } = keep(kokoroPack(styleGraph()))
    const voice = { ...packs[0]?.voice(), base: `${folder}#${speaker}` } as ReturnType<TestPack['voice']>
    expect(() => engine.sampleRateHz(voice)).toThrow(expect.objectContaining({ code: 'voice.unusable' }))
  })

  test.each([
    ['no folder', () => '/nowhere/at/all'],
    ['a relative folder', () => 'somewhere'],
    ['a folder without a manifest', () => mkdtempSync(join(tmpdir(), 'hoarfrost-empty-'))],
    [
      'a manifest that is not JSON',
      () => {
        const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-bad-'))
        writeFileSync(join(folder, 'pack.json'), '{')
        return folder
      },
    ],
    ['an unknown family', () => keep(createPack('tacotron', {})).folder],
    [
      'a part outside of the folder',
      () => keep(createPack('kokoro', { model: '../../etc/passwd', voices: '.' })).folder,
    ],
  ])('because there is %s is refused', async (_, folderOf) => {
    const voice = { ...keep(kokoroPack(styleGraph())).voice(), base: `${folderOf()}#one` }
    await expect(engine.speak(hello, voice, { mark() {}, audio: () => true })).rejects.toMatchObject({
      code: 'voice.unusable',
    })
  })

  test.each([
    ['of another size', Buffer.alloc(1000)],
    ['empty', Buffer.alloc(0)],
    ['larger than 16 MiB', Buffer.alloc(2 ** 24 + 1024)],
    ['not numbers', styleFile(Number.NaN)],
  ])('because its style is %s is refused', async (_, style) => {
    const pack = keep(kokoroPack(styleGraph()))
    pack.write('voices/one.bin', style)
    await expect(speak(pack)).rejects.toMatchObject({ code: 'voice.unusable' })
  })
})

const npy = (values: Float32Array, shape: readonly number[]): Buffer => {
  const header = `${`{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(', ')}), }`.padEnd(117)}\n`
  const start = Buffer.from(`\x93NUMPY\x01\x00${String.fromCharCode(header.length)}\x00`, 'latin1')
  return Buffer.concat([start, Buffer.from(header), Buffer.from(values.buffer)])
}

/** A zip file with one member, not compressed. Checksums are not read. */
function storedZip(name: string, content: Buffer): Buffer {
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt32LE(content.length, 20)
  entry.writeUInt32LE(content.length, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + name.length, 12)
  end.writeUInt32LE(30 + name.length + content.length, 16)
  return Buffer.concat([local, Buffer.from(name), content, entry, Buffer.from(name), end])
}
