/** The sampling rates that a codec has. */
export interface SampleRates {
  /** For lists that people read. */
  readonly title: string
  /** The rate nearest to the one asked for, in Hz. */
  nearest(askedHz: number): number
}

export const EVERY_RATE: SampleRates = { title: 'any', nearest: (askedHz) => askedHz }

/** A few rates in Hz; of two as near to the one asked for, the higher. */
export const someRates = (ratesHz: readonly number[]): SampleRates => ({
  title: ratesHz.join(', '),
  nearest: (askedHz) =>
    ratesHz.reduce((best, rate) => (Math.abs(rate - askedHz) <= Math.abs(best - askedHz) ? rate : best)),
})
