import anyAscii from 'any-ascii'

const SPEAKABLE = /^[A-Za-z' ,;:.?!]*$/
const GREEK_LETTERS: ReadonlyMap<string, string> = new Map(
  'α alpha, β beta, γ gamma, δ delta, ε epsilon, ζ zeta, η eta, θ theta, ι iota, κ kappa, λ lambda, µ mu, ν nu, ξ xi, ο omicron, π pi, ρ rho, σ sigma, τ tau, υ upsilon, φ phi, χ chi, ψ psi, ω omega'
    .split(', ')
    .map((pair) => [pair.slice(0, 1), pair.slice(2)]),
)

/** A reading without what no engine has a sound for: letters of other scripts in Latin ones, symbols dropped. */
export function speakable(reading: string): string {
  if (SPEAKABLE.test(reading)) return reading
  return anyAscii(reading)
    .replaceAll(/[^A-Za-z' ,;:.?!]/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

/** A word of any script in plain Latin letters; a Greek letter on its own by its name. Empty if it has no sound. */
export function speakableWord(word: string): string {
  const name = GREEK_LETTERS.get(word.toLowerCase())
  if (name !== undefined) return name
  if (/^[A-Za-z']*$/.test(word)) return word
  const isLatin = /^[\p{Script=Latin}\p{M}']*$/u.test(word)
  const latin = anyAscii(word.replaceAll('µ', 'μ'))
  // Scripts that write a syllable a character come as `NiHao`.
  const words = isLatin ? latin : latin.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
  return words
    .replaceAll(/[^A-Za-z' ]/g, '')
    .replaceAll(/(?<![A-Za-z])'|'(?![A-Za-z])/g, '')
    .trim()
}
