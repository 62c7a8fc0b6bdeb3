/**
 * Writes the unscaled spectrum (kernel e^(-i)) of a complex signal of fixed length, multiplied by weights first. Input
 * and output arrays must differ.
 */
export type FourierTransform = (
  signalRe: Float64Array,
  signalIm: Float64Array,
  weights: Float64Array,
  real: Float64Array,
  imaginary: Float64Array,
) => void

/** Radix 4, decimation in time. Throws a RangeError if the size is not a power of 4. */
export function createFourierTransform(size: number): FourierTransform {
  if (!Number.isInteger(Math.log2(size) / 2)) throw new RangeError(`${size} is not a power of 4`)
  const order = reversedDigits(size)
  const cos = Float64Array.from({ length: size }, (_, i) => Math.cos((2 * Math.PI * i) / size))
  const sin = Float64Array.from({ length: size }, (_, i) => -Math.sin((2 * Math.PI * i) / size))

  return (signalRe, signalIm, weights, real, imaginary) => {
    for (let i = 0; i < size; i++) {
      const from = order[i] as number
      const weight = weights[from] as number
      real[i] = (signalRe[from] as number) * weight
      imaginary[i] = (signalIm[from] as number) * weight
    }
    for (let span = 1; span < size; span *= 4) {
      const step = size / (4 * span)
      for (let offset = 0; offset < span; offset++) {
        const c1 = cos[offset * step] as number
        const s1 = sin[offset * step] as number
        const c2 = cos[2 * offset * step] as number
        const s2 = sin[2 * offset * step] as number
        const c3 = cos[3 * offset * step] as number
        const s3 = sin[3 * offset * step] as number
        for (let i = offset; i < size; i += 4 * span) {
          const j = i + span
          const k = j + span
          const l = k + span
          const re0 = real[i] as number
          const im0 = imaginary[i] as number
          const re1 = (real[j] as number) * c1 - (imaginary[j] as number) * s1
          const im1 = (real[j] as number) * s1 + (imaginary[j] as number) * c1
          const re2 = (real[k] as number) * c2 - (imaginary[k] as number) * s2
          const im2 = (real[k] as number) * s2 + (imaginary[k] as number) * c2
          const re3 = (real[l] as number) * c3 - (imaginary[l] as number) * s3
          const im3 = (real[l] as number) * s3 + (imaginary[l] as number) * c3
          const evenSumRe = re0 + re2
          const evenSumIm = im0 + im2
          const evenRe = re0 - re2
          const evenIm = im0 - im2
          const oddSumRe = re1 + re3
          const oddSumIm = im1 + im3
          const oddRe = re1 - re3
          const oddIm = im1 - im3
          real[i] = evenSumRe + oddSumRe
          imaginary[i] = evenSumIm + oddSumIm
          real[j] = evenRe + oddIm
          imaginary[j] = evenIm - oddRe
          real[k] = evenSumRe - oddSumRe
          imaginary[k] = evenSumIm - oddSumIm
          real[l] = evenRe - oddIm
          imaginary[l] = evenIm + oddRe
        }
      }
    }
  }
}

/** Digit-reversed indices in base 4. */
function reversedDigits(size: number): Uint16Array {
  return Uint16Array.from({ length: size }, (_, i) => {
    let reversed = 0
    for (let rest = i, span = 1; span < size; span *= 4, rest >>= 2) reversed = reversed * 4 + (rest & 3)
    return reversed
  })
}
