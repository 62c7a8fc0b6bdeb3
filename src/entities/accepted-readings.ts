/** Optional words and further alternatives of one reading, each of which may double the number of readings. */
const MAX_CHOICES = 10

/** What is wrong with a pattern; undefined if it can be read. */
export function faultOfPattern(pattern: string): string | undefined {
  for (const part of pattern.split('|')) {
    if (!/^(?:[^()]|\([^()]*\))*$/.test(part)) return 'parentheses must be closed, not nested, and without |'
    const pieces = part.match(PIECES) ?? []
    if (pieces.some((piece) => /(?:^|[\s(/])\/|\/(?:$|[\s)])/.test(piece))) return 'a word must stand on each side of /'
    if (!/[\p{L}\p{N}]/u.test(part.replaceAll(/\([^)]*\)/g, ''))) return 'a reading must have words'
    if ((part.match(/[(/]/g) ?? []).length > MAX_CHOICES) return `a reading must have at most ${MAX_CHOICES} choices`
  }
  return undefined
}

/**
 * The readings of a pattern: several are separated by `|`, words in parentheses may be left out, and of words with slashes between them
 * one is said.
 */
export const acceptedReadings = (pattern: string): readonly string[] => [
  ...new Set(pattern.split('|').flatMap(expanded)),
]

const PIECES = /\([^)]*\)|[^\s()]+/g

function expanded(pattern: string): readonly string[] {
  const pieces = pattern.match(PIECES) ?? []
  const readings = pieces.reduce<readonly string[]>(
    (sofar, piece) => sofar.flatMap((start) => choicesOf(piece).map((choice) => `${start} ${choice}`)),
    [''],
  )
  return readings.map((reading) => reading.replaceAll(/\s+/g, ' ').trim()).filter((reading) => reading !== '')
}

const choicesOf = (piece: string): readonly string[] =>
  piece.startsWith('(') ? ['', ...expanded(piece.slice(1, -1))] : piece.split('/')
