import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDictionaryWord, parseDictionaryWord, wordKey } from './dictionary.ts'
import { isSpeechError } from './errors.ts'

test.each([
  ['NGINX', 'nginx'],
  [' kubectl ', 'kubectl'],
  ['d’Arc', "d'arc"],
  ['Krako\u0301w', 'kraków'],
  ['node.js', 'node.js'],
  ['C++', 'c++'],
  ['F#', 'f#'],
  ['AT&T', 'at&t'],
  ['TCP/IP', 'tcp/ip'],
  ['snake_case', 'snake_case'],
  ['k8s', 'k8s'],
  ['東京', '東京'],
  ['x', 'x'],
  ['.NET', '.net'],
  ['C#', 'c#'],
  ['Los  Feliz', 'los feliz'],
  ['tab\tbed', 'tab bed'],
])('%s is kept as %s', (written, key) => {
  expect(parseDictionaryWord(written)).toBe(key)
})

test.each([
  ['', 'word must not be empty'],
  ['  ', 'word must not be empty'],
  ['x'.repeat(61), 'word is too long'],
  ['a . b', 'word must begin and end with a letter or digit, begin with a full stop, or end with + or #'],
  ['one two.', 'word must begin and end with a letter or digit, begin with a full stop, or end with + or #'],
  ['two "words', 'character """ at place 5 cannot be part of a word'],
  ['say{hi}', 'character "{" at place 4 cannot be part of a word'],
  ['🙂', 'character "🙂" at place 1 cannot be part of a word'],
  ['end.', 'word must begin and end with a letter or digit, begin with a full stop, or end with + or #'],
  ['911', 'word must contain a letter'],
  ["'tis", 'word must begin and end with a letter or digit, begin with a full stop, or end with + or #'],
  ['+', 'word must begin and end with a letter or digit, begin with a full stop, or end with + or #'],
])('%j is refused: %s', (written, sentence) => {
  expect(() => parseDictionaryWord(written)).toThrow(sentence)
})

test('any text is a word or refused as one, and the key of a key is the key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      try {
        const key = parseDictionaryWord(text)
        expect([wordKey(key), isDictionaryWord(key)]).toEqual([key, true])
      } catch (error) {
        if (!isSpeechError(error)) throw error
      }
    }),
  )
})
