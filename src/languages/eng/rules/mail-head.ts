import type { Expansion } from '../../reading/expansion.ts'
import { cardinal } from './number-words.ts'

/** `08:00:00 PM -0700`, `10:00:00+02:00`, but not the hours `10:00 -05:00`. */
const CLOCK_BEFORE = /\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?: ?[AaPp][Mm])? $/
const CLOCK_WITH_SECONDS = /\d:[0-5]\d:[0-5]\d(?:\.\d{1,6})? ?$/
/** What an `O` before a capital calls to: nothing is listed. */
const ADDRESSED =
  /^ {1,4}(?:I|[Bb]rother|Canada|Captain|Christ(?:mas)?|Come|Death|God|Holy|Lamb|Lord|Muse|No|Ok|Romeo|Thou|Well|Yes)(?!\p{L})/u

/** What the heads and the lists of mails have: addresses in brackets, offsets from UTC, bullets. */
export const mailHeads: readonly Expansion[] = [
  {
    // `Jo Doe <jo@example.com> wrote`
    category: 'punctuation',
    first: /</,
    pattern: /<(?=[\w.+%-]{1,64}@[\w.-]{3,63}>)/uy,
    read: (_match, { before }) => (/(?:(?:^|[^\p{L}])\p{Lu}[\p{L}.'-]{0,20}|["')]) $/u.test(before) ? ',' : undefined),
  },
  {
    category: 'punctuation',
    first: />/,
    pattern: />/y,
    read: (_match, { before, after }) =>
      /[\w.+%-]{1,64}@[\w.-]{3,63}$/.test(before) && /^ ["'(]?[\p{L}\d<]/u.test(after) ? ',' : undefined,
  },
  {
    // `-0700` → `minus seven hundred`, `-07:00` → `minus seven hours`
    category: 'time',
    first: /[-+−]/,
    pattern: /(?<sign>[-+−])(?<hour>[01]\d)(?<colon>:?)(?<minute>[0-5]\d)(?![\p{L}\d]|[-.,:/]\d)/uy,
    read: ({ 0: whole, groups }, { before }) => {
      const { sign = '', hour = '', colon, minute = '' } = groups ?? {}
      if (!(colon === '' && CLOCK_BEFORE.test(before)) && !CLOCK_WITH_SECONDS.test(before)) return undefined
      const hours = colon === '' ? ' hundred' : Number(hour) === 1 ? ' hour' : ' hours'
      const rest = minute !== '00' ? ` ${cardinal(minute)}` : hour === '00' ? '' : hours
      const spoken = `${sign === '+' ? 'plus' : 'minus'} ${cardinal(hour)}${rest}`
      return { spoken, length: whole.length, pause: ',' }
    },
  },
  {
    // `o Item`: a bullet of plain text, of short items: rules see 48 characters
    category: 'symbol',
    first: /o/,
    words: new Set(['o']),
    pattern: /o(?= {1,4}\p{Lu}\p{L})/uy,
    read: (_match, { before, after }) =>
      /(?:^|\n)[ \t]{0,8}$/.test(before) &&
      (/\no {1,4}\S[^\n]{0,44}\n[ \t]{0,8}$/.test(`\n${before}`) || /^[^\n]{1,44}\n[ \t]{0,8}o {1,4}\S/.test(after)) &&
      !ADDRESSED.test(after)
        ? ''
        : undefined,
  },
]
