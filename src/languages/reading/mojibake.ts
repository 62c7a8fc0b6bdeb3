import type { Expansion } from './expansion.ts'

/** The first byte of a character in UTF-8, read as Windows-1252, and the others, as folding leaves them. */
const FIRST = String.raw`[\u00c2-\u00d6\u00d8-\u00f4]`
const NEXT = String.raw`\u00a2-\u00be€ƒ†‡‰•™šœžŠŒŽŸ\u02dc`

/** `å¤§å…`, in a language of another script: text in the wrong encoding, of which nobody can say anything. */
export const mojibake: Expansion = {
  category: 'symbol',
  first: new RegExp(FIRST, 'u'),
  pattern: new RegExp(`${FIRST}[${NEXT}](?: ?(?:${FIRST}|[${NEXT}…'"–])){0,200}`, 'uy'),
  read: (_match, { before }) => (/[\p{L}\p{M}]$/u.test(before) ? undefined : ''),
}
