import { ENGINE_OF_FAMILY, type InstalledPack, type PackRule, type PackSpeaker, packBase, type SpeakerMix } from '../core/pack.ts'
import type { Voice } from '../core/voice.ts'
import { fnv1a } from './fnv1a.ts'

/** A voice of the catalogue that a pack can speak. */
export interface PackVoice {
  readonly pack: InstalledPack
  readonly rule: PackRule
  readonly speaker: SpeakerMix
  /** The same voice, spoken by the pack; the embedded engine voice is its fallback. */
  readonly voice: Voice
}

/** Weights of the first speaker of a mixture. */
const MIX_WEIGHTS = [0.7, 0.5, 0.3, 0.6, 0.4, 0.8, 0.2]

/**
 * The voices that the packs serve, by the voice of the embedded engines. The first pack that serves a voice speaks it,
 * by its first rule that fits. Voices of one model and rule get different speakers or mixtures while there are enough,
 * by their names: the same catalogue always gives the same result.
 */
export function bindPacks(voices: readonly Voice[], packs: readonly InstalledPack[]): ReadonlyMap<Voice, PackVoice> {
  const groups = new Map<string, { pack: InstalledPack; rule: PackRule; voices: Voice[] }>()
  for (const voice of voices) {
    const found = findRule(voice, packs)
    if (found === undefined) continue
    const key = `${found.pack.folder}/${found.pack.manifest.serves.indexOf(found.rule)}/${voice.model}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { ...found, voices: [voice] })
    else group.voices.push(voice)
  }
  return new Map([...groups.values()].flatMap(bindGroup))
}

function findRule(voice: Voice, packs: readonly InstalledPack[]) {
  for (const pack of packs) {
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

const countryCode = (country: string): string => CODE_OF_COUNTRY[country] ?? country

interface Group {
  readonly pack: InstalledPack
  readonly rule: PackRule
  readonly voices: readonly Voice[]
}

function bindGroup({ pack, rule, voices }: Group): readonly (readonly [Voice, PackVoice])[] {
  const { speakers, family } = pack.manifest
  const own = rule.speakers.map((name) => speakers.find((speaker) => speaker.name === name) as PackSpeaker)
  const choices = family === 'piper' ? own.map(alone) : [...own.map(alone), ...mixtures(own)]
  const uses = choices.map(() => 0)
  const sorted = voices.toSorted((one, other) => hashOf(one) - hashOf(other) || (one.speaker < other.speaker ? -1 : 1))
  return sorted.map((voice) => {
    const preferred = hashOf(voice) % choices.length
    const fewest = Math.min(...uses)
    const order = choices.map((_, i) => (preferred + i) % choices.length)
    const chosen = order.find((i) => uses[i] === fewest) as number
    ;(uses[chosen] as number)++
    const { mix, gainDb } = choices[chosen] as Choice
    const engineVoice = {
      engine: ENGINE_OF_FAMILY[family],
      base: packBase(pack.folder, mix),
      timbre: voice.engineVoice.timbre,
      gainDb,
      fallback: voice.engineVoice,
    }
    return [voice, { pack, rule, speaker: mix, voice: { ...voice, engineVoice } }] as const
  })
}

interface Choice {
  readonly mix: SpeakerMix
  readonly gainDb: number
}

const alone = ({ name, gainDb }: PackSpeaker): Choice => ({ mix: name, gainDb })

const mixtures = (speakers: readonly PackSpeaker[]): readonly Choice[] =>
  MIX_WEIGHTS.flatMap((weight) =>
    speakers.flatMap((one, i) =>
      speakers.slice(i + 1).map((other) => ({
        mix: `${one.name}*${weight}+${other.name}*${round(1 - weight)}`,
        gainDb: round(one.gainDb * weight + other.gainDb * (1 - weight)),
      })),
    ),
  )

const round = (value: number): number => Number(value.toFixed(2))

const hashOf = ({ model, speaker }: Voice): number => fnv1a(`${model}/${speaker.toLowerCase()}`)
