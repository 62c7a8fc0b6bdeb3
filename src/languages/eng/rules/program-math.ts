import type { Expansion } from '../../reading/expansion.ts'

const ASSIGNED: ReadonlyMap<string, string> = new Map([
  ['-=', 'minus equals'],
  ['*=', 'times equals'],
  ['/=', 'divide equals'],
  ['%=', 'mod equals'],
])
/** `total -= 2` */
const assigned: Expansion = {
  category: 'math',
  first: /[-*/%]/,
  pattern: /[-*/%]=(?![=>])/y,
  read: ([sign], { before, after }) =>
    /[\p{L}\d_)\]] $/u.test(before) && /^ [\p{L}\d_("'[.-]/u.test(after) ? ASSIGNED.get(sign) : undefined,
}

/** `(n-1)/2`, `1/(s+1)` */
const SUM_BEFORE = /\([^()\n]{1,20}[-−+*^][^()\n]{1,20}\)$/
const FIGURE_NEXT = /^(?:\d{1,3}|[a-z])(?![\p{L}\d/(])/u
const FIGURE_BEFORE = /(?:^|[\s(=+*-])(?:\d{1,3}|[a-z])$/
const SUM_NEXT = /^\([^()\n]{1,20}[-−+*^][^()\n]{1,20}\)/

const over: Expansion = {
  category: 'math',
  first: /\//,
  pattern: /\//y,
  read: (_match, { before, after }) =>
    (SUM_BEFORE.test(before) && (FIGURE_NEXT.test(after) || SUM_NEXT.test(after))) ||
    (FIGURE_BEFORE.test(before) && SUM_NEXT.test(after))
      ? 'over'
      : undefined,
}

/** `i % 2`, `a % b`, but `5 % of` */
const modulo: Expansion = {
  category: 'math',
  first: /%/,
  pattern: /%(?= (?:\d{1,9}(?![\d.,]| ?%)|[a-z](?![\p{L}\d'])|\())/uy,
  read: (_match, { before }) => (/(?:[\p{L}_)\]]|[\p{L}_]\d{1,3}) $/u.test(before) ? 'mod' : undefined),
}

/** `0..n-1`, `1..10` */
const upTo: Expansion = {
  category: 'math',
  first: /\./,
  pattern: /\.\.[=<]?(?=\d|[kmnN](?![\p{L}\d]))/uy,
  read: (_match, { before }) => (/(?:^|[\s([{=])\d{1,6}$/.test(before) ? 'to' : undefined),
}

/** Signs that programs calculate with. Before those of other texts. */
export const programMaths: readonly Expansion[] = [assigned, over, modulo, upTo]
