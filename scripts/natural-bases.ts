import type { CatalogueRow } from '../src/voices/catalogue-file.ts'
import { BRITISH_AND_KIN } from './engine-bases.ts'

/** Models whose voices the engine natural speaks; the others are always fast. */
const MODELS: ReadonlySet<string> = new Set(['coda', 'arcana'])

/** Styles of Kokoro for the voices of one language, accent and gender. */
interface Styles {
  /** Those that may lead: a voice is one of them, or a mixture in which one of them has the largest share. */
  readonly leading: readonly string[]
  /** Those that are only mixed in: of other languages, or too peculiar alone. */
  readonly added?: readonly string[]
  /** Those that are only mixed into the voices of elders. */
  readonly elder?: readonly string[]
}

const WOMEN = [
  'af_heart',
  'af_bella',
  'af_aoede',
  'af_kore',
  'af_sarah',
  'af_alloy',
  'af_nova',
  'af_sky',
  'af_jessica',
  'af_river',
]
const MEN = ['am_michael', 'am_fenrir', 'am_onyx', 'am_puck', 'am_echo', 'am_eric', 'am_liam', 'am_adam']

/** A language that is missing has no teacher and is left to the other engines. */
const STYLES: Readonly<Record<string, Styles>> = {
  'eng Female': { leading: WOMEN, added: ['af_nicole'] },
  'eng Male': { leading: MEN, elder: ['am_santa'] },
  'eng-GB Female': { leading: ['bf_emma', 'bf_isabella', 'bf_alice', 'bf_lily'] },
  'eng-GB Male': { leading: ['bm_george', 'bm_daniel', 'bm_fable', 'bm_lewis'] },
  'spa Female': { leading: ['ef_dora'], added: ['pf_dora', 'if_sara', 'ff_siwis', 'af_heart', 'af_bella', 'bf_emma'] },
  'spa Male': {
    leading: ['em_alex'],
    added: ['pm_alex', 'im_nicola', 'am_michael', 'am_fenrir', 'bm_george'],
    elder: ['em_santa'],
  },
  'por Female': { leading: ['pf_dora'], added: ['ef_dora', 'if_sara', 'ff_siwis', 'af_heart', 'af_bella'] },
  'por Male': { leading: ['pm_alex'], added: ['em_alex', 'im_nicola', 'am_michael'], elder: ['pm_santa'] },
  'fra Female': { leading: ['ff_siwis'], added: ['ef_dora', 'pf_dora', 'if_sara', 'af_heart', 'bf_emma'] },
  'ita Female': { leading: ['if_sara'], added: ['ef_dora', 'pf_dora'] },
  'ita Male': { leading: ['im_nicola'], added: ['em_alex', 'pm_alex'] },
  'hin Female': { leading: ['hf_alpha', 'hf_beta'] },
  'hin Male': { leading: ['hm_omega', 'hm_psi'] },
  'jpn Female': { leading: ['jf_alpha', 'jf_gongitsune', 'jf_nezumi', 'jf_tebukuro'] },
  'jpn Male': { leading: ['jm_kumo'], added: ['hm_omega', 'am_michael', 'bm_george'] },
  // Speakers of other languages: those who are understood best.
  'nld Female': { leading: ['ef_dora', 'ff_siwis'] },
  'nld Male': { leading: ['hm_omega', 'em_alex'] },
  'ara Female': { leading: ['ef_dora', 'bf_emma'] },
  'ara Male': { leading: ['hm_omega', 'bm_george'], added: ['em_alex', 'im_nicola'] },
}
/** Where no style fits alone: Kokoro has no Frenchman, and nobody between a woman and a man. */
const MIXTURES: Readonly<Record<string, readonly string[]>> = {
  'fra Male': ['em_alex*0.67+ff_siwis*0.33', 'pm_alex*0.67+ff_siwis*0.33', 'am_michael*0.67+ff_siwis*0.33'],
  'eng Non-binary': ['af_alloy*0.5+am_echo*0.5', 'af_river*0.5+am_puck*0.5', 'af_kore*0.5+am_eric*0.5'],
}
/** Shares of the styles of a mixture, the leading one first. */
const SHARES: readonly Shares[] = [[1], [0.67, 0.33], [0.5, 0.5], [0.5, 0.25, 0.25], [0.4, 0.3, 0.3]]
/** The same with styles that are only mixed in, which must not change the accent or the age. */
const SHARES_OF_ADDED: readonly Shares[] = [
  [0.67, 0.33],
  [0.8, 0.2],
  [0.66, 0.17, 0.17],
]
type Shares = readonly number[]

