import { KERNEL_BASE64 } from './filter/kernel-binary.ts'
import { type ComplexNumbers, FourierTransform, FREE_AT } from './fourier.ts'
import { BINS, ENVELOPE_POINTS, type FilterLayout, WINDOW } from './frame-layout.ts'

/** What a window of a frame holds before it is filtered. */
export interface Sources {
  readonly pulses: Float32Array
  readonly noise: Float32Array
  /** The noise times cosine and sine of multiples of the fundamental's phase: how it swells with the glottis. */
  readonly beats: readonly { readonly cos: Float32Array; readonly sin: Float32Array }[]
}

type AddBeat = (spectrum: number, filter: number, noise: number) => void
type Filter = (
  plain: number,
  free: number,
  pulseFilter: number,
  noiseFilter: number,
  noise: number,
  output: number,
) => void
type Weigh = (frame: number, levels: number, shares: number, weights: number) => void

const MAX_BEATS = 2
const MAX_FILTER_NUMBERS = 4096

// Layout of the transform's free memory, in numbers.
const FILTERS_AT = FREE_AT
const NOISE_AT = FILTERS_AT + MAX_FILTER_NUMBERS
const ZEROS_AT = NOISE_AT + 2 * WINDOW
const SHARES_AT = ZEROS_AT + 2 * WINDOW
const WEIGHTS_AT = SHARES_AT + WINDOW

const window = Float64Array.from({ length: WINDOW }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW))
/** One over the sum of the squared windows, for each sample of a hop: windows may overlap unevenly. */
export function overlapGains(hop: number): Float32Array {
  return Float32Array.from({ length: hop }, (_, sample) => {
    let sum = 0
    for (let at = sample; at < WINDOW; at += hop) sum += (window[at] as number) ** 2
    return 1 / sum
  })
}

const fourier = new FourierTransform(window, 1 + MAX_BEATS)
const memory = new Float32Array(fourier.memory.buffer)
const [plain, ...beatSpectra] = fourier.outputs as readonly [ComplexNumbers, ...ComplexNumbers[]]
const filters = memory.subarray(FILTERS_AT, FILTERS_AT + MAX_FILTER_NUMBERS)
/** The sum of the beats, as a spectrum. */
const noise = memory.subarray(NOISE_AT, NOISE_AT + 2 * WINDOW)
memory.set(
  Float64Array.from({ length: WINDOW }, (_, i) => {
    const level = Math.min(Math.max(((i + 0.5) / WINDOW) * ENVELOPE_POINTS - 0.5, 0), ENVELOPE_POINTS - 1)
    return level - Math.min(Math.floor(level), ENVELOPE_POINTS - 2)
  }),
  SHARES_AT,
)
memory.set(
  window.map((weight) => weight / WINDOW),
  WEIGHTS_AT,
)
const kernel = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(KERNEL_BASE64, 'base64')), {
  spectra: { memory: fourier.memory },
}).exports as unknown as { readonly addBeat: AddBeat; readonly filter: Filter; readonly weigh: Weigh }

const bytes = (numbers: number): number => numbers * Float32Array.BYTES_PER_ELEMENT
const addressOf = ({ re }: ComplexNumbers): number => re.byteOffset

/**
 * Filters the sources of a frame and returns its windowed samples, in memory that the next call uses. `numbers` are the filters
 * of the frame. Without voice there are no pulses and no beats.
 */
export function filterFrame(
  { pulses, noise: plainNoise, beats }: Sources,
  numbers: Float32Array,
  layout: FilterLayout,
  isVoiced: boolean,
): Float32Array {
  filters.set(numbers)
  const filterAt = (filter: number): number => bytes(FILTERS_AT + filter * BINS)
  transformPair(pulses, plainNoise, 0)
  noise.fill(0)
  if (isVoiced) {
    for (const [i, { cos, sin }] of beats.entries()) {
      transformPair(cos, sin, 1 + i)
      kernel.addBeat(addressOf(beatSpectra[i] as ComplexNumbers), filterAt(layout.beats[i] as number), noise.byteOffset)
    }
  }
  const freeAt = layout.free === undefined ? bytes(ZEROS_AT) : filterAt(layout.free)
  const pulseAt = isVoiced ? filterAt(layout.pulse) : bytes(ZEROS_AT)
  const outputAt = addressOf(fourier.input)
  kernel.filter(addressOf(plain), freeAt, pulseAt, filterAt(layout.noise), noise.byteOffset, outputAt)
  for (const bin of [0, WINDOW / 2]) filterReal(bin, layout, isVoiced)
  fourier.transform(0)
  kernel.weigh(addressOf(plain), filterAt(layout.envelope), bytes(SHARES_AT), bytes(WEIGHTS_AT))
  return plain.re
}

/** The bins whose spectra are real: 0 Hz and half the rate. */
function filterReal(bin: number, { free, pulse, noise: plainNoise, beats }: FilterLayout, isVoiced: boolean): void {
  const gain = (filter: number): number => filters[filter * BINS + bin] as number
  const at = ({ re, im }: ComplexNumbers): readonly [number, number] => [re[bin] as number, im[bin] as number]
  const [pulses, noise] = at(plain)
  let filtered = gain(plainNoise) * noise
  if (isVoiced) {
    for (const [i, beat] of beats.entries()) {
      const [cos, sin] = at(beatSpectra[i] as ComplexNumbers)
      filtered += gain(beat) * cos + gain(beat + 1) * sin
    }
  }
  fourier.input.re[bin] = (free === undefined ? 0 : gain(free)) + (isVoiced ? gain(pulse) * pulses : 0)
  fourier.input.im[bin] = -filtered
}

/** The spectrum of two real signals: that of `one` + i `other`. */
function transformPair(one: Float32Array, other: Float32Array, output: number): void {
  fourier.input.re.set(one)
  fourier.input.im.set(other)
  fourier.transformWindowed(output)
}
