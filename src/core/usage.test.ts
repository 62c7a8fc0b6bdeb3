import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../test/property-seed.ts'
import { firstAudioBucket, firstAudioPercentile } from './usage.ts'

test('percentiles of buckets are within 5 % of those of the times', () => {
  const time = fc.double({ min: 0.2, max: 60_000, noNaN: true })
  fc.assert(
    fc.property(fc.array(time, { minLength: 1, maxLength: 200 }), fc.constantFrom(0.5, 0.95, 0.99), (times, share) => {
      const buckets = new Map<number, number>()
      for (const ms of times) buckets.set(firstAudioBucket(ms), (buckets.get(firstAudioBucket(ms)) ?? 0) + 1)
      const exact = times.toSorted((one, other) => one - other)[Math.ceil(share * times.length - 1e-9) - 1] as number
      expect(Math.abs(Math.log((firstAudioPercentile(buckets, share) as number) / exact))).toBeLessThan(0.05)
    }),
  )
  expect(firstAudioPercentile(new Map(), 0.5)).toBeUndefined()
})
