import { englishWords } from '../word-lists.ts'

/** Books of the Bible as verses are cited: `Gen. 1:1`. */
export const BIBLE_BOOKS = englishWords.map('bible-books')
