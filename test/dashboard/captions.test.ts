import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../property-seed.ts'
import { captionsOf, srtOf, vttOf } from '../../dashboard/src/speech/captions.ts'
import { locateWords } from '../../dashboard/src/speech/words.ts'

const WORD = fc.oneof(
  fc.stringMatching(/^[a-z]{1,12}[,.!?]?$/),
  fc.constantFrom('-->', '<b>', '&amp;', '你好。', '🙂', "it's"),
)

/** A text with the times of its words. */
const SPOKEN = fc.array(fc.tuple(WORD, fc.integer({ min: 1, max: 3000 }), fc.constantFrom(' ', '\n', '  ')), {
  minLength: 1,
  maxLength: 60,
})

function timed(spoken: readonly (readonly [string, number, string])[]) {
  const text = spoken.map(([word, , gap]) => word + gap).join('')
  let atMs = 0
  const times = { words: [] as string[], start: [] as number[], end: [] as number[] }
  for (const [word, lengthMs] of spoken) {
    times.words.push(word)
    times.start.push(atMs / 1000)
    atMs += lengthMs
    times.end.push(atMs / 1000)
  }
  return { text, words: locateWords(text, 0, times) }
}

test('captions have all words once and in order, on at most two lines and for at most seven seconds', () => {
  fc.assert(
    fc.property(SPOKEN, (spoken) => {
      const { text, words } = timed(spoken)
      const captions = captionsOf(text, words)
      expect(captions.flatMap((each) => each.text.split(/\s+/))).toEqual(spoken.map(([word]) => word))
      let lastS = 0
      for (const { startS, endS, text: lines } of captions) {
        expect(startS).toBeGreaterThanOrEqual(lastS)
        lastS = endS
        if (!/\s/.test(lines)) continue // a long word is a caption of its own
        expect(endS - startS).toBeLessThanOrEqual(7 + 1e-9)
        expect(lines.split('\n').length).toBeLessThanOrEqual(2)
        expect(Math.max(...lines.split('\n').map((line) => line.length))).toBeLessThanOrEqual(42)
      }
    }),
  )
})

test('files of captions have a line of times for each caption, and no other arrows or tags', () => {
  fc.assert(
    fc.property(SPOKEN, (spoken) => {
      const { text, words } = timed(spoken)
      const captions = captionsOf(text, words)
      const srt = srtOf(captions)
      expect(srt.match(/^\d+\n\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}$/gm)).toHaveLength(captions.length)
      expect(srt.split('-->').length - 1).toBe(captions.length)
      const vtt = vttOf(captions)
      expect(vtt.match(/^\d\d:\d\d:\d\d\.\d{3} --> \d\d:\d\d:\d\d\.\d{3}$/gm)).toHaveLength(captions.length)
      expect(vtt.split('-->').length - 1).toBe(captions.length)
      expect(vtt).not.toMatch(/<|&(?!amp;|lt;|gt;)/)
    }),
  )
})
