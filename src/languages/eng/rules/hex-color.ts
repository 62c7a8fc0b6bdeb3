import type { Expansion } from '../../reading/expansion.ts'
import { isCodeAsked } from './number-sense.ts'
import { digitByDigit } from './number-words.ts'

/** What is said of colors, in prose and in style sheets. */
const COLOR =
  /(?:accent|background|border|colou?rs?|css|fill|foreground|gradient|hex|hue|outline|palette|primary|rgb|secondary|shade|shadow|solid|stroke|style|theme|tint|(?:^|[^\p{L}])[bf]g)(?![\p{L}])[^.!?;\n]{0,30}$/iu
/** Right before figures or letters alone, which are accounts and topics, too. */
const COLOR_RIGHT_BEFORE =
  /(?:^|[^\p{L}])(?:background|bg|border|colou?r|fg|fill|foreground|hex|rgb)(?: code)?(?: ?[:=]| is| to)? ?['"(]?$|\dpx (?:dashed|dotted|solid) $/iu
const COLOR_AFTER =
  /^['")]{0,2},? (?:is an? |as )?(?:colou?r|for the (?:background|border|text)|hue|shade|tint)(?!\p{L})/iu

/** `FF5733` → `F F five, seven three three` */
const inGroups = (color: string): string =>
  (color.length > 4 ? (color.match(/.{1,3}/g) ?? []) : [color])
    .map((group) => [...group].map((sign) => (/\d/.test(sign) ? digitByDigit(sign) : sign.toUpperCase())).join(' '))
    .join(', ')

/** `#2c2c2c`, `#fff`: letters and figures of a color. */
export const hexColors: readonly Expansion[] = [
  {
    category: 'serial',
    first: /#/,
    pattern: /#(?<color>[\da-f]{6}(?:[\da-f]{2})?|[\da-f]{3,4})(?![\p{L}\d_]|[-,.]\d)/iuy,
    read: ({ groups }, context) => {
      const { before, after } = context
      const color = groups?.color ?? ''
      if (/[\p{L}\d#&]$/u.test(before)) return undefined
      const isMixed = color.length > 5 && /\d/.test(color) && /[a-f]/i.test(color) && !isCodeAsked(context)
      const isGray = /^([a-f])\1{2,7}$/.test(color)
      if (/^(?:\d+|[a-f]+)$/i.test(color) && !isGray && !COLOR_RIGHT_BEFORE.test(before) && !COLOR_AFTER.test(after))
        return undefined
      return isMixed || isGray || COLOR.test(before) || COLOR_AFTER.test(after) ? `hash ${inGroups(color)}` : undefined
    },
  },
]
