const MAX_LENGTH = 8_000_000

const repeat = (piece: string): string => piece.repeat(Math.ceil(MAX_LENGTH / piece.length)).slice(0, MAX_LENGTH)

/** A pseudorandom sequence of these letters, the same in every run. */
function drawn(letters: string): string {
  let state = 12_345
  let text = ''
  while (text.length < MAX_LENGTH) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff
    text += letters.charAt((state >> 8) % letters.length)
  }
  return text
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'

/** Adversarial texts of 8 million UTF-16 units. */
export const HOSTILE_TEXTS: Readonly<Record<string, () => string>> = {
  'one long word': () => repeat('a'),
  'words that no dictionary has': () => drawn(`${ALPHABET}${ALPHABET}${ALPHABET} `),
  '1,': () => repeat('1,'),
  emoji: () => repeat('😀'),
  'spell(': () => repeat('spell('),
  '<1': () => repeat('<1'),
  '[{<': () => repeat('[{<'),
  'a.b.': () => repeat('a.b.'),
  '1a.2b/3c-4d:5e': () => repeat('1a.2b/3c-4d:5e '),
  'marks on letters': () => repeat('a\u0301\u0302\u0303\u0304\u0305\u0306\u0307'),
  'ligatures of eighteen letters': () => repeat('ﷺ '),
  'line feeds': () => repeat('\n'),
  'a word before much space': () => `Hello. ${repeat(' ')}`,
  'full stops': () => repeat('. '),
}

/** Adversarial JSON of 8 MB. */
export const HOSTILE_JSON: Readonly<Record<string, () => string>> = {
  'JSON: nesting': () => repeat('['),
  'JSON: fields': () => `{${Array.from({ length: 700_000 }, (_, i) => `"k${i}":0`).join()}}`,
  'JSON: empty objects': () => `{"text":[${repeat('{},')}{}]}`,
}
