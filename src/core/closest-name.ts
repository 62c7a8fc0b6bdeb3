const MAX_NAMES = 3

/**
 * The names that are closest to `typed`, by edit distance and without regard to case, closest first; none if all of them
 * are far. A name that `typed` begins or that begins with it is close.
 */
export function closestNames(typed: string, names: Iterable<string>): readonly string[] {
  const written = typed.trim().toLowerCase()
  if (written === '') return []
  const ranked = [...new Set(names)]
    .map((name) => ({ name, changes: changesBetween(written, name.toLowerCase()) }))
    .filter(({ name, changes }) => changes <= maxChanges(written) || isPart(written, name.toLowerCase()))
    .sort((a, b) => a.changes - b.changes)
  return ranked.slice(0, MAX_NAMES).map(({ name }) => name)
}

/** ` Did you mean …?` with the closest names, or nothing. */
export function didYouMean(typed: string, names: Iterable<string>): string {
  const meant = closestNames(typed, names)
  return meant.length === 0 ? '' : ` Did you mean ${OR.format(meant)}?`
}

const OR = new Intl.ListFormat('en', { type: 'disjunction' })

/** One in four characters, and one in short names. */
const maxChanges = (typed: string): number => Math.max(1, Math.floor(typed.length / 4))

const MIN_PART = 3

const isPart = (typed: string, name: string): boolean =>
  Math.min(typed.length, name.length) >= MIN_PART && (name.startsWith(typed) || typed.startsWith(name))

/** Optimal string alignment distance: insertions, deletions, replacements, and exchanges of neighbours. */
function changesBetween(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 0; i < a.length; i++) {
    const current = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const replaced = (previous[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
      const isExchanged = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j]
      const exchanged = isExchanged ? (before[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY
      current.push(Math.min(replaced, exchanged, (previous[j + 1] ?? 0) + 1, (current[j] ?? 0) + 1))
    }
    before = previous
    previous = current
  }
  return previous[b.length] ?? 0
}
