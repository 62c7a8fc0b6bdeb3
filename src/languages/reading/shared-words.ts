import { wordFiles } from '../word-files.ts'

/** Lists that hold for most languages. */
export const sharedWords = wordFiles(new URL('./words/', import.meta.url))
