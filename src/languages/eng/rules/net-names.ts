import { sharedWords } from '../../reading/shared-words.ts'
import { englishWords } from '../word-lists.ts'

export const SCHEMES = englishWords.list('schemes')

/** Last labels of host names. */
export const TOP_DOMAINS = englishWords.list('top-domains')
/** Of those, the ones that are words which a sentence may begin with after a full stop without its space. */
export const WORD_DOMAINS = englishWords.list('word-domains')

export const FILE_ENDINGS = sharedWords.list('file-endings')
/** Of those, the ones said as words though they are short. */
export const SAID_ENDINGS = englishWords.list('said-endings')

/** Names of three letters that are spelled though they could be said. */
export const SPELLED_NAMES = englishWords.list('spelled-names')
