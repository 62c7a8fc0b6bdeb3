import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { WasmMediaEncoder } from 'wasm-media-encoders/esnext'
import type { Samples } from '../../../core/samples.ts'
import type { LocalEncoder, Marking } from '../../codec.ts'
import { id3Tag } from '../tags/id3.ts'
import { infoFrame } from './info-frame.ts'
import { type LayerThree, layerThreeAt } from './layer-three.ts'

type Lame = WasmMediaEncoder<'audio/mpeg'>

// LAME's output is slightly quieter than its input.
const FULL_SCALE = 32_768 * 0.95
// An instance takes a millisecond to create and 16 MB of address space, so some are kept for reuse.
const MAX_IDLE = 32

/** An instance takes two milliseconds to configure, which no first audio should wait for. */
interface Idle {
  readonly lame: Lame
  readonly mode: LayerThree
  isConfigured: boolean
}

const idle: Idle[] = []
let program: Promise<WebAssembly.Module> | undefined

export async function createMp3Encoder(sampleRateHz: number, { mark }: Marking): Promise<LocalEncoder> {
  const mode = layerThreeAt(sampleRateHz)
  const ready = idle.findIndex((each) => each.isConfigured && each.mode === mode)
  // At -1 it takes the last, which has another mode or waits to be configured.
  const [reused] = idle.splice(ready, 1)
  const lame = reused?.lame ?? (await createLame())
  return new Mp3Encoder(ready < 0 ? configured(lame, mode) : lame, mode, mark && id3Tag(mark))
}

function configured(lame: Lame, { sampleRateHz, kbps }: LayerThree): Lame {
  lame.configure({ channels: 1, sampleRate: sampleRateHz, bitrate: kbps } as Parameters<Lame['configure']>[0])
  return lame
}

/** Prepares an instance for the next answer, after the work that waits. */
function keep(lame: Lame, mode: LayerThree): void {
  if (idle.length >= MAX_IDLE) return
  const kept = { lame, mode, isConfigured: false }
  idle.push(kept)
  setImmediate(() => {
    if (!idle.includes(kept)) return
    configured(lame, mode)
    kept.isConfigured = true
  })
}

async function createLame(): Promise<Lame> {
  const { createEncoder } = await import('wasm-media-encoders/esnext')
  program ??= readFile(createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3')).then((bytes) =>
    WebAssembly.compile(new Uint8Array(bytes)),
  )
  return createEncoder('audio/mpeg', await program)
}

function floatsOf(samples: Int16Array): Float32Array {
  const floats = new Float32Array(samples.length)
  for (let i = 0; i < floats.length; i++) floats[i] = (samples[i] as number) / FULL_SCALE
  return floats
}

class Mp3Encoder implements LocalEncoder {
  readonly header: Uint8Array
  readonly #mode: LayerThree
  readonly #tag: Uint8Array
  #lame: Lame | undefined
  #samples = 0
  #bytes = 0

  constructor(lame: Lame, mode: LayerThree, tag: Uint8Array = new Uint8Array(0)) {
    this.#lame = lame
    this.#mode = mode
    this.#tag = tag
    this.header = Buffer.concat([tag, infoFrame(mode)])
  }

  encode(samples: Samples): Uint8Array {
    this.#samples += samples.length
    return this.#take((lame) => lame.encode([floatsOf(samples.take())]))
  }

  finish(): Uint8Array {
    return this.#take((lame) => lame.finalize())
  }

  finalHeader(): Uint8Array {
    const frame = infoFrame(this.#mode, { samples: this.#samples, audioBytes: this.#bytes })
    return Buffer.concat([this.#tag, frame])
  }

  [Symbol.dispose](): void {
    if (this.#lame !== undefined) keep(this.#lame, this.#mode)
    this.#lame = undefined
  }

  #take(run: (lame: Lame) => Uint8Array): Uint8Array {
    const lame = this.#lame
    if (lame === undefined) throw new Error('the encoder has been disposed of')
    this.#lame = undefined // a program that fails half-way is not used again
    const bytes = run(lame).slice() // the instance reuses its buffer
    this.#lame = lame
    this.#bytes += bytes.length
    return bytes
  }
}
