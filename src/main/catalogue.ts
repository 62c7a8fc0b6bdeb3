import type { Catalogue } from '../core/voice.ts'
import { readCatalogue } from '../voices/catalogue.ts'

/** The voices that come with the package. Throws what reading them throws. */
export const readShippedCatalogue = (): Catalogue =>
  readCatalogue(new URL('../../voices/catalogue.tsv', import.meta.url))
