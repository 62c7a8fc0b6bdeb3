import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordDiff } from './word-diff.ts'

const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })
const wordsOf = (parts: ReturnType<typeof wordDiff>, ...kinds: string[]) =>
  parts.filter(({ kind }) => kinds.includes(kind)).flatMap((part) => part.words)

test('the parts that are not added are the text before, those that are not removed the text after', () => {
  fc.assert(
    fc.property(words, words, (before, after) => {
      const parts = wordDiff(before, after)
      expect(wordsOf(parts, 'same', 'removed')).toEqual(before)
      expect(wordsOf(parts, 'same', 'added')).toEqual(after)
      expect(parts.every((part, i) => part.kind !== parts[i - 1]?.kind)).toBe(true)
    }),
  )
})

test('as many words as possible are the same', () => {
  fc.assert(
    fc.property(words, words, (kept, inserted) => {
      const after = kept.flatMap((word, i) => [word, ...inserted.slice(i, i + 1)])
      expect(wordsOf(wordDiff(kept, after), 'same')).toEqual(kept)
    }),
  )
})

test('the order of a changed word is removed, then added', () => {
  expect(wordDiff(['take', 'fifteen', 'now'], ['take', 'fifty', 'now'])).toEqual([
    { kind: 'same', words: ['take'] },
    { kind: 'removed', words: ['fifteen'] },
    { kind: 'added', words: ['fifty'] },
    { kind: 'same', words: ['now'] },
  ])
})
