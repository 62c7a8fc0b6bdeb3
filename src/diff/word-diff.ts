export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added'
  readonly words: readonly string[]
}

/** Pairs of the indices of words that are the same in both lists, in order: a longest common subsequence. */
export function commonWords(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [number, number])[] {
  /** Length of the longest common subsequence of the words from `i` and from `j` on. */
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  const lengthAt = (i: number, j: number): number => lengths[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i--) {
    const row = lengths[i] as Uint32Array
    for (let j = after.length - 1; j >= 0; j--) {
      row[j] = before[i] === after[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
    }
  }
  const pairs: (readonly [number, number])[] = []
  for (let i = 0, j = 0; i < before.length && j < after.length; ) {
    if (before[i] === after[j]) pairs.push([i++, j++])
    else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i++
    else j++
  }
  return pairs
}

/** What was removed and added, with the words around it. */
export function wordDiff(before: readonly string[], after: readonly string[]): readonly DiffPart[] {
  const parts: { kind: DiffPart['kind']; words: string[] }[] = []
  const add = (kind: DiffPart['kind'], words: readonly string[]): void => {
    if (words.length === 0) return
    const last = parts.at(-1)
    if (last?.kind === kind) last.words.push(...words)
    else parts.push({ kind, words: [...words] })
  }
  let [i, j] = [0, 0]
  for (const [inBefore, inAfter] of [...commonWords(before, after), [before.length, after.length] as const]) {
    add('removed', before.slice(i, inBefore))
    add('added', after.slice(j, inAfter))
    add('same', before.slice(inBefore, inBefore + 1))
    ;[i, j] = [inBefore + 1, inAfter + 1]
  }
  return parts
}
