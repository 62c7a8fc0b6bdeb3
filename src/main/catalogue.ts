import type { Engine } from '../core/engine.ts'
import { isBetterEngine } from '../core/quality.ts'
import { type Catalogue, withFallbacks } from '../core/voice.ts'
import { readCatalogue } from '../voices/catalogue.ts'
import type { Config } from './config.ts'

/** The shipped voices, with the preferred engines. Throws the errors of reading them. */
export const readShippedCatalogue = (enginePreference: readonly string[]): Catalogue =>
  readCatalogue(new URL('../../voices/catalogue.tsv', import.meta.url), enginePreference)

/** The engines that may speak, in the order of preference. */
export const enginesOf = ({ enginePreference, quality }: Pick<Config, 'enginePreference' | 'quality'>) =>
  quality === 'fast' ? enginePreference.filter((engine) => !isBetterEngine(engine)) : enginePreference

/** A preferred engine that cannot run on this machine, and the reason. */
export interface MissingEngine {
  readonly engine: string
  readonly message: string
}

/** The voices, with the preferred engines that can run on this machine, and the engines that cannot. */
export async function readSpeakableCatalogue(
  enginePreference: readonly string[],
  engineByName: ReadonlyMap<string, Engine>,
): Promise<{ readonly catalogue: Catalogue; readonly missing: MissingEngine[] }> {
  const catalogue = readShippedCatalogue(enginePreference)
  const chosen = new Set(
    catalogue.voices.flatMap(({ engineVoice }) => withFallbacks(engineVoice)).map(({ engine }) => engine),
  )
  const preferred = enginePreference.filter((name) => chosen.has(name))
  const missing = await missingAmong(preferred, engineByName)
  if (missing.length === 0) return { catalogue, missing }
  const present = enginePreference.filter((name) => !missing.some(({ engine }) => engine === name))
  return { catalogue: readShippedCatalogue(present), missing }
}

/** The engines that cannot run on this machine. */
export async function missingAmong(
  names: readonly string[],
  engineByName: ReadonlyMap<string, Engine>,
): Promise<MissingEngine[]> {
  const missing: MissingEngine[] = []
  for (const engine of names) {
    try {
      await engineByName.get(engine)?.check?.()
    } catch (error) {
      missing.push({ engine, message: (error as Error).message })
    }
  }
  return missing
}
