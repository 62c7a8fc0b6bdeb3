/** The name with the smallest edit distance from `typed`, if that is small. */
export function closestName(typed: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((name) => ({ name, changes: changesBetween(typed, name) }))
    .filter(({ changes }) => changes <= typed.length / 4)
    .sort((a, b) => a.changes - b.changes)
  return ranked[0]?.name
}

/** Levenshtein distance. */
function changesBetween(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 0; i < a.length; i++) {
    const current = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const replaced = (previous[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
      current.push(Math.min(replaced, (previous[j + 1] ?? 0) + 1, (current[j] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
