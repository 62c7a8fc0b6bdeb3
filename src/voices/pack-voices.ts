import { fnv1a } from '../core/fnv1a.ts'
import {
  ENGINE_OF_FAMILY,
  type InstalledPack,
  type PackRule,
  packBase,
  readMix,
  type SpeakerMix,
} from '../core/pack.ts'
import type { Voice } from '../core/voice.ts'

/** A voice of the catalogue that a pack can speak. */
export interface PackVoice {
  readonly pack: InstalledPack
  readonly rule: PackRule
  readonly speaker: SpeakerMix
  /** The same voice, spoken by the pack; the embedded engine voice is its fallback. */
  readonly voice: Voice
}

/** Whether an engine is to speak rather than another one. */
export type Prefers = (engine: string, other: string) => boolean

/** By a list of engines: one that is not on it is never preferred. */
export function preferenceOf(engines: readonly string[]): Prefers {
  return (engine, other) => {
    const [rank, otherRank] = [engines.indexOf(engine), engines.indexOf(other)]
    return rank >= 0 && (otherRank < 0 || rank < otherRank)
  }
}

/** Whether the engine of a pack is preferred for any of the voices. */
export const canSpeak = ({ manifest }: InstalledPack, voices: readonly Voice[], prefers: Prefers): boolean =>
  voices.some(({ engineVoice }) => prefers(ENGINE_OF_FAMILY[manifest.family], engineVoice.engine))

/** Weights of the first speaker of a mixture. */
const MIX_WEIGHTS = [0.7, 0.5, 0.3, 0.6, 0.4, 0.8, 0.2]

/**
 * The voices that the packs serve, by the voice of the embedded engines. The first pack that serves a voice and whose
 * engine is preferred speaks it, by its first rule that fits. Voices of one model and rule get different speakers or
 * mixtures while there are enough, by their names: the same catalogue always gives the same result.
 */
export function bindPacks(
  voices: readonly Voice[],
  packs: readonly InstalledPack[],
  prefers: Prefers,
): ReadonlyMap<Voice, PackVoice> {
  const groups = new Map<string, { pack: InstalledPack; rule: PackRule; voices: Voice[] }>()
  for (const voice of voices) {
    const found = findRule(voice, packs, prefers)
    if (found === undefined) continue
    const key = `${found.pack.folder}/${found.pack.manifest.serves.indexOf(found.rule)}/${voice.model}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { ...found, voices: [voice] })
    else group.voices.push(voice)
  }
  return new Map([...groups.values()].flatMap(bindGroup))
}

function findRule(voice: Voice, packs: readonly InstalledPack[], prefers: Prefers) {
  for (const pack of packs) {
    if (!prefers(ENGINE_OF_FAMILY[pack.manifest.family], voice.engineVoice.engine)) continue
    const rule = pack.manifest.serves.find((rule) => fits(rule, voice))
    if (rule !== undefined) return { pack, rule }
  }
  return undefined
}

/** Whether a rule serves a voice. */
export const fits = (rule: PackRule, voice: Voice): boolean =>
  rule.language === voice.language &&
  (rule.genders?.includes(voice.gender) ?? true) &&
  (rule.countries?.includes(countryCode(voice.country)) ?? true) &&
  (rule.names?.includes(voice.speaker) ?? true)

/** The catalogue writes countries as clients expect them: as codes, names or adjectives. */
const CODE_OF_COUNTRY: Readonly<Record<string, string>> = {
  UK: 'GB',
  England: 'GB',
  AUS: 'AU',
  Australia: 'AU',
  Brazil: 'BR',
  Colombian: 'CO',
  'Dominican Republic': 'DO',
  Mexico: 'MX',
  Spain: 'ES',
  Equador: 'EC',
  French: 'FR',
  Canada: 'CA',
  German: 'DE',
  Austria: 'AT',
  India: 'IN',
  Japan: 'JP',
  Egypt: 'EG',
  Palestinian: 'PS',
}

/** ISO 3166 code of a country as the catalogue writes it. */
export const countryCode = (country: string): string => CODE_OF_COUNTRY[country] ?? country

interface Group {
  readonly pack: InstalledPack
  readonly rule: PackRule
  readonly voices: readonly Voice[]
}

function bindGroup({ pack, rule, voices }: Group): readonly (readonly [Voice, PackVoice])[] {
  const { family } = pack.manifest
  const alone = rule.speakers.filter((mix) => !mix.includes('+'))
  const choices = family === 'piper' || family === 'remote' ? rule.speakers : [...rule.speakers, ...mixtures(alone)]
  const uses = choices.map(() => 0)
  const hashes = new Map(voices.map((voice) => [voice, hashOf(voice)]))
  const hashed = (voice: Voice): number => hashes.get(voice) as number
  const sorted = voices.toSorted((one, other) => hashed(one) - hashed(other) || (one.speaker < other.speaker ? -1 : 1))
  return sorted.map((voice, i) => {
    const rounds = Math.floor(i / choices.length)
    let chosen = hashed(voice) % choices.length
    while (uses[chosen] !== rounds) chosen = (chosen + 1) % choices.length
    ;(uses[chosen] as number)++
    const speaker = choices[chosen] as SpeakerMix
    const engineVoice = {
      engine: ENGINE_OF_FAMILY[family],
      base: packBase(pack.folder, speaker),
      timbre: voice.engineVoice.timbre,
      installation: pack.installation,
      gainDb: gainOf(speaker, pack),
      fallback: voice.engineVoice,
    }
    return [voice, { pack, rule, speaker, voice: { ...voice, engineVoice } }] as const
  })
}

const mixtures = (speakers: readonly SpeakerMix[]): readonly SpeakerMix[] =>
  MIX_WEIGHTS.flatMap((weight) =>
    speakers.flatMap((one, i) =>
      speakers.slice(i + 1).map((other) => `${one}*${weight}+${other}*${(1 - weight).toFixed(1)}`),
    ),
  )

/** The gain of a speaker; of a mixture, the mean by weight. */
export function gainOf(mix: SpeakerMix, { manifest }: InstalledPack): number {
  const gains = readMix(mix)?.map(
    ({ name, weight }) => weight * (manifest.speakers.find((speaker) => speaker.name === name)?.gainDb ?? 0),
  )
  return Number((gains ?? []).reduce((sum, gain) => sum + gain, 0).toFixed(2))
}

const hashOf = ({ model, speaker }: Voice): number => fnv1a(`${model}/${speaker.toLowerCase()}`)
