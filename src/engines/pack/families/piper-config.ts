import { readFileSync } from 'node:fs'

/** What the engine needs of a Piper voice's `.onnx.json`. */
export interface PiperConfig {
  readonly sampleRateHz: number
  readonly idsBySymbol: ReadonlyMap<string, readonly number[]>
  readonly speakers: ReadonlyMap<string, number>
  readonly speakerCount: number
  readonly noiseScale: number
  readonly lengthScale: number
  readonly noiseW: number
}

const DEFAULT_SCALES = { noiseScale: 0.667, lengthScale: 1, noiseW: 0.8 }
const SAMPLE_RATES_HZ = { min: 8000, max: 48_000 }

/** Reads the file. Throws an Error of one line. */
export function readPiperConfig(path: string): PiperConfig {
  const config = JSON.parse(readFileSync(path, 'utf8')) as Config
  const sampleRateHz = Number(config.audio?.sample_rate)
  if (!(sampleRateHz >= SAMPLE_RATES_HZ.min && sampleRateHz <= SAMPLE_RATES_HZ.max)) {
    throw new Error(`its configuration names no sampling rate from ${SAMPLE_RATES_HZ.min} to ${SAMPLE_RATES_HZ.max}`)
  }
  const idsBySymbol = new Map(
    Object.entries(config.phoneme_id_map ?? {}).map(([symbol, ids]) => [symbol, [ids].flat().map(Number)]),
  )
  for (const symbol of ['^', '$', '_']) {
    if (!idsBySymbol.has(symbol)) throw new Error(`the phoneme_id_map of its configuration lacks ${symbol}`)
  }
  const scale = (given: unknown, usual: number): number => (Number(given) > 0 ? Number(given) : usual)
  return {
    sampleRateHz,
    idsBySymbol,
    speakers: new Map(Object.entries(config.speaker_id_map ?? {}).map(([name, id]) => [name, Number(id)])),
    speakerCount: Number(config.num_speakers ?? 1),
    noiseScale: scale(config.inference?.noise_scale, DEFAULT_SCALES.noiseScale),
    lengthScale: scale(config.inference?.length_scale, DEFAULT_SCALES.lengthScale),
    noiseW: scale(config.inference?.noise_w, DEFAULT_SCALES.noiseW),
  }
}

/** The file as it may be; nothing of it is trusted. */
interface Config {
  readonly audio?: { readonly sample_rate?: unknown }
  readonly inference?: Readonly<Record<'noise_scale' | 'length_scale' | 'noise_w', unknown>>
  readonly num_speakers?: unknown
  readonly phoneme_id_map?: Readonly<Record<string, unknown>>
  readonly speaker_id_map?: Readonly<Record<string, unknown>>
}
