/**
 * Assigns an engine voice and a timbre to every voice of the catalogue and writes them into the timbre columns. Depends
 * on the attribute columns and on what `npm run voices:separate` moved. A voice that changes loses its gain, of the engines
 * that change alone if its timbre does not, and cannot be loaded until `npm run voices:level` has measured it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { seededRandom } from '../src/core/seeded-random.ts'
import type { EngineVoice, Timbre } from '../src/core/voice.ts'
import type { CatalogueColumn, CatalogueRow } from '../src/voices/catalogue-file.ts'
import { formatCatalogueRows, parseCatalogueRows } from '../src/voices/catalogue-file.ts'
import { type AriaPoint, ariaPoint, spreadSemitones, squaredAriaDistance } from './aria-points.ts'
import { type AriaBase, engineBases } from './engine-bases.ts'
import { naturalBases } from './natural-bases.ts'
import type { Range } from './plausible-timbres.ts'
import { plausibleTimbres } from './plausible-timbres.ts'
import type { TimbrePoint } from './timbre-space.ts'
import { semitones, squaredDistance, timbrePoint } from './timbre-space.ts'

const CATALOGUE_FILE = fileURLToPath(new URL('../voices/catalogue.tsv', import.meta.url))

const CANDIDATES = 400
/** For voices that are heard too near to another. */
const OTHER_CANDIDATES = 20_000
const ROUNDS = 8
const SPEAKER_ROUNDS = 5
const MAX_PITCH_OF_SLT_HZ = 240
/** Maximum useful distance, in just-noticeable differences: small groups need no extremes. */
const FAR_ENOUGH = 4
/** Distance of two base voices apart from timbre, in just-noticeable differences. */
const BASE_DISTANCE = 1.5
/** The same of aria's speakers and their mixtures: small, because the voices have to differ with other engines too. */
const ARIA_BASE_DISTANCE = 0.7
/** Aria's speakers keep their quality this far from their own pitch. */
const MAX_ARIA_SHIFT_SEMITONES = 4
/** Low pitches: two standard deviations under the mean. Men turn hoarse this far below those of their speaker. */
const MAX_BELOW_OWN_SEMITONES = 2
/** No voice turns hoarse above this. */
const HIGHEST_HOARSE_HZ = 90

/** Where voices are that are heard too near to another at the places that are computed. By `rowKey`. */
export type Moves = Readonly<Record<string, Move>>
export type Move = Pick<Placed, 'ariaBase'> & Pick<EngineVoice, 'base' | 'timbre'>

export const MOVES_FILE = fileURLToPath(new URL('moved-voices.json', import.meta.url))

export interface Placed {
  readonly row: CatalogueRow
  /** By the engine that is not aria. */
  readonly voice: EngineVoice
  /** Aria's base, with the same timbre. */
  readonly ariaBase: string | undefined
  readonly point: TimbrePoint
}

/** Returns the catalogue file with new timbre columns. */
export function assignTimbres(file: string): string {
  const rows = parseCatalogueRows(file)
  const placed = placeVoices(rows, JSON.parse(readFileSync(MOVES_FILE, 'utf8')) as Moves)
  const natural = naturalBases(rows, (row) => placed.get(row)?.ariaBase)
  return formatCatalogueRows(rows.map((row) => withTimbre(row, placed.get(row) as Placed, natural.get(row))))
}

export function placeVoices(rows: readonly CatalogueRow[], moves: Moves): Map<CatalogueRow, Placed> {
  const placed = new Map<CatalogueRow, Placed>()
  for (const group of groupsThatMustDiffer(rows)) {
    spreadOut(group, placed)
    chooseSpeakers(group, placed)
  }
  for (const row of rows) {
    const move = moves[rowKey(row)]
    if (move !== undefined) placed.set(row, placeOfMove(row, move))
  }
  return placed
}

/** Throws an Error if the voice may not be there, as after a change of its attributes or of the speakers. */
function placeOfMove(row: CatalogueRow, { base, ariaBase, timbre }: Move): Placed {
  const { engine, bases, aria } = engineBases(row)
  const voice = { engine, base, timbre }
  const region = Object.entries(plausibleTimbres(row)) as [keyof Timbre, Range][]
  const isPlausible = region.every(([quality, [from, to]]) => timbre[quality] >= from && timbre[quality] <= to)
  const isSpoken =
    aria.length === 0
      ? ariaBase === undefined
      : aria.some((speaker) => speaker.base === ariaBase && suits(speaker, timbre))
  if (!bases.includes(base) || !isPlausible || !isSpoken || !isNatural(voice)) {
    throw new Error(
      `${rowKey(row)} may not be where moved-voices.json has it; remove it there, and run voices:separate`,
    )
  }
  return { row, voice, ariaBase, point: timbrePoint(voice) }
}

