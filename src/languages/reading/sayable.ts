// Whether letters could be said as a word, by what syllables of European languages begin and end with.

const VOWEL = 'aeiouyà-öø-ýœ'
const RUNS = new RegExp(`ij|[${VOWEL}]{1,30}|[^${VOWEL}]{1,30}`, 'g')
const IS_VOWEL = new RegExp(`[${VOWEL}]`)
/** `IIHF`, `IAAF`, `IAEA` */
const UNSAID_VOWELS = /ii|uu|yy|(.)\1.|.(.)\2|.{4}/
const OPENING =
  /^(?:[bcdfghjklmnprstvwxz]|[bcfgkp]l|[bcdfgkptv]r|s[cklmnpqtw]|[dtkz]w|[cgkp]n|ps|ts|pf|dz|[cgkprstw]h|tsch|sch[lmnrw]?|chr|schr|s[ptck]r|spl|scl|sj|tj)$/
const CLOSING =
  /^(?:[bcdfghklmnprstvwxz]|ll|nn|mm|rr|ss|ff|tt|zz|l[bcdfgkmnpstxz]|r[bcdfgklmnpstxz]|n[cdfgkstxz]|m[bfpst]|s[ckpt]|[bcdfgkpt]s|[bcfgkp]t|h[lmnrst]|ck|tz|dt|xt|[cgpst]h|sch|[lnr]ch|[lnr]sch|(?:ch|ck|tz|h[lmnr]|h)[st]|[lnr][bcdfgkpst][st]|[lmnr]?st|[lnr][bcdfgkp]st|tzt|chst|m[bp]s|[lr]m[st]|nk[st])$/
/** Within a short word, what may close a syllable before what opens the next. */
const BETWEEN =
  /^(?:([bdfglmnprstz])\1|c[ckqt]|ck|r.{1,3}|l.{1,3}|n[^bpm].{0,2}|m[bfmnpst].{0,2}|s[ckbgmnlprtw].{0,2}|x[cpt]|[bfkp]t|[bfkp]s|[gdt][mn]|[ck]n|h[lmnrt]|tz)$/
const LONG = 6

/** Of letters in lower case. */
export const hasNoVowel = (letters: string): boolean => /^[b-df-hj-np-tv-xz]{2,12}$/.test(letters)

/** Whether capitals would be said as a word, though nothing around them shows it; of a long one, whatever letters meet within. */
export const isSayable = (capitals: string): boolean =>
  capitals.length > 3 && isMadeOfSyllables(capitals, capitals.length >= LONG)

/** Whether capitals could be said as a word of a sentence in capitals. */
export const couldBeSaid = (capitals: string): boolean => isMadeOfSyllables(capitals, true)

function isMadeOfSyllables(capitals: string, isAnyMeeting: boolean): boolean {
  const runs = capitals.toLowerCase().replaceAll('qu', 'kw').match(RUNS) ?? []
  let hasVowel = false
  for (const [at, run] of runs.entries()) {
    if (IS_VOWEL.test(run)) {
      hasVowel = true
      if (!isAnyMeeting && run !== 'ij' && UNSAID_VOWELS.test(run)) return false
    } else if (at === 0) {
      if (!OPENING.test(run)) return false
    } else if (at === runs.length - 1) {
      if (!CLOSING.test(run)) return false
    } else if (!(isAnyMeeting ? canMeet(run) : run.length === 1 || OPENING.test(run) || BETWEEN.test(run))) return false
  }
  return hasVowel
}

/** Whether consonants close one syllable and open another. */
function canMeet(run: string): boolean {
  for (let at = 0; at < run.length; at++)
    if ((at === 0 || CLOSING.test(run.slice(0, at))) && OPENING.test(run.slice(at))) return true
  return false
}
