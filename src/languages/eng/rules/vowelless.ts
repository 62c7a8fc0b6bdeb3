import { englishWords } from '../word-lists.ts'
import { SHORT_WORDS } from './capital-words.ts'
import { COMMON_WORDS } from './common-words.ts'

const MIN_LENGTH = 3
const skeletonOf = (word: string): string => word.replaceAll(/[aeiou]/g, '').replaceAll(/(.)\1/g, '$1')

/** By their consonants, the words that chat writes without vowels; undefined for several words of the same consonants. */
const WORDS: ReadonlyMap<string, string | undefined> = (() => {
  const words = new Map<string, string | undefined>()
  for (const word of new Set([...englishWords.list('base-verbs'), ...COMMON_WORDS, ...SHORT_WORDS])) {
    const skeleton = skeletonOf(word)
    // A vowel at the start is always written.
    if (skeleton.length < MIN_LENGTH || skeleton === word || /^[aeiou]/.test(word)) continue
    words.set(skeleton, words.has(skeleton) ? undefined : word)
  }
  return words
})()

/** Initialisms, units and names of programs, which are no words without their vowels. */
const OTHERS: ReadonlySet<string> = new Set(
  'bbl brk bst cbd chr clr cnc cntr crc crm crp crt css csv dbl dns drp drs dsl dst dvr frp fps ftp gpl gps gst hbr hdr hdmi hrs html http jpg lbs ldr lgb ltr mgr mlk mls mnt mph mrs mrt msl mst mtr ndk npm nsr pdf png ppl prl prs psd pst pts rdr rds rpm rss rst scp sdk sftp smtp sql src srt ssd ssh ssl std stl str sts svg tbl tcp tls tsv tts txt vcs vhs vpn wrt xml yml'.split(
    ' ',
  ),
)
/** A shorter one may be an initialism that nobody has listed. */
export const MIN_PLAIN_LENGTH = 4

/** `wntr` → `winter`: the only common word of these consonants, or its plural. */
export function withVowels(consonants: string): string | undefined {
  if (OTHERS.has(consonants)) return undefined
  const word = WORDS.get(skeletonOf(consonants))
  if (word !== undefined || !consonants.endsWith('s')) return word
  const one = WORDS.get(skeletonOf(consonants.slice(0, -1)))
  return one === undefined ? undefined : `${one}s`
}
