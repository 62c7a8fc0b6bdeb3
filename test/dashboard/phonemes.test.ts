import { expect, test } from 'vitest'
import { spokenPronunciation } from '../../dashboard/src/parts/phonemes.ts'

test.each([
  ['/wɪn/', '{w1In}'],
  ['/ˈɛndʒən/', '{1EnJ0xn}'],
  [' [ˌkjuːbəˈneɪtiːz] ', '{ky2ub0xn1et0iz}'],
  ['/t͡ʃɔːr/', '{C1or}'],
  ['/ŋwiən/', '{Gw1i0xn}'],
  ['EH1 N JH AH0 N', '{1EnJ0xn}'],
  ['{1EnJ0xn}', '{1EnJ0xn}'],
  ['engine x', 'engine x'],
  ['/χøː/', '{h1R}'],
  ['/q!!/', undefined],
  ['//', undefined],
])('the pronunciation %s is heard as %s', (written, heard) => {
  expect(spokenPronunciation(written)).toBe(heard)
})
