/** The sampling rates that a codec supports. */
export interface SampleRates {
  /** For documentation. */
  readonly title: string
  /** The supported rate nearest to the requested one, in Hz. */
  nearest(askedHz: number): number
}

export const EVERY_RATE: SampleRates = { title: 'any', nearest: (askedHz) => askedHz }

/** A list of rates in Hz; of two equally near ones, the higher is chosen. */
export const someRates = (ratesHz: readonly number[]): SampleRates => ({
  title: ratesHz.join(', '),
  nearest: (askedHz) =>
    ratesHz.reduce((best, rate) => (Math.abs(rate - askedHz) <= Math.abs(best - askedHz) ? rate : best)),
})
