const SCALES: ReadonlyMap<string, string> = new Map([
  ['k', 'thousand'],
  ['K', 'thousand'],
  ['m', 'million'],
  ['M', 'million'],
  ['MM', 'million'],
  ['mm', 'million'],
  ['mn', 'million'],
  ['mln', 'million'],
  ['mil', 'million'],
  ['b', 'billion'],
  ['B', 'billion'],
  ['bn', 'billion'],
  ['bln', 'billion'],
  ['t', 'trillion'],
  ['T', 'trillion'],
  ['tn', 'trillion'],
  ['trn', 'trillion'],
  ['cr', 'crore'],
])

/** Scales that are words themselves. */
export const SCALE_WORDS = '(?:hundred|thousand|million|billion|trillion|quadrillion|lakhs?|crores?|dozen)'

/** `k` or `million` → the word that is said. Undefined for what is no scale. */
export const scaleWord = (scale: string): string | undefined =>
  SCALES.get(scale) ?? SCALES.get(scale.toLowerCase()) ?? (/^[a-z]{4,}$/i.test(scale) ? scale.toLowerCase() : undefined)
