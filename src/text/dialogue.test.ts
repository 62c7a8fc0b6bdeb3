import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finish } from '../core/steps.ts'
import { turnsOf } from './dialogue.ts'

const turnsIn = (text: string, names = ['Anna', 'Dr. Bo']) =>
  finish(turnsOf(text, names)).map(({ name, text: own }) => [name ?? '', own])

test.each([
  [
    'Anna: Hello.\nDr. Bo: Good day.',
    [
      ['Anna', 'Hello.'],
      ['Dr. Bo', 'Good day.'],
    ],
  ],
  [
    'A room.\n\nANNA : Hello,\nyou.\n\nShe leaves.',
    [
      ['', 'A room.\n'],
      ['Anna', 'Hello,\nyou.'],
      ['', 'She leaves.'],
    ],
  ],
  [
    '**Anna:** Hello.\n**Dr. Bo**: Yes.',
    [
      ['Anna', 'Hello.'],
      ['Dr. Bo', 'Yes.'],
    ],
  ],
  ['Anna: One.\nAnna: Two.\r\n\r\nAnna: Three.', [['Anna', 'One.\n\nTwo.\n\nThree.']]],
  ['Anna：你好。', [['Anna', '你好。']]],
  ['Note: Annabel: no name.\nAt 10:30 Anna: no.', [['', 'Note: Annabel: no name.\nAt 10:30 Anna: no.']]],
  ['Anna:\nDr. Bo:  ', []],
  ['', []],
])('%j', (text, turns) => {
  expect(turnsIn(text)).toEqual(turns)
})

test('keeps every line that has no name, in order', () => {
  const line = fc.constantFrom('Anna: a', 'Dr. Bo: b', 'c', 'd: e', '', '  ')
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const said = turnsIn(lines.join('\n')).map(([, text]) => text)
      const words = lines.map((each) => each.replace(/^(Anna|Dr\. Bo):/, '')).join(' ')
      expect(said.join(' ').split(/\s+/).filter(Boolean)).toEqual(words.split(/\s+/).filter(Boolean))
    }),
  )
})
