import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineVoice } from '../src/core/voice.ts'

export interface TestSpeaker {
  readonly name: string
  readonly accent: string
}

/** A pack folder that disposing removes. */
export interface TestPack extends Disposable {
  readonly folder: string
  voice(speaker?: string, rateRatio?: number): EngineVoice
  write(file: string, content: Uint8Array | string): void
}

/** A folder with a manifest; its other files are written by the caller. */
export function createPack(
  family: string,
  parts: Readonly<Record<string, string>>,
  speakers: readonly TestSpeaker[] = [{ name: 'one', accent: 'eng-US' }],
): TestPack {
  const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-pack-'))
  const write = (file: string, content: Uint8Array | string): void => {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), content)
  }
  write('pack.json', JSON.stringify({ name: 'test', version: '1', family, parts, speakers }))
  return {
    folder,
    write,
    voice: (speaker = speakers[0]?.name ?? '', rateRatio = 1) => ({
      engine: 'pack',
      base: `${folder}#${speaker}`,
      timbre: { formantRatio: 1, pitchMeanHz: 150, pitchRangeRatio: 1, rateRatio, brightnessDb: 0 },
    }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A style of 256 numbers, the same in each of its rows. */
export const styleFile = (value: number, rows = 510): Buffer =>
  Buffer.from(new Float32Array(rows * 256).fill(value).buffer)

const KOKORO_PARTS = { model: 'model.onnx', voices: 'voices/' }

/** A pack of Kokoro's shape around a graph, with the speakers `one` (loud) and `other` (half as loud). */
export function kokoroPack(graph: Uint8Array): TestPack {
  const pack = createPack('kokoro', KOKORO_PARTS, [
    { name: 'one', accent: 'eng-US' },
    { name: 'other', accent: 'eng-GB' },
  ])
  pack.write('model.onnx', graph)
  pack.write('voices/one.bin', styleFile(0.4))
  pack.write('voices/other.bin', styleFile(0.2))
  return pack
}

const PIPER_SYMBOLS = [...'_^$ !,.:;?abdefhijklmnopstuvwzæðŋɐɑɒɔəɚɛɜɡɪɹɾʃʊʌʒˈˌːθ']

/** A pack of Piper's shape around a graph. */
export function piperPack(
  graph: Uint8Array,
  speakers: readonly TestSpeaker[] = [{ name: 'default', accent: 'eng-US' }],
): TestPack {
  const pack = createPack('piper', { model: 'voice.onnx', config: 'voice.onnx.json' }, speakers)
  pack.write('voice.onnx', graph)
  const config = {
    audio: { sample_rate: 22_050 },
    num_speakers: speakers.length,
    speaker_id_map: Object.fromEntries(speakers.map(({ name }, id) => [name, id])),
    inference: { noise_scale: 0.667, length_scale: 1, noise_w: 0.8 },
    phoneme_id_map: Object.fromEntries(PIPER_SYMBOLS.map((symbol, id) => [symbol, [id]])),
  }
  pack.write('voice.onnx.json', JSON.stringify(config))
  return pack
}
