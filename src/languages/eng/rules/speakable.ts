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

/** What a letter of the Greek alphabet is called: `Δ` → `delta`. */
export const greekName = (letter: string): string | undefined => GREEK_LETTERS.get(letter.toLowerCase())

/** A folded word in plain Latin letters; a Greek letter on its own by its name. */
export function speakableWord(word: string): string {
  if (/^[A-Za-z']*$/.test(word)) return word
  const name = greekName(word)
  if (name !== undefined) return name
  const latin = anyAscii(word.replaceAll('µ', 'μ')).replaceAll(/[^A-Za-z']/g, '')
  return latin.charAt(0).toUpperCase() + latin.slice(1)
}
