import type { Context, Expansion } from '../../reading/expansion.ts'
import { spellLetters } from '../../reading/letters.ts'
import { cardinal } from './number-words.ts'
import { subscriptWords } from './power.ts'

const ELEMENTS =
  'He|Li|Be|Ne|Na|Mg|Al|Si|Cl|Ar|Ca|Sc|Ti|Cr|Mn|Fe|Co|Ni|Cu|Zn|Ga|Ge|As|Se|Br|Kr|Rb|Sr|Zr|Nb|Mo|Ag|Cd|Sn|Sb|Te|Xe|Cs|Ba|La|Ce|Pt|Au|Hg|Pb|Bi|Ra|Pu|[HBCNOFPSKIUVWY]'
/** `₂`, `₂₋ₓ`, `₀.₃` */
const BELOW = String.raw`[₀-₉ₓₙ](?:[₀-₉ₓₙ₊₋]|\.(?=[₀-₉])|[-−+](?=[ₓₙ₀-₉])|(?<=₋)δ){0,7}`
const ATOM = String.raw`(?:${ELEMENTS})(?:\d{1,3}|${BELOW})?`
const FORMULA = new RegExp(
  String.raw`(?:${ATOM}){1,8}(?:\((?:${ATOM}){1,4}\)[\d₀-₉]{0,2})?(?<charge>[¹²³⁴]?[⁺⁻])?(?![\p{L}\p{N}])`,
  'uy',
)
const COMPOUNDS = new Set(
  'NaCl NaOH HCl KCl KOH HBr CaO MgO FeO ZnO SiC GaAs NaF AgCl NaBr KBr CuO LiOH SiGe CdTe InP InAs InSb AlN TiN ZnS PbS CdS CdSe ZnSe GaP PbTe'.split(
    ' ',
  ),
)

/** Symbols that are hardly anything else, and what else may stand in a list of them. */
const METAL = '(?:Ag|Au|Ba|Ca|Cd|Cl|Cr|Cu|Fe|Hg|Mg|Mn|Na|Ni|Pb|Sr|Zn)'
const LISTED_ATOM = `(?:${METAL}|Al|Li|Si|Ti|[KNPS])`
const LISTED_METAL = new RegExp(`^${METAL}$`)
const LISTED_BEFORE = new RegExp(`(?:^|[\\s(/])${LISTED_ATOM}(?:,|/|,? and|,? or) ?$`)
const LISTED_AFTER = new RegExp(`^(?:,|/|,? and|,? or) ?${LISTED_ATOM}(?![\\p{L}\\d'.])`, 'u')

function readFormula([text, charge]: RegExpExecArray, { before, after }: Context): string | undefined {
  if (/[\p{L}\d@#_'.-]$/u.test(before)) return undefined
  // `K, Na, Ca`
  if (LISTED_METAL.test(text) && (LISTED_BEFORE.test(before) || LISTED_AFTER.test(after))) return spellLetters(text)
  const isMarked = charge !== undefined || /[₀-₉ₓₙ]/.test(text)
  // Short ones in capitals are read like any code.
  const isFormula = /[\d₀-₉]/.test(text) && (/[a-z(]/.test(text) || text.length > 8)
  if (!isMarked && !isFormula && !COMPOUNDS.has(text)) return undefined
  const pieces = text.replace(charge ?? '', '').match(/[A-Za-z]|[^A-Za-z()]{1,9}/gu) ?? []
  const atoms = pieces
    .map((piece) =>
      /[A-Za-z]/.test(piece)
        ? piece.toUpperCase()
        : subscriptWords(piece).replaceAll(/(?<![a-z])[xn](?![a-z])/g, (letter) => letter.toUpperCase()),
    )
    .join(' ')
  return charge === undefined ? atoms : `${atoms}${chargeWords(charge)}`
}

const chargeWords = (charge: string): string => {
  const count = '¹²³⁴'.indexOf(charge.charAt(0))
  return `${count < 0 ? '' : ` ${cardinal(`${count + 1}`)}`} ${charge.endsWith('⁺') ? 'plus' : 'minus'}`
}

/** `H2O`, `C₆H₁₂O₆`, `Ca²⁺`. */
export const chemicals: readonly Expansion[] = [
  {
    category: 'serial',
    first: /[A-Z]/,
    pattern: FORMULA,
    read: readFormula,
  },
]
