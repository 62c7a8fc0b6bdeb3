import type { Expansion } from './expansion.ts'

const OPENS = /(?:^|[\s!?.…,])$/u
const CLOSES = String.raw`(?![\p{L}\p{M}\d'._-])`

/** Faces made of signs and letters, which are silent. */
export const emoticons: readonly Expansion[] = [
  {
    // `:D`, `:-P`, `:)`
    category: 'symbol',
    first: /[:;]/,
    pattern: /[:;]'?-?[DPpO()](?![\p{L}\p{M}\d'.-])/uy,
    read: (_match, { before }) => (OPENS.test(before) ? '' : undefined),
  },
  {
    // `o.O`, `O_o`, `T_T`, `xD`
    category: 'symbol',
    first: /[oOTuUx]/,
    words: new Set(['o', 't', 'u', 'xd', 'xdd', 'xddd']),
    pattern: new RegExp(`(?:[oO]_{1,3}[oO]|o\\.O|O\\.o|T[._]{1,3}T|[uU][_.]{1,3}[uU]|xD{1,3})${CLOSES}`, 'uy'),
    read: (_match, { before }) => (OPENS.test(before) ? '' : undefined),
  },
  {
    // `^_^`, `-_-`, `>.<`
    category: 'symbol',
    first: /[\^>-]/,
    pattern: new RegExp(String.raw`(?:\^[_.]{0,3}\^|-_{1,3}-|>[._]{1,3}<)${CLOSES}`, 'uy'),
    read: (_match, { before }) => (OPENS.test(before) ? '' : undefined),
  },
]
