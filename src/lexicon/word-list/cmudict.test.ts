import { expect, test } from 'vitest'
import { cmudictEntries } from './cmudict.ts'

test('variants are kept in order under their word, comments are cut, and the same twice is there once', () => {
  expect(
    cmudictEntries({
      "a's": 'EY1 Z',
      fine: 'F AY1 N',
      'fine(2)': 'F IH1 N AH0 # org, irish',
      gdp: 'G IY1 D IY1 P IY1 # abbrev',
      'gdp(2)': 'G IY1 D IY1 P IY1',
      'u.s.a.': 'Y UW1 EH1 S EY1',
    }),
  ).toEqual([
    ["a's", [['EY1', 'Z']]],
    [
      'fine',
      [
        ['F', 'AY1', 'N'],
        ['F', 'IH1', 'N', 'AH0'],
      ],
    ],
    ['gdp', [['G', 'IY1', 'D', 'IY1', 'P', 'IY1']]],
    ['u.s.a.', [['Y', 'UW1', 'EH1', 'S', 'EY1']]],
  ])
})
