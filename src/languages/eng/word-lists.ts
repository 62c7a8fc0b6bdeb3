import { wordFiles } from '../word-files.ts'

export const englishWords = wordFiles(new URL('./words/', import.meta.url))
