import { readFileSync } from 'node:fs'
import { fnv1a } from '../core/fnv1a.ts'
import type { Catalogue, Voice } from '../core/voice.ts'
import { parseCatalogueFile, voiceKey } from './catalogue-file.ts'

/**
 * Reads `voices/catalogue.tsv`; voices that several engines can speak for get the preferred one, by default the first
 * listed. Throws what reading the file throws, or an Error naming the line that is wrong.
 */
export const readCatalogue = (file: URL | string, enginePreference: readonly string[] = []): Catalogue =>
  createCatalogue(parseCatalogueFile(readFileSync(file, 'utf8'), enginePreference))

/** Voices as lookups. */
export function createCatalogue(voices: readonly Voice[]): Catalogue {
  const byKey = new Map(voices.map((voice) => [voiceKey(voice.model, voice.language, voice.speaker), voice]))
  const byName = groupBy(voices, (voice) => voice.speaker.toLowerCase())
  const byModel = groupBy(voices, (voice) => voice.model)
  const byModelAndLanguage = groupBy(voices, (voice) => `${voice.model}/${voice.language}`)

  const ofModel: Catalogue['ofModel'] = (model, language) =>
    (language === undefined ? byModel.get(model) : byModelAndLanguage.get(`${model}/${language}`)) ?? []

  return {
    voices,
    find: (model, speaker, language) => byKey.get(voiceKey(model, language, speaker)),
    named: (speaker) => byName.get(speaker.toLowerCase()) ?? [],
    ofModel,
    standIn(absent, model, language) {
      const all = ofModel(model, language)
      const ofGender = preferred(all, (voice) => voice.gender === absent.gender)
      const ofAge = preferred(ofGender, (voice) => voice.age === absent.age)
      return ofAge[fnv1a(absent.speaker.toLowerCase()) % ofAge.length]
    },
  }
}

/** `Map.groupBy`, which Node 20 lacks. */
function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

function preferred(voices: readonly Voice[], isPreferred: (voice: Voice) => boolean): readonly Voice[] {
  const some = voices.filter(isPreferred)
  return some.length > 0 ? some : voices
}
