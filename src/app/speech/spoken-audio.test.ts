import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../core/language.ts'
import { type Markup, NO_MARKUP } from '../../core/request.ts'
import { Samples } from '../../core/samples.ts'
import type { SpokenEvent } from './narrator.ts'
import { SpokenAudio } from './spoken-audio.ts'

const RATE_HZ = 1000

function follow(text: string, language: (typeof LANGUAGES)[number], events: readonly SpokenEvent[], markup: Markup) {
  const audio = new SpokenAudio({ text, language, sampleRateHz: RATE_HZ, markup }, true)
  for (const event of events) audio.take(event)
  audio.silence()
  return { seconds: audio.seconds, ...audio.words() }
}

test('words follow one another over all of the audio, and stand in the text where their spans say', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '🙂', '今', '「', '。', ',', ' ', '\n', '<5>', '\ud800') })
  const lengths = fc.array(fc.nat(300), { maxLength: 40 })
  fc.assert(
    fc.property(text, fc.constantFrom(...LANGUAGES), lengths, fc.boolean(), (text, language, lengths, pauses) => {
      let startSample = 0
      const events = [...text.matchAll(/[\p{L}]/gu)].flatMap(({ index, 0: letter }, i): SpokenEvent[] => {
        const span = { start: index, end: index + letter.length }
        const endSample = startSample + (lengths[i] ?? 0)
        const word = { kind: 'word', span, spoken: letter, startSample, endSample } as const
        startSample = endSample
        return [word, { kind: 'audio', samples: new Samples(new Int16Array(lengths[i] ?? 0)) }]
      })
      const { seconds, words, start, end, spans } = follow(text, language, events, { ...NO_MARKUP, pauses })
      expect(words).toEqual(spans.map((span) => text.slice(span.start, span.end)))
      const written = text.split(/\s+/).filter(Boolean)
      const read = pauses ? text.replaceAll('<5>', '') : text
      expect(words.join('')).toBe(read.replaceAll(/\s/g, '') || (/^<5>$/.test(written[0] ?? '') ? '<5>' : ''))
      for (const [i, word] of words.entries()) {
        expect(word).toMatch(/^\S*$/)
        expect(start[i]).toBe(i === 0 ? 0 : end[i - 1])
        expect(end[i]).toBeGreaterThanOrEqual(start[i] as number)
      }
      if (words.length > 0) expect(end.at(-1)).toBe(seconds)
    }),
  )
})

test('Japanese is parted where words are read, marks attached', () => {
  const text = '「今日は」いい天気。 はい'
  const reads = [1, 3, 5, 7, 11]
  const events = reads.flatMap((start, i): SpokenEvent[] => [
    { kind: 'word', span: { start, end: start + 1 }, spoken: '', startSample: 100 * i, endSample: 100 * i + 100 },
    { kind: 'audio', samples: new Samples(new Int16Array(100)) },
  ])
  expect(follow(text, 'jpn', events, NO_MARKUP)).toEqual({
    seconds: 0.5,
    words: ['「今日', 'は」', 'いい', '天気。', 'はい'],
    start: [0, 0.1, 0.2, 0.3, 0.4],
    end: [0.1, 0.2, 0.3, 0.4, 0.5],
    spans: [
      { start: 0, end: 3 },
      { start: 3, end: 5 },
      { start: 5, end: 7 },
      { start: 7, end: 10 },
      { start: 11, end: 13 },
    ],
  })
})
