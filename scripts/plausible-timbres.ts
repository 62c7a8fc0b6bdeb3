import type { Timbre } from '../src/core/voice.ts'
import type { CatalogueRow } from '../src/voices/catalogue-file.ts'

/** From, to. */
export type Range = readonly [number, number]

/** Allowed timbres of a voice. */
export type TimbreRegion = Readonly<Record<keyof Timbre, Range>>

/**
 * Outside these formants and rates a recognizer understands fewer words: Flite's American man below 0.96, aria below 0.93
 * and above 1.06, rates above 1.1. A range ratio of 1 is livelier on the recorded men than on the recorded woman, hence
 * the wider ranges of women.
 */
const REGIONS: Readonly<Record<string, TimbreRegion>> = {
  'Female, Young Adult': {
    formantRatio: [0.97, 1.06],
    pitchMeanHz: [184, 250],
    pitchRangeRatio: [0.75, 2.2],
    rateRatio: [0.9, 1.1],
    brightnessDb: [-7, 3],
  },
  'Female, Adult': {
    formantRatio: [0.94, 1.05],
    pitchMeanHz: [174, 230],
    pitchRangeRatio: [0.7, 2.1],
    rateRatio: [0.86, 1.1],
    brightnessDb: [-8, 2],
  },
  'Female, Elder': {
    formantRatio: [0.93, 1],
    pitchMeanHz: [164, 196],
    pitchRangeRatio: [0.8, 1.9],
    rateRatio: [0.82, 0.98],
    brightnessDb: [-8, -1],
  },
  'Non-binary, Young Adult': {
    formantRatio: [0.93, 0.99],
    pitchMeanHz: [154, 172],
    pitchRangeRatio: [0.8, 2],
    rateRatio: [0.92, 1.1],
    brightnessDb: [-7, 2.5],
  },
  'Non-binary, Adult': {
    formantRatio: [0.93, 0.99],
    pitchMeanHz: [152, 168],
    pitchRangeRatio: [0.8, 1.9],
    rateRatio: [0.86, 1.1],
    brightnessDb: [-8, 2],
  },
  'Male, Young Adult': {
    formantRatio: [0.98, 1.06],
    pitchMeanHz: [98, 145],
    pitchRangeRatio: [0.7, 1.5],
    rateRatio: [0.9, 1.1],
    brightnessDb: [-7, 2.5],
  },
  'Male, Adult': {
    formantRatio: [0.96, 1.05],
    pitchMeanHz: [86, 134],
    pitchRangeRatio: [0.6, 1.4],
    rateRatio: [0.86, 1.1],
    brightnessDb: [-8, 1.5],
  },
  'Male, Elder': {
    formantRatio: [0.96, 1.02],
    pitchMeanHz: [84, 112],
    pitchRangeRatio: [0.55, 1.25],
    rateRatio: [0.82, 0.98],
    brightnessDb: [-8, -1],
  },
}

/** Styles narrow a region to this part of it, 0 to 1. */
const STYLE_PARTS: Readonly<Record<string, Partial<Record<keyof Timbre, Range>>>> = {
  energetic: { pitchRangeRatio: [0.3, 1], rateRatio: [0.3, 1] },
  'more energetic': { pitchRangeRatio: [0.45, 1], rateRatio: [0.45, 1] },
  formal: { rateRatio: [0, 0.8] },
  'more formal': { rateRatio: [0, 0.7] },
}

/** The timbres for the gender, age and styles of a voice. Throws an Error for an unknown gender or age. */
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
