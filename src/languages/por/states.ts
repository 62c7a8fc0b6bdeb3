import type { Expansion } from '../reading/expansion.ts'
import { anyOf } from '../reading/quantity.ts'
import type { WordFiles } from '../word-files.ts'

/** Up to seven words of a name before a sign, of which the first one is capitalized: `São José dos Campos`. */
const NAME =
  /(?:^|[^\p{L}\p{M}'-])((?:(?:\p{Lu}[\p{L}\p{M}'-]{0,30}\.?|d[aeo]s?|e) ){0,6}\p{Lu}[\p{L}\p{M}'-]{1,30})(, ?| ?[-–/] ?| \()$/u
/** What a name after these is the name of a place. */
const PLACE_BEFORE =
  /(?:^|[^\p{L}])(?:cidade|munic[ií]pio|prefeit(?:ur)?[ao]|vereador|vereadora|comarca|distrito|bairro|vila|povoado|aldeia|interior|litoral|região|aeroporto|praia|fórum|zona (?:rural|eleitoral)|natural|morador|moradora|moradores|resident(?:e|es)) (?:municipal )?(?:d[aeo] |em |n[ao] )?$/iu
/** Offices, associations and parties that have a branch in each state. */
const OFFICE =
  /^(?:OAB|C(?:RM|REA|RECI|RP|RO|RF|REF|OREN|RC|AU|RESS|RMV|RA|RN|UT|GU)|TR[ET]|TJ|T?CE|MPF?|MPE|DPE|P[FMC]|PRF|DETRAN|DER|DNIT|PROCON|SEBRAE|SENA[CIRT]|SES[CIT]|SEFAZ|SEDUC|SSP|SES|INSS|INCRA|IBAMA|EMATER|EMBRAPA|FUNAI|FECOM[ÉE]RCIO|FETRAF|SINDI\p{L}{2,20}|BOPE|P?MDB|PS[DBLC]|PSDB|PSOL|PT[BNC]?|PP|PPS|PL|PDT|PCDOB|PC[BO]|PV|PRB|PR|PMN|PSTU|PROS|DEM|AVANTE|REDE|NOVO|UNIÃO(?: BRASIL)?|CIDADANIA|REPUBLICANOS|SOLIDARIEDADE|PODE(?:MOS)?|PATRIOTAS?|MISSÃO)$/iu

/** Clubs that share their name with others, or are named with their state. */
const CLUB =
  /^(?:ABC|América|Atlético|Avaí|Bahia|Botafogo|Ceará|Comercial|Confiança|Corinthians|Coritiba|CRB|Cruzeiro|CSA|Ferroviário|Figueirense|Flamengo|Fluminense|Fortaleza|Goiás|Grêmio|Guarani|Internacional|Juventude|Náutico|Operário|Palmeiras|Paysandu|Remo|River|Santos|Sport|Vasco|Vitória)$/u

/** Without accents, hyphens and shortened saints, which writers leave out or write in several ways. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/(?<![a-z])s(t[ao])?\. ?/g, (_whole, saint: string | undefined) => `${saint ? `san${saint}` : 'sao'} `)
    .replaceAll(/[' -]+/g, ' ')

/** Codes of states after the names of cities and offices: `Salvador, BA`, `Campinas/SP`, `Santos (SP)`, `OAB/RO`. */
export function statesAfterCities(words: WordFiles): readonly Expansion[] {
  const states = words.map('states')
  let citiesOf: ReadonlyMap<string, ReadonlySet<string>> | undefined
  const isCityOf = (code: string, name: string): boolean => {
    citiesOf ??= new Map(
      words.rows('cities').map(([state = '', names = '']) => [state, new Set(names.split('|').map(plain))] as const),
    )
    return citiesOf.get(code)?.has(plain(name)) === true
  }

  /** Whether the letters are the state of what stands before them, and not those of its words: `Pressão Arterial (PA)`. */
  const isStateAfter = (before: string, code: string): boolean => {
    const [whole, phrase = '', sign = ''] = NAME.exec(before) ?? []
    if (whole === undefined) return false
    const name = phrase.split(' ')
    for (const [at, word] of name.entries())
      if (/^\p{Lu}/u.test(word) && isCityOf(code, name.slice(at).join(' '))) return true
    const last = name.at(-1) ?? ''
    if (CLUB.test(last) || (/[-–/]/u.test(sign) && OFFICE.test(last) && last !== code)) return true
    const initials = name.filter((word) => /^\p{Lu}/u.test(word)).map((word) => plain(word).charAt(0).toUpperCase())
    if (!/\p{Ll}/u.test(last) || initials.join('').endsWith(code) || states.get(code)?.endsWith(phrase) === true)
      return false
    return (
      /^(?:, ?| [-–] )$/u.test(sign) || PLACE_BEFORE.test(before.slice(0, before.length - phrase.length - sign.length))
    )
  }

  return [
    {
      // `Campinas/SP`: the state is said after a pause
      category: 'punctuation',
      first: /\//,
      pattern: new RegExp(String.raw` ?\/ ?(?=(${anyOf(states.keys())})(?![\p{L}\p{M}\d&'@/-]))`, 'uy'),
      read: ([sign, code = ''], { before }) =>
        /\p{Ll}$/u.test(before) && isStateAfter(before + sign, code) ? ',' : undefined,
    },
    {
      category: 'abbreviation',
      first: /[A-Z]/,
      words: new Set([...states.keys()].map((code) => code.toLowerCase())),
      written: ['mixed'],
      pattern: /[A-Z]{2}(?![\p{L}\p{M}\d&'@]|-\p{L}|\/[\p{L}\d])/uy,
      read: ([code], { before, after }) => {
        const isClosed = before.endsWith('(')
          ? after.startsWith(')')
          : !/^(?: ?\d| d[aeo]s? |, (?:Ph\.?D|M\.?Sc|MBA|MD)(?!\p{L}))/u.test(after)
        return isClosed && isStateAfter(before, code) ? states.get(code) : undefined
      },
    },
  ]
}
