import { readFileSync } from 'node:fs'
import { SpeechError } from '../../core/errors.ts'
import { readMix } from '../../core/pack.ts'

/** A style of the voice: a person. */
export interface Style {
  readonly name: string
  /** Language and accent, such as `eng-GB`. */
  readonly accent: string
  readonly pitchMeanHz: number
}

/** One style or a mixture. */
export interface MixedStyle {
  /** Accent of the largest part. */
  readonly accent: string
  readonly pitchMeanHz: number
  /** 256 numbers for a phrase of so many tokens, ends not counted. */
  forLength(tokens: number): Float32Array
}

export const STYLE_WIDTH = 256
const MAX_KNOWN = 1000

/** Rows of 256 halves for each style and number of tokens. */
export class Styles {
  readonly #styles: readonly Style[]
  readonly #rowsPerStyle: number
  readonly #halves: Uint16Array
  readonly #known = new Map<string, MixedStyle>()

  /** `maxTokens`: the longest phrase of which the file has a row. */
  constructor(path: string, styles: readonly Style[], maxTokens: number) {
    const bytes = readFileSync(path)
    this.#halves = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
    this.#styles = styles
    this.#rowsPerStyle = maxTokens + 1
    if (this.#halves.length !== styles.length * this.#rowsPerStyle * STYLE_WIDTH)
      throw new Error(`${path} is incomplete`)
  }

  /** Reads a base such as `am_michael` or `am_michael*0.7+am_onyx*0.3`. Throws `voice.unusable`. */
  of(base: string): MixedStyle {
    const known = this.#known.get(base)
    if (known) return known
    const parts = readMix(base)?.map(({ name, weight }) => {
      const index = this.#styles.findIndex((style) => style.name === name)
      return { weight, index, style: this.#styles[index] }
    })
    const first = parts?.toSorted((one, other) => other.weight - one.weight)[0]?.style
    if (!parts || !first || parts.some(({ style }) => style === undefined)) {
      throw new SpeechError('voice.unusable', `natural has no voice ${base.slice(0, 80)}`)
    }
    const octaves = parts.reduce((sum, { weight, style }) => sum + weight * Math.log2(style?.pitchMeanHz ?? 1), 0)
    const mixed: MixedStyle = {
      accent: first.accent,
      pitchMeanHz: 2 ** octaves,
      forLength: (tokens) => this.#mix(parts, Math.min(Math.max(tokens, 0), this.#rowsPerStyle - 1)),
    }
    if (this.#known.size >= MAX_KNOWN) this.#known.clear()
    this.#known.set(base, mixed)
    return mixed
  }

  #mix(parts: readonly { readonly weight: number; readonly index: number }[], row: number): Float32Array {
    const mixed = new Float32Array(STYLE_WIDTH)
    for (const { weight, index } of parts) {
      const at = (index * this.#rowsPerStyle + row) * STYLE_WIDTH
      for (let i = 0; i < STYLE_WIDTH; i++)
        mixed[i] = (mixed[i] as number) + weight * fromHalf(this.#halves[at + i] as number)
    }
    return mixed
  }
}

/** IEEE 754 binary16, without infinities. */
function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15))
}
