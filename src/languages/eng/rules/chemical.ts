import type { Expansion } from '../../reading/expansion.ts'
import { cardinal } from './number-words.ts'

const ELEMENTS =
  'He|Li|Be|Ne|Na|Mg|Al|Si|Cl|Ar|Ca|Sc|Ti|Cr|Mn|Fe|Co|Ni|Cu|Zn|Ga|Ge|As|Se|Br|Kr|Rb|Sr|Zr|Nb|Mo|Ag|Cd|Sn|Sb|Te|Xe|Cs|Ba|La|Ce|Pt|Au|Hg|Pb|Bi|Ra|Pu|[HBCNOFPSKIUVWY]'
const ATOM = String.raw`(?:${ELEMENTS})[\d₀-₉]{0,3}`
const FORMULA = new RegExp(
  String.raw`(?:${ATOM}){1,8}(?:\((?:${ATOM}){1,4}\)[\d₀-₉]{0,2})?(?<charge>[¹²³⁴]?[⁺⁻])?(?![\p{L}\p{N}])`,
  'uy',
)
const COMPOUNDS = new Set('NaCl NaOH HCl KCl KOH HBr CaO MgO FeO ZnO SiC GaAs NaF AgCl NaBr KBr CuO LiOH'.split(' '))

const plainDigits = (text: string): string =>
  text.replaceAll(/[₀-₉]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0x2080 + 48))

function readFormula([text, charge]: RegExpExecArray, before: string): string | undefined {
  if (/[\p{L}\d@#_'.-]$/u.test(before)) return undefined
  const isMarked = charge !== undefined || /[₀-₉]/.test(text)
  // Short ones in capitals are read like any code.
  const isFormula = /\d/.test(text) && (/[a-z(]/.test(text) || text.length > 8)
  if (!isMarked && !isFormula && !COMPOUNDS.has(text)) return undefined
  const pieces = plainDigits(text.replace(charge ?? '', '')).match(/[A-Za-z]|\d{1,3}/g) ?? []
  const atoms = pieces.map((piece) => (/\d/.test(piece) ? cardinal(piece) : piece.toUpperCase())).join(' ')
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
    read: (match, { before }) => readFormula(match, before),
  },
]
