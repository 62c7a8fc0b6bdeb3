import type { Expansion } from '../../reading/expansion.ts'
import { NUMERAL, readNumeral } from './numeral.ts'
import { SCALE_WORDS } from './scale.ts'
import { rateAt } from './unit.ts'

const FIRST = /[\d.¼½¾⅓⅔⅛⅜⅝⅞]/

/** `5%`, `4.75 %`, `5%/yr`, `0.5‰`. */
const percent: Expansion = {
  category: 'percent',
  first: FIRST,
  pattern: new RegExp(
    String.raw`(${NUMERAL})((?: ${SCALE_WORDS})?)[ -]?(?:([%‰])|(?:pct|p\.c\.|perc)(?![\p{L}\d])\.?)(?: ?-?(pts?|points?|pp)(?![\p{L}])\.?)?(\/[^\n]{0,40})?`,
    'uy',
  ),
  read: ([whole, numeral = '', scale = '', sign, points, slashed = '']) => {
    const rate = rateAt(slashed, true)
    const isOne = numeral === '1'
    const unit =
      sign === '‰' ? 'per mille' : points === undefined ? 'percent' : `percentage ${isOne ? 'point' : 'points'}`
    const spoken = `${readNumeral(numeral)}${scale} ${unit}${rate === undefined ? '' : ` ${rate.spoken}`}`
    return { spoken, length: whole.length - slashed.length + (rate?.length ?? 0) }
  },
}

const NETWORK = /(?:baud|modem|network|bandwidth|data|stream|audio|codec|serial|link|connection|bit ?rate)/i

/** `25 bps`, `2 pp`. */
const points: Expansion = {
  category: 'percent',
  first: FIRST,
  pattern: new RegExp(String.raw`(${NUMERAL})[ -]?(bps?|pp|ppts?)(?![\p{L}\d/])`, 'uy'),
  read: ([, numeral = '', symbol = ''], { before, after }) => {
    const isBits = symbol === 'bps' && (/\d{4}|,/.test(numeral) || NETWORK.test(before + after))
    const name = isBits ? 'bit' : symbol.startsWith('b') ? 'basis point' : 'percentage point'
    const unit = numeral === '1' ? name : `${name}s`
    return `${readNumeral(numeral)} ${unit}${isBits ? ' per second' : ''}`
  },
}

export const percents: readonly Expansion[] = [percent, points]
