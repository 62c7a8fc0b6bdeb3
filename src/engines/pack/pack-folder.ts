import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { SpeechError } from '../../core/errors.ts'
import { MANIFEST_NAME, PACK_FAMILIES, type PackFamily, packOfBase, readMix } from '../../core/pack.ts'
import { installationOf } from '../installation-of.ts'
import type { Mixture } from './pack-model.ts'

/** A family of models. */
export type Family = Exclude<PackFamily, 'remote'>

/** What the engine needs of a pack's manifest. */
export interface PackFolder {
  readonly folder: string
  /** Differs after the pack was installed anew in the folder. */
  readonly installation: string | undefined
  readonly family: Family
  readonly parts: Readonly<Record<string, string>>
  readonly accentBySpeaker: ReadonlyMap<string, string>
}

export const unusable = (message: string, cause?: unknown): SpeechError =>
  new SpeechError('voice.unusable', message, { cause })

/** Reads `pack.json` of a folder. Throws `voice.unusable`. */
export function readPackFolder(folder: string): PackFolder {
  const installation = installationOf(folder) // first: what is read below is as new, or newer
  const manifest = readManifest(folder)
  const { family, parts, speakers } = manifest
  const known = PACK_FAMILIES.find((name) => name === family)
  if (known === undefined || known === 'remote')
    throw unusable(`${folder}: pack does not speak the family ${String(family).slice(0, 40)}`)
  if (typeof parts !== 'object' || parts === null || !Array.isArray(speakers)) {
    throw unusable(`${folder}: ${MANIFEST_NAME} has no parts or speakers`)
  }
  return {
    folder,
    installation,
    family: known,
    parts: parts as Record<string, string>,
    accentBySpeaker: new Map(speakers.map(({ name, accent }) => [String(name), String(accent)])),
  }
}

function readManifest(folder: string): Readonly<Record<string, unknown>> {
  if (!isAbsolute(folder)) throw unusable(`there is no pack ${folder}`)
  try {
    return JSON.parse(readFileSync(join(folder, MANIFEST_NAME), 'utf8'))
  } catch (cause) {
    throw unusable(`${folder}: ${MANIFEST_NAME} cannot be read`, cause)
  }
}

/** Path of a part of the pack. Throws `voice.unusable` if the part is missing or lies outside of the folder. */
export function partPath({ folder, parts }: PackFolder, part: string): string {
  const named = parts[part]
  const path = resolve(folder, String(named))
  const isInside = named !== undefined && !relative(folder, path).startsWith('..')
  if (!isInside) throw unusable(`${folder}: ${MANIFEST_NAME} names no ${part}`)
  if (!statSync(path, { throwIfNoEntry: false })) throw unusable(`${folder}: ${named} is missing`)
  return path
}

/** Splits a base such as `FOLDER#af_heart*0.7+af_bella*0.3`. Throws `voice.unusable`. */
export function splitBase(base: string): { readonly folder: string; readonly speaker: string } {
  if (!base.includes('#')) throw unusable(`pack has no voice ${base.slice(0, 80)}`)
  return packOfBase(base)
}

/** The speakers of a mixture with weights that add up to 1. Throws `voice.unusable` for one that the pack lacks. */
export function mixtureOf(speaker: string, { folder, accentBySpeaker }: PackFolder): Mixture {
  const parts = readMix(speaker)
  if (parts === undefined || parts.some(({ name }) => !accentBySpeaker.has(name))) {
    throw unusable(`${folder} has no speaker ${speaker.slice(0, 80)}`)
  }
  const [first] = parts.toSorted((one, other) => other.weight - one.weight)
  return { parts, accent: accentBySpeaker.get(first?.name ?? '') ?? '' }
}