/**
 * The base voice of natural for each row that it speaks, by aria's bases: the same speakers where aria's learned from Kokoro's.
 * Where more voices of a model and language have one, the others get mixtures that it leads, each as far as possible from
 * those before it. The same catalogue always gives the same bases.
 */
export function naturalBases(
  rows: readonly CatalogueRow[],
  ariaBaseOf: (row: CatalogueRow) => string | undefined,
): ReadonlyMap<CatalogueRow, string> {
  const bases = new Map<CatalogueRow, string>()
  const taken = new Map<string, Mixture[]>()
  const flagshipsFirst = rows.toSorted(
    (one, other) => Number(other.flagship === 'yes') - Number(one.flagship === 'yes'),
  )
  for (const row of flagshipsFirst.filter(({ model }) => MODELS.has(model))) {
    const group = `${row.model} ${row.language}`
    const others = taken.get(group) ?? []
    taken.set(group, others)
    const mixture = farthestFrom(others, candidatesOf(row, ariaBaseOf(row), others))
    if (mixture === undefined) continue
    others.push(mixture)
    bases.set(row, baseOf(mixture))
  }
  return bases
}

/** Shares by style, the largest first; they add up to 1. */
type Mixture = ReadonlyMap<string, number>

/** In the order of preference among those that are equally far from others. */
function candidatesOf(row: CatalogueRow, ariaBase: string | undefined, others: readonly Mixture[]): readonly Mixture[] {
  const { language, gender, country, age } = row
  const accent = language === 'eng' && gender !== 'Non-binary' && BRITISH_AND_KIN.has(country) ? 'eng-GB' : language
  const fixed = MIXTURES[`${accent} ${gender}`]
  if (fixed !== undefined) return fixed.map(mixtureOf)
  const styles = STYLES[`${accent} ${gender}`]
  if (styles === undefined) return []
  const { leading, added = [], elder = [] } = styles
  const same = ariaBase === undefined ? undefined : mixtureOf(ariaBase)
  const isKnown = same !== undefined && [...same.keys()].every((name) => leading.includes(name))
  if (isKnown && !others.some((other) => distance(other, same) === 0)) return [same]
  const [lead] = [...(same ?? [])].toSorted(([, one], [, other]) => other - one).map(([name]) => name)
  const leader = lead !== undefined && leading.includes(lead) ? lead : leastUsed(leading, others)
  const mixedIn = [...added, ...(age === 'Elder' ? elder : [])]
  return [...mixturesLedBy(leader, leading, SHARES), ...mixturesLedBy(leader, mixedIn, SHARES_OF_ADDED)]
}

function mixturesLedBy(leader: string, styles: readonly string[], allShares: readonly Shares[]): readonly Mixture[] {
  const others = styles.filter((style) => style !== leader)
  const pairs = others.flatMap((one, i) => others.slice(i + 1).map((other) => [one, other]))
  const choices = [[[]], others.map((one) => [one]), pairs]
  return allShares.flatMap((shares) =>
    (choices[shares.length - 1] ?? []).map(
      (rest) => new Map([leader, ...rest].map((style, i) => [style, shares[i] as number])),
    ),
  )
}

function leastUsed(styles: readonly string[], mixtures: readonly Mixture[]): string {
  const use = (style: string): number => mixtures.reduce((sum, mixture) => sum + (mixture.get(style) ?? 0), 0)
  return styles.toSorted((one, other) => use(one) - use(other))[0] as string
}

function farthestFrom(others: readonly Mixture[], candidates: readonly Mixture[]): Mixture | undefined {
  let best: Mixture | undefined
  let max = -1
  for (const candidate of candidates) {
    const nearest = Math.min(...others.map((other) => distance(candidate, other)))
    if (nearest > max) [best, max] = [candidate, nearest]
  }
  return best
}

/** Between 0, for the same shares, and about 1.4, for two other styles. */
const distance = (one: Mixture, other: Mixture): number =>
  Math.hypot(
    ...[...new Set([...one.keys(), ...other.keys()])].map((style) => (one.get(style) ?? 0) - (other.get(style) ?? 0)),
  )

const mixtureOf = (base: string): Mixture =>
  new Map(
    base.split('+').map((part) => {
      const [style = '', share = '1'] = part.split('*')
      return [style, Number(share)]
    }),
  )

const baseOf = (mixture: Mixture): string =>
  mixture.size === 1 ? [...mixture.keys()].join() : [...mixture].map(([style, share]) => `${style}*${share}`).join('+')
