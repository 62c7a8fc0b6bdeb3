export interface FilterBank {
  /** Samples of a block; a power of two. */
  readonly size: number
  readonly sampleRateHz: number
  readonly bands: number
  readonly lowestHz: number
  readonly highestHz: number
}

/** A triangle over bins of the spectrum. */
export type MelFilter = readonly { readonly bin: number; readonly weight: number }[]

export const melOf = (hz: number): number => 1127 * Math.log(1 + hz / 700)
const hzOf = (mel: number): number => 700 * (Math.exp(mel / 1127) - 1)

/** Overlapping triangles, evenly spaced in mel. */
export function melFilters({ size, sampleRateHz, bands, lowestHz, highestHz }: FilterBank): readonly MelFilter[] {
  const melsPerBand = (melOf(highestHz) - melOf(lowestHz)) / (bands + 1)
  const edge = (band: number): number => (hzOf(melOf(lowestHz) + band * melsPerBand) * size) / sampleRateHz
  return Array.from({ length: bands }, (_, band) => {
    const [from, centre, to] = [edge(band), edge(band + 1), edge(band + 2)]
    const filter: { bin: number; weight: number }[] = []
    for (let bin = Math.ceil(from); bin < to; bin++) {
      filter.push({ bin, weight: bin < centre ? (bin - from) / (centre - from) : (to - bin) / (to - centre) })
    }
    return filter
  })
}

/** The power of a spectrum in a band. */
export const bandPower = (filter: MelFilter, spectrum: Float64Array): number =>
  filter.reduce((total, { bin, weight }) => total + weight * (spectrum[bin] as number), 0)
