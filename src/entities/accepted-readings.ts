/**
 * The readings of a pattern: several are separated by `|`, words in parentheses may be left out, and of words with slashes between them
 * one is said.
 */
export const acceptedReadings = (pattern: string): readonly string[] => [
  ...new Set(pattern.split('|').flatMap(expanded)),
]

function expanded(pattern: string): readonly string[] {
  const pieces = pattern.match(/\([^)]*\)|[^\s()]+/g) ?? []
  const readings = pieces.reduce<readonly string[]>(
    (sofar, piece) => sofar.flatMap((start) => choicesOf(piece).map((choice) => `${start} ${choice}`)),
    [''],
  )
  return readings.map((reading) => reading.replaceAll(/\s+/g, ' ').trim()).filter((reading) => reading !== '')
}

const choicesOf = (piece: string): readonly string[] =>
  piece.startsWith('(') ? ['', ...expanded(piece.slice(1, -1))] : piece.split('/')
