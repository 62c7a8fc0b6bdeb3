import { englishWords } from '../word-lists.ts'

/** What English words may begin with before their first vowel. */
const ONSETS = englishWords.list('onsets')
/** What they may end with after their last one. */
const CODAS = englishWords.list('codas')
const CONSONANTS = /[^aeiouy]+/g
/** Vowels that English words do not double, and the longest run they have. */
const FOREIGN_VOWELS = /aa|ii|uu|[aeiou]{4}/

/** Whether letters in lower case make syllables that an English reader would try to say. */
export function isPronounceable(word: string): boolean {
  // A `y` before a vowel is a consonant, and so is the `u` of `qu`; a Scot's `Mc` opens any name.
  const plain = word
    .replace(/^y(?=[aeiou])/, 'j')
    .replaceAll('qu', 'q')
    .replace(/^mc(?=[^aeiouy]{1,2}[aeiouy])/, '')
  if (!/[aeiouy]/.test(plain) || FOREIGN_VOWELS.test(plain) || (plain.includes('q') && !word.includes('qu')))
    return false
  for (const match of plain.matchAll(CONSONANTS)) {
    const [cluster] = match
    const isFirst = match.index === 0
    const isLast = match.index + cluster.length === plain.length
    if (isFirst && isLast) return false
    if (isFirst ? !ONSETS.has(cluster) : isLast ? !CODAS.has(cluster) : !isMedial(cluster)) return false
  }
  return true
}

/** Whether a syllable can end and another begin within consonants. */
function isMedial(cluster: string): boolean {
  if (cluster.length > 5) return false
  for (let split = 0; split < cluster.length; split++) {
    const isCoda = split === 0 || CODAS.has(cluster.slice(0, split))
    if (isCoda && ONSETS.has(cluster.slice(split))) return true
  }
  return false
}
