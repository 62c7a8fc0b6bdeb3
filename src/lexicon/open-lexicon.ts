import type { Lexicon } from '../core/lexicon.ts'
import { loadG2p } from './g2p.ts'
import { createLexicon, readWordList } from './lexicon.ts'

/** The lexicon of English, from the files that are shipped. Throws where the build has not made them. */
export const openLexicon = (): Lexicon => createLexicon({ wordList: readWordList(), predict: loadG2p().predict })
