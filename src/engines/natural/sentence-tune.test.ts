import { describe, expect, test } from 'vitest'
import { KOKORO_IDS } from '../phrases/kokoro-symbols.ts'
import { HOP } from './frame-sizes.ts'
import { raiseEnd, startOfRise, widenPitch } from './sentence-tune.ts'

const idsOf = (symbols: string): readonly number[] => [...symbols].map((symbol) => KOKORO_IDS.get(symbol) as number)
/** Ten frames each. */
const edgesOf = (tokens: number): Float64Array => Float64Array.from({ length: tokens + 1 }, (_, i) => i * 10 * HOP)

describe('the rise of a question', () => {
  test.each([
    ['ˈbˈɛdɹum', 'ˈɛdɹum'],
    ['okane desɯ', 'esɯ'],
    ['a', 'a'],
  ])('of %s begins with %s', (symbols, rise) => {
    const ids = idsOf(symbols)
    expect(ids.slice(startOfRise(ids))).toEqual(idsOf(rise))
  })

  test('is none where no vowel is', () => {
    expect(startOfRise(idsOf('pst?'))).toBeUndefined()
  })

  test('climbs from the stressed vowel to the end, through a voice that died away, and leaves consonants without voice', () => {
    const ids = idsOf('mˈimɪst')
    const f0 = Float32Array.from({ length: 70 }, (_, frame) => (frame < 40 ? 200 - frame : 5))
    raiseEnd(f0, ids, edgesOf(ids.length), 1)
    expect([...f0.subarray(0, 10)]).toEqual(Array.from({ length: 10 }, (_, frame) => 200 - frame))
    const risen = [...f0.subarray(10, 50)]
    expect(risen).toEqual(risen.toSorted((one, other) => one - other))
    expect(12 * Math.log2((f0[49] as number) / (f0[5] as number))).toBeGreaterThan(4)
    expect(f0.subarray(50).every((hz) => hz === 5)).toBe(true)
  })

  test('leaves a phrase without voice as it is', () => {
    const f0 = new Float32Array(30).fill(3)
    raiseEnd(f0, idsOf('aaa'), edgesOf(3), 0)
    expect(f0.every((hz) => hz === 3)).toBe(true)
  })
})

test('pitch is widened around its mean, and what is unvoiced stays so', () => {
  const f0 = Float32Array.from([100, 3, 400])
  widenPitch(f0, 0.5)
  expect([...f0].map(Math.round)).toEqual([141, 3, 283])
})
