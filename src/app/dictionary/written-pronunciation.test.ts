import { expect, test } from 'vitest'
import { parsePronunciation } from './written-pronunciation.ts'

test.each([
  ['EH1 N JH AH0 N', { spoken: 'word', phonemes: ['EH1', 'N', 'JH', 'AH0', 'N'] }],
  ['  HH AH0  L OW1 ', { spoken: 'word', phonemes: ['HH', 'AH0', 'L', 'OW1'] }],
  ['K AE T', { spoken: 'word', phonemes: ['K', 'AE1', 'T'] }],
  ['{1EnJ0xn}', { spoken: 'word', phonemes: ['EH1', 'N', 'JH', 'AH0', 'N'] }],
  ['engine x', { spoken: 'engine x', phonemes: null }],
  ['k ae1 t', { spoken: 'word', phonemes: ['K', 'AE1', 'T'] }],
  ['S Q L', { spoken: 'S Q L', phonemes: null }],
  ['/wɪn/', { spoken: 'word', phonemes: ['W', 'IH1', 'N'] }],
  [' /ˈɛn.dʒən/ ', { spoken: 'word', phonemes: ['EH1', 'N', 'JH', 'AH0', 'N'] }],
  ['[həˈloʊ]', { spoken: 'word', phonemes: ['HH', 'AH0', 'L', 'OW1'] }],
  ["d'Arc", { spoken: "d'Arc", phonemes: null }],
])('people may write %j', (written, reading) => expect(parsePronunciation('word', written)).toEqual(reading))

test.each([
  ['', 'pronunciation must not be empty'],
  ['EH1 N QQ AH0', 'phoneme "QQ" at place 3 is not in ARPAbet'],
  ['EH3 N', 'phoneme "EH3" at place 1 is not in ARPAbet'],
  ['{k1Qt}', 'phoneme "Q" at place 3 of {k1Qt} is not in the phonetic alphabet'],
  ['{kst}', 'phonemes must contain a vowel'],
  ['S T1', 'phoneme "T1" at place 2 is not in ARPAbet'],
  [
    'kube-ctl',
    'pronunciation must be ARPAbet such as "EH1 N JH AH0 N", IPA such as "/ˈɛndʒən/", phonemes in braces such as "{1EnJ0xn}", or words',
  ],
  ['HH EH L OWW', 'phoneme "OWW" at place 4 is not in ARPAbet'],
  ['K AA F K QQ', 'phoneme "QQ" at place 5 is not in ARPAbet'],
  ['EH11 N', 'phoneme "EH11" at place 1 is not in ARPAbet'],
  ['K AE1,T', 'phoneme "AE1,T" at place 2 is not in ARPAbet'],
  ['/wɪ5n/', 'symbol "5" at place 3 is not in IPA (unknown-phoneme)'],
  ['/wɪ€/', 'symbol "€" at place 3 is not in IPA (unknown-phoneme)'],
  ['//', 'pronunciation must not be empty (empty-pronunciation)'],
  ['/kst/', 'pronunciation must contain a vowel (no-vowel)'],
  ['wɪn', 'IPA must be between slashes, as in "/ˈɛndʒən/"'],
  ['/wɪn', 'IPA must be between slashes, as in "/ˈɛndʒən/"'],
  ['wɪn]', 'IPA must be between slashes, as in "/ˈɛndʒən/"'],
  ['ˈwin', 'IPA must be between slashes, as in "/ˈɛndʒən/"'],
  ['SH K', 'phonemes must contain a vowel'],
  ['{k1ubkxtxl', 'phonemes must be between { and }'],
  ['x'.repeat(401), 'pronunciation is too long'],
])('what is no pronunciation is refused with the reason: %j', (written, message) => {
  expect(() => parsePronunciation('word', written)).toThrow(
    expect.objectContaining({ code: 'request.invalid', message }),
  )
})
