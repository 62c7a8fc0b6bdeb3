/** Power spectrum of a block whose length is a power of two; lower half of the bins. */
export function powerSpectrum(block: Float64Array): Float64Array {
  const real = block.slice()
  const imaginary = new Float64Array(block.length)
  transformInPlace(real, imaginary)
  return Float64Array.from(
    { length: block.length / 2 },
    (_, bin) => (real[bin] as number) ** 2 + (imaginary[bin] as number) ** 2,
  )
}

/** Radix-2 fast Fourier transform. */
function transformInPlace(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i < j) {
      ;[real[i], real[j]] = [real[j] as number, real[i] as number]
      ;[imaginary[i], imaginary[j]] = [imaginary[j] as number, imaginary[i] as number]
    }
  }
  for (let half = 1; half < size; half *= 2) {
    for (let k = 0; k < half; k++) {
      const cos = Math.cos((Math.PI * k) / half)
      const sin = -Math.sin((Math.PI * k) / half)
      for (let even = k; even < size; even += 2 * half) {
        const odd = even + half
        const re = cos * (real[odd] as number) - sin * (imaginary[odd] as number)
        const im = cos * (imaginary[odd] as number) + sin * (real[odd] as number)
        real[odd] = (real[even] as number) - re
        imaginary[odd] = (imaginary[even] as number) - im
        real[even] = (real[even] as number) + re
        imaginary[even] = (imaginary[even] as number) + im
      }
    }
  }
}
