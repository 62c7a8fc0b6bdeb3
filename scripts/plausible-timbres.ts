import type { Timbre } from '../src/core/voice.ts'
import type { CatalogueRow } from '../src/voices/catalogue-file.ts'

/** From, to. */
export type Range = readonly [number, number]

/** Where the timbre of a voice may lie. */
export type TimbreRegion = Readonly<Record<keyof Timbre, Range>>

/** A range ratio of 1 is livelier on the recorded men than on the recorded woman, hence the wider ranges of women. */
const REGIONS: Readonly<Record<string, TimbreRegion>> = {
  'Female, Young Adult': {
    formantRatio: [0.98, 1.1],
    pitchMeanHz: [190, 245],
    pitchRangeRatio: [0.9, 2],
    rateRatio: [0.93, 1.18],
    brightnessDb: [-3, 6],
  },
  'Female, Adult': {
    formantRatio: [0.94, 1.07],
    pitchMeanHz: [176, 228],
    pitchRangeRatio: [0.8, 1.9],
    rateRatio: [0.88, 1.12],
    brightnessDb: [-5, 5],
  },
  'Female, Elder': {
    formantRatio: [0.92, 1.02],
    pitchMeanHz: [166, 196],
    pitchRangeRatio: [0.75, 1.6],
    rateRatio: [0.85, 0.98],
    brightnessDb: [-6, 0],
  },
  'Non-binary, Young Adult': {
    formantRatio: [0.92, 0.98],
    pitchMeanHz: [152, 170],
    pitchRangeRatio: [0.8, 1.8],
    rateRatio: [0.93, 1.15],
    brightnessDb: [-3, 4],
  },
  'Non-binary, Adult': {
    formantRatio: [0.92, 0.97],
    pitchMeanHz: [150, 166],
    pitchRangeRatio: [0.75, 1.7],
    rateRatio: [0.88, 1.1],
    brightnessDb: [-5, 3],
  },
  'Male, Young Adult': {
    formantRatio: [0.97, 1.1],
    pitchMeanHz: [100, 145],
    pitchRangeRatio: [0.75, 1.5],
    rateRatio: [0.93, 1.18],
    brightnessDb: [-3, 6],
  },
  'Male, Adult': {
    formantRatio: [0.92, 1.06],
    pitchMeanHz: [88, 132],
    pitchRangeRatio: [0.65, 1.4],
    rateRatio: [0.88, 1.12],
    brightnessDb: [-5, 5],
  },
  'Male, Elder': {
    formantRatio: [0.92, 1.02],
    pitchMeanHz: [85, 112],
    pitchRangeRatio: [0.6, 1.25],
    rateRatio: [0.85, 0.98],
    brightnessDb: [-6, 0],
  },
}

/** Styles narrow a region: each keeps this part of it, 0 to 1. */
const STYLE_PARTS: Readonly<Record<string, Partial<Record<keyof Timbre, Range>>>> = {
  energetic: { pitchRangeRatio: [0.3, 1], rateRatio: [0.3, 1] },
  'more energetic': { pitchRangeRatio: [0.45, 1], rateRatio: [0.45, 1] },
  formal: { rateRatio: [0, 0.8] },
  'more formal': { rateRatio: [0, 0.7] },
}

/** What suits the gender, the age and the styles of a voice. Throws an Error for a gender or an age it does not know. */
export function plausibleTimbres(row: CatalogueRow): TimbreRegion {
  const region = REGIONS[`${row.gender}, ${row.age}`]
  if (region === undefined) throw new Error(`${row.speaker}: no timbres for ${row.gender}, ${row.age}`)
  const narrowed = { ...region }
  for (const style of row.styles.split('|')) {
    for (const [quality, part] of Object.entries(STYLE_PARTS[style] ?? {}) as [keyof Timbre, Range][]) {
      narrowed[quality] = slice(narrowed[quality], part)
    }
  }
  return narrowed
}

const slice = ([from, to]: Range, [start, end]: Range): Range => [from + (to - from) * start, from + (to - from) * end]
