import type { Expansion } from '../../reading/expansion.ts'

/** `____ is the capital`: to be filled in. A line of them alone is a rule. */
export const blanks: readonly Expansion[] = [
  {
    category: 'symbol',
    first: /_/,
    pattern: /_{2,64}(?:[ ,]{1,2}_{2,64}){0,9}(?![\p{L}\d_])/uy,
    read: (_match, { before, after }) => {
      if (/[\p{L}\d_]$/u.test(before)) return undefined
      const line = `${/[^\n]*$/.exec(before)?.[0]} ${/^[^\n]*/.exec(after)?.[0]}`
      return /[\p{L}\d]/u.test(line) ? 'blank' : undefined
    },
  },
]

const KEY_NAMES: ReadonlyMap<string, string> = new Map([
  ['⌘', 'command'],
  ['⌥', 'option'],
  ['⎇', 'alt'],
  ['⇧', 'shift'],
  ['⌃', 'control'],
  ['⇪', 'caps lock'],
  ['⎋', 'escape'],
  ['⏎', 'return'],
  ['↩', 'return'],
  ['⌤', 'enter'],
  ['⇥', 'tab'],
  ['⇤', 'back tab'],
  ['⌫', 'delete'],
  ['⌦', 'forward delete'],
  ['␣', 'space'],
  ['⏏', 'eject'],
])
const KEY_SIGN = `[${[...KEY_NAMES.keys()].join('')}]`
const KEY_AFTER: ReadonlyMap<string, string> = new Map([
  [',', 'comma'],
  ['.', 'period'],
  ['/', 'slash'],
  ['+', 'plus'],
  ['-', 'minus'],
  ['=', 'equals'],
  ['`', 'backtick'],
  ["'", 'apostrophe'],
  ['[', 'left bracket'],
  [']', 'right bracket'],
  ['←', 'left'],
  ['→', 'right'],
  ['↑', 'up'],
  ['↓', 'down'],
])

/** `⌘C`, `⌘⇧P`, `⌥ + ⌫`, `Ctrl+C`. */
export const keySigns: readonly Expansion[] = [
  {
    category: 'symbol',
    first: /\+/,
    pattern: / ?\+ ?(?=[\p{L}\d])/uy,
    read: (_match, { before }) =>
      /(?:^|[^\p{L}])(?:alt|cmd|command|control|ctrl|option|shift|windows) ?$/iu.test(before) ? '' : undefined,
  },
  {
    category: 'symbol',
    first: new RegExp(KEY_SIGN, 'u'),
    // A mark right after the sign is a key where more follows; else it is of the sentence.
    pattern: new RegExp(
      String.raw`(${KEY_SIGN})(?: ?[+-] ?(?=[\p{L}\d${KEY_SIGN.slice(1, -1)}])|([/+=←→↑↓[\]-](?!\S)|[,.](?= (?!\p{L}|$))))?`,
      'uy',
    ),
    read: ([, sign = '', key = '']) => `${KEY_NAMES.get(sign)} ${KEY_AFTER.get(key) ?? ''}`.trim(),
  },
]
