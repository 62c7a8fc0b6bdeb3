import fc from 'fast-check'
import { expect, test } from 'vitest'
import { subRipOf, webVttOf } from './caption-formats.ts'
import type { Caption } from './captions.ts'

const line = fc
  .string({ unit: fc.constantFrom('a', 'é', '今', '&', '<', '>', '-->', '-', '{', '00:00:01', ' ', '1'), minLength: 1 })
  .map((text) => `x${text.trim()}`)
const captions: fc.Arbitrary<Caption[]> = fc
  .array(fc.tuple(fc.array(line, { minLength: 1, maxLength: 2 }), fc.integer({ min: 1, max: 7000 })), { maxLength: 20 })
  .chain((all) =>
    fc.nat(90 * 3_600_000).map((fromMs) => {
      let ms = fromMs
      return all.map(([lines, lengthMs]) => {
        const startS = ms / 1000
        ms += lengthMs
        return { lines, startS, endS: ms / 1000 }
      })
    }),
  )

function secondsOf(clock: string, point: string): number {
  const [, hours, minutes, seconds, ms] =
    new RegExp(`^(\\d{2,}):([0-5]\\d):([0-5]\\d)\\${point}(\\d{3})$`).exec(clock) ?? []
  return (Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(ms)) / 1000
}

function captionOf(timing = '', lines: readonly string[], point: string): Caption {
  const [start = '', end = ''] = timing.split(' --> ')
  return { lines, startS: secondsOf(start, point), endS: secondsOf(end, point) }
}

test('WebVTT says what was shown and when, and nothing in a text is markup', () => {
  const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  fc.assert(
    fc.property(captions, (shown) => {
      const [head, ...blocks] = webVttOf(shown).split('\n\n')
      expect(head?.trimEnd()).toBe('WEBVTT')
      const read = blocks.map((block) => {
        const [timing, ...lines] = block.trimEnd().split('\n')
        for (const each of lines) expect(each).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/)
        return captionOf(timing, lines.map(unescaped), '.')
      })
      expect(read).toEqual(shown)
    }),
  )
})

test('SubRip numbers what was shown, and no text is taken for a time', () => {
  fc.assert(
    fc.property(captions, (shown) => {
      const blocks = subRipOf(shown).split('\n\n').filter(Boolean)
      const read = blocks.map((block, i) => {
        const [number, timing, ...lines] = block.trimEnd().split('\n')
        expect(number).toBe(`${i + 1}`)
        return captionOf(timing, lines, ',')
      })
      const asWritten = shown.map((each) => ({
        ...each,
        lines: each.lines.map((text) => text.replaceAll(/-+->/g, '→')),
      }))
      expect(read).toEqual(asWritten)
    }),
  )
})
