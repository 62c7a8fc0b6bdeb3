import type { Lexicon } from '../core/lexicon.ts'
import { loadG2p } from './g2p.ts'
import { createLexicon, readDictionary } from './lexicon.ts'

/** The lexicon of English, from the files that are shipped. Throws where the build has not made them. */
export const openLexicon = (): Lexicon => createLexicon({ dictionary: readDictionary(), predict: loadG2p().predict })