export const rowKey = ({ model, language, speaker }: CatalogueRow): string => `${model}/${language}/${speaker}`

/** Random places in a voice's region, always the same, beside those that `voices:assign` chooses from. */
export const otherPlaces = (row: CatalogueRow): readonly Placed[] =>
  randomPlaces(row, seededRandom(`${rowKey(row)}/other`), OTHER_CANDIDATES)

/** The places by their computed distance to the nearest of the neighbours with any engine, farthest first. */
export function farthestFirst(places: readonly Placed[], neighbours: readonly Placed[]): readonly Placed[] {
  const points = neighbours.flatMap(ariaPointOf)
  const distances = new Map(
    places.map((place) => {
      const [own] = ariaPointOf(place)
      const byAria = own === undefined ? Number.POSITIVE_INFINITY : squaredAriaDistanceToNearest(own, points, 0)
      return [place, Math.min(byAria, squaredDistanceToNearest(place, neighbours, 0))]
    }),
  )
  return places.toSorted((a, b) => (distances.get(b) as number) - (distances.get(a) as number))
}

function groupsThatMustDiffer(rows: readonly CatalogueRow[]): readonly (readonly CatalogueRow[])[] {
  const groups = new Map<string, CatalogueRow[]>()
  for (const row of rows) {
    const key = `${row.model}/${row.language}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()]
}

/**
 * Moves each voice in turn to the random position in its region that is farthest from its nearest neighbour; a few
 * rounds approach the widest spacing. Neighbours are voices of the same model and language, and voices of the same name
 * on earlier models.
 */
function spreadOut(group: readonly CatalogueRow[], placed: Map<CatalogueRow, Placed>): void {
  const namesakes = [...placed.values()]
  const random = new Map(group.map((row) => [row, seededRandom(rowKey(row))]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const row of group) {
      const neighbours = [
        ...group.flatMap((other) => (other === row ? [] : (placed.get(other) ?? []))),
        ...namesakes.filter((other) => other.row.speaker === row.speaker),
      ]
      const candidates = randomPlaces(row, random.get(row) as () => number)
      const current = placed.get(row)
      placed.set(row, farthest(current === undefined ? candidates : [current, ...candidates], neighbours))
    }
  }
}

/** Gives each voice of aria in turn the speaker or mixture by which it is farthest from its nearest neighbour. */
function chooseSpeakers(group: readonly CatalogueRow[], placed: Map<CatalogueRow, Placed>): void {
  const points = new Map([...placed].flatMap(([row, one]) => ariaPointOf(one).map((point) => [row, point] as const)))
  for (let round = 0; round < SPEAKER_ROUNDS; round++) {
    for (const row of group) {
      const current = placed.get(row) as Placed
      if (current.ariaBase === undefined) continue
      const neighbours = ariaNeighbours(row, group, points)
      let max = -1
      for (const { base } of engineBases(row).aria.filter((one) => suits(one, current.voice.timbre))) {
        const point = ariaPoint(base, current.voice.timbre)
        const distance = squaredAriaDistanceToNearest(point, neighbours, max)
        if (distance <= max) continue
        max = distance
        placed.set(row, { ...current, ariaBase: base })
        points.set(row, point)
      }
    }
  }
}

/** Empty if aria does not speak the voice. */
const ariaPointOf = ({ ariaBase, voice }: Placed): readonly AriaPoint[] =>
  ariaBase === undefined ? [] : [ariaPoint(ariaBase, voice.timbre)]

/** Voices of the same group, and those of the same name. */
function ariaNeighbours(
  row: CatalogueRow,
  group: readonly CatalogueRow[],
  points: ReadonlyMap<CatalogueRow, AriaPoint>,
): readonly AriaPoint[] {
  const inGroup = new Set(group)
  return [...points].flatMap(([other, point]) =>
    other !== row && (inGroup.has(other) || other.speaker === row.speaker) ? [point] : [],
  )
}

/** Stops early if the result cannot exceed `atLeast`. */
function squaredAriaDistanceToNearest(point: AriaPoint, neighbours: readonly AriaPoint[], atLeast: number): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const neighbour of neighbours) {
    nearest = Math.min(nearest, squaredAriaDistance(point, neighbour, nearest))
    if (nearest <= atLeast) break
  }
  return nearest
}

function farthest(candidates: readonly Placed[], neighbours: readonly Placed[]): Placed {
  let best = candidates[0] as Placed
  let bestDistance = 0
  for (const candidate of candidates) {
    const distance = squaredDistanceToNearest(candidate, neighbours, bestDistance)
    if (distance > bestDistance) [best, bestDistance] = [candidate, distance]
    if (bestDistance >= FAR_ENOUGH ** 2) break
  }
  return best
}

/** Stops early if the result cannot exceed `atLeast`. */
function squaredDistanceToNearest(candidate: Placed, neighbours: readonly Placed[], atLeast: number): number {
  let nearest = Number.POSITIVE_INFINITY
  for (const { voice, ariaBase, point } of neighbours) {
    const isOfBase = voice.base === candidate.voice.base
    const isOfAriaBase = ariaBase === candidate.ariaBase
    const betweenBases = (isOfBase ? 0 : BASE_DISTANCE ** 2) + (isOfAriaBase ? 0 : ARIA_BASE_DISTANCE ** 2)
    nearest = Math.min(nearest, betweenBases + squaredDistance(point, candidate.point))
    if (nearest <= atLeast) break
  }
  return nearest
}

/** Random positions in a voice's region, rounded as in the file. */
function randomPlaces(row: CatalogueRow, random: () => number, count = CANDIDATES): readonly Placed[] {
  const region = plausibleTimbres(row)
  const { engine, bases, aria } = engineBases(row)
  const within = ([from, to]: Range, digits: number): number => Number((from + (to - from) * random()).toFixed(digits))
  const place = (): Placed => {
    const timbre: Timbre = {
      formantRatio: within(region.formantRatio, 3),
      pitchMeanHz: within(region.pitchMeanHz, 0),
      pitchRangeRatio: within(region.pitchRangeRatio, 2),
      rateRatio: within(region.rateRatio, 3),
      brightnessDb: within(region.brightnessDb, 1),
    }
    const base = bases[Math.floor(random() * bases.length)] as string
    const voice = { engine, base, timbre }
    const near = aria.filter((speaker) => suits(speaker, timbre))
    const ariaBase = near[Math.floor(random() * near.length)]?.base
    return { row, voice, ariaBase, point: timbrePoint(voice) }
  }
  const isSpoken = ({ ariaBase }: Placed): boolean => aria.length === 0 || ariaBase !== undefined
  return Array.from({ length: count }, place).filter((placed) => isSpoken(placed) && isNatural(placed.voice))
}

function suits({ base, pitchMeanHz }: AriaBase, timbre: Timbre): boolean {
  const shift = semitones(timbre.pitchMeanHz / timbre.formantRatio / pitchMeanHz)
  const low = lowPitchHz(timbre.pitchMeanHz, spreadSemitones(base, timbre))
  const ownLow = lowPitchHz(pitchMeanHz, spreadSemitones(base, { pitchRangeRatio: 1 }))
  const isHoarse = low < HIGHEST_HOARSE_HZ && semitones(ownLow / low) > MAX_BELOW_OWN_SEMITONES
  return Math.abs(shift) <= MAX_ARIA_SHIFT_SEMITONES && !isHoarse
}

const lowPitchHz = (meanHz: number, spread: number): number => meanHz * 2 ** ((-2 * spread) / 12)

/**
 * Spectra contain some of the speaker's harmonics: above this ratio of mean pitch to formants, slt's pitch sometimes
 * sounds an octave off. The men's limits lie outside their regions.
 */
const isNatural = ({ base, timbre }: EngineVoice): boolean =>
  base !== 'slt' || timbre.pitchMeanHz / timbre.formantRatio <= MAX_PITCH_OF_SLT_HZ

function withTimbre(
  row: CatalogueRow,
  { voice: { engine, base, timbre }, ariaBase }: Placed,
  naturalBase: string | undefined,
): CatalogueRow {
  const bases = Object.entries({ [engine]: base, aria: ariaBase, natural: naturalBase }).flatMap(([name, own]) =>
    own === undefined ? [] : [[name, own] as const],
  )
  const cells = {
    formant: timbre.formantRatio.toFixed(3),
    pitch_hz: String(timbre.pitchMeanHz),
    pitch_range: timbre.pitchRangeRatio.toFixed(2),
    rate: timbre.rateRatio.toFixed(3),
    brightness_db: timbre.brightnessDb.toFixed(1),
  }
  const isAsBefore = Object.entries(cells).every(([column, cell]) => row[column as CatalogueColumn] === cell)
  const [engines, ownBases, gains] = [row.engine, row.base, row.gain_db].map((cell) => cell.split('|'))
  const gainOf = (name: string, own: string): string => {
    const at = engines?.indexOf(name) ?? -1
    return isAsBefore && ownBases?.[at] === own ? (gains?.[at] ?? '') : ''
  }
  const kept = bases.map(([name, own]) => gainOf(name, own))
  return {
    ...row,
    ...cells,
    engine: bases.map(([name]) => name).join('|'),
    base: bases.map(([, own]) => own).join('|'),
    gain_db: kept.every((gain) => gain === '') ? '' : kept.join('|'),
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(CATALOGUE_FILE, assignTimbres(readFileSync(CATALOGUE_FILE, 'utf8')))
}
