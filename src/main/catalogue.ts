import type { Catalogue } from '../core/voice.ts'
import { readCatalogue } from '../voices/catalogue.ts'

/** The voices that come with the package, made by the preferred engines. Throws what reading them throws. */
export const readShippedCatalogue = (enginePreference: readonly string[]): Catalogue =>
  readCatalogue(new URL('../../voices/catalogue.tsv', import.meta.url), enginePreference)
