import type { Context, Expansion } from '../../reading/expansion.ts'
import { isChat } from './chat-context.ts'

/** A face between two words parts phrases: `thanks :) see you`. */
const betweenPhrases = ({ before, after }: Context): string =>
  /[\p{L}\d] ?$/u.test(before) && /^ ?\p{L}/u.test(after) ? ',' : ''

/** As above, after a word that is stretched: `so real~~~ <3 lol` */
const pauseAt = ({ before, after }: Context): string =>
  betweenPhrases({ before: before.replace(/~{1,9} ?$/, ' '), after })

/** Faces and hearts of typed signs. */
export const emoticons: readonly Expansion[] = [
  {
    // `:-)`, `;P`, `</3`, `^_^`: nobody reads them aloud.
    category: 'symbol',
    first: /[:;=<>^xX¯-]/,
    pattern:
      /(?:>?[:;=]['’]?-?[()DPpOo|/\\\][}{]{1,3}|(?<=^|\s)[:;]-?\*(?!\*)|:-?3|<\/3|\^_{0,2}\^|-_-|¯\\_\([^)\n]{1,3}\)_\/¯)(?=[\s.,!?)"]|$)|[:;]'?-[()DPp]{1,3}(?=\p{L})|(?<=^|\s|\p{Ll})[:;](?:\){1,3}|\({1,3}(?!\p{Ll}[^()\n]{0,40}\)))(?=\p{Ll})/uy,
    read: (_match, context) =>
      /(?:^|[\s.,!?)"(])$|\p{L}$/u.test(context.before) ? betweenPhrases(context) : undefined,
  },
  {
    // `^O^`, `>.<`, `><`, `T_T`, `o.O`, `-.-`, `\o/`, `(^_^)`
    category: 'symbol',
    first: /[\^>To(\\;:O-]/,
    words: new Set(['o', 't']),
    pattern:
      /(?:\(?\^[oO0wv_.-]{1,3}\^\)?|>[._]{0,3}[<‹]|T_{1,3}T|[oO]_{1,3}[oO]|o\.O|O\.o|-\.{1,3}-|;_{1,3};|\\[oO]\/|:-[sSxX*])(?=[\s.,!?)"]|$)/uy,
    read: (_match, context) =>
      /(?:^|[\s.,!?)"(])$|\p{L}$/u.test(context.before) ? betweenPhrases(context) : undefined,
  },
  {
    // `i failed T.T`, but not `T.T. Smith`
    category: 'symbol',
    first: /T/,
    words: new Set(['t']),
    pattern: /T\.T(?=\.{0,3}(?:\s{0,3}$| \p{Ll}|\.{2}))/uy,
    read: (_match, context) =>
      /\p{Ll} $/u.test(context.before) && isChat(context) ? betweenPhrases(context) : undefined,
  },
  {
    // `so funny XD`, but not `Centre 9 and XD`
    category: 'symbol',
    first: /[xX]/,
    words: new Set(['xd']),
    pattern: /[xX]D{1,6}(?![\p{L}\d'_@-])/uy,
    read: ([face], { before, after }) => {
      if (!/(?:^|[\s.,!?)"(])$/.test(before)) return undefined
      if (face.startsWith('x')) return betweenPhrases({ before, after })
      if (/(?:\p{Lu}{2,20} ){3}$/u.test(before) && /^[!. ]{0,4}$/.test(after)) return ''
      const isEnd = /^[!~.]{0,3}\s{0,3}$/.test(after) || /^[!~]{1,3} /.test(after)
      return /(?:^|[.!?:)"] ?|(?:^|[^\p{L}])(?!(?:and|at|by|for|in|is|of|on|or|the|to|via|with) )\p{Ll}{1,20} )$/u.test(
        before,
      ) &&
        !/(?:\p{Lu}[\p{L}\d]{0,20}|\d),? $/u.test(before) &&
        (isEnd || /^ (?:I|i|u|you|but|and|so|omg|lol|that|this|ur|im|i'm|we|it)(?!\p{L})/u.test(after))
        ? betweenPhrases({ before, after })
        : undefined
    },
  },
  {
    // `:thinking_face:`
    category: 'symbol',
    first: /:/,
    pattern: /:[a-z][a-z_+-]{1,30}:(?=[\s.,!?:)]|$)/y,
    read: (_match, { before }) => (/(?:^|[\s:)])$/.test(before) ? '' : undefined),
  },
  {
    category: 'symbol',
    first: /[<❤♥💕💗💖]/u,
    pattern: /(?:<3|[❤♥💕💗💖]){1,5}(?!\d)/uy,
    read: (_match, { before, after }) =>
      /(?:^|[^\p{L}])(?:I|i|we|We|you|You|they|They|who|would|still|really) ?$/u.test(before) && /^ ?\p{L}/u.test(after)
        ? 'love'
        : undefined,
  },
  {
    category: 'symbol',
    first: /</,
    pattern: /<3{1,5}(?=[\s.,!?]|$)/y,
    read: (_match, { before, after }) =>
      !/(?:\d|(?:^|[^\p{L}])\p{L}) ?$/u.test(before) && !/^ \d/.test(after) ? pauseAt({ before, after }) : undefined,
  },
]
