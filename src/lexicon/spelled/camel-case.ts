/** Words run together, as their capitals tell: `LlamaIndex`, `DeWalt`, `PCIe`. */
const RUN_TOGETHER = /[a-z]'?[A-Z]|[A-Z]{2,}[a-z]/
/** Capitals that stand together, with one small letter after them or none; words; single letters. */
const PARTS = /[A-Z]{2,}(?![a-z]{2})|[A-Z](?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]/g

/** How these open a name; they have no stress. */
const PARTICLES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    de: 'D AH0',
    di: 'D IH0',
    du: 'D UW0',
    la: 'L AH0',
    le: 'L AH0',
    mc: 'M AH0 K',
    mac: 'M AH0 K',
    van: 'V AE0 N',
    von: 'V AA0 N',
  }).map(([particle, phonemes]) => [particle, phonemes.split(' ')]),
)

/** Letters that are said one by one though they could be a word. */
const MAX_SPELLED = 3

export interface CamelCasePart {
  readonly letters: string
  readonly kind: 'letters' | 'word' | 'particle'
}

/** The parts of a word with capitals inside; undefined for other words. */
export function camelCaseParts(written: string): readonly CamelCasePart[] | undefined {
  if (!RUN_TOGETHER.test(written) || /[^A-Za-z]/.test(written)) return undefined
  const parts = written.match(PARTS) ?? []
  if (parts.length < 2) return undefined
  return parts.map((part, at) => {
    const letters = part.toLowerCase()
    if (at === 0 && parts.length === 2 && PARTICLES.has(letters) && /^[A-Z]/.test(part))
      return { letters, kind: 'particle' }
    const isInitialism = /^[A-Z]+$/.test(part) && part.length <= MAX_SPELLED
    return { letters, kind: isInitialism || part.length === 1 || !/[aeiouy]/.test(letters) ? 'letters' : 'word' }
  })
}

/** Phonemes of a particle; of `Mc` before a sound of K or G without its own. */
export function particleBefore(particle: string, next: readonly string[]): readonly string[] {
  const phonemes = PARTICLES.get(particle) ?? []
  return phonemes.at(-1) === 'K' && /^[KG]$/.test(next[0] ?? '') ? phonemes.slice(0, -1) : phonemes
}

/** Joins parts as English compounds are stressed: a last part of one syllable has secondary stress, as in `YouTube`. */
export function joinCamelCase(
  parts: readonly { readonly kind: CamelCasePart['kind']; readonly phonemes: readonly string[] }[],
): readonly string[] {
  return parts.flatMap(({ kind, phonemes }, at) => {
    const isSecond = at > 0 && parts[at - 1]?.kind === 'word' && kind === 'word'
    const hasOneSyllable = phonemes.filter((phoneme) => /\d$/.test(phoneme)).length === 1
    return isSecond && hasOneSyllable ? phonemes.map((phoneme) => phoneme.replace('1', '2')) : phonemes
  })
}
