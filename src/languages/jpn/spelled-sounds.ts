/** Which letters a phoneme is written with: half-open, empty for none of its own. */
interface Letters {
  readonly start: number
  readonly end: number
}

/** Usual spellings of consonants. */
const CONSONANTS: Readonly<Record<string, RegExp>> = {
  B: /^bb?$/,
  CH: /^(?:t?ch|t|c|cc|tt)$/,
  D: /^(?:dd?|ed|ld)$/,
  DH: /^th$/,
  F: /^(?:ff?|ph|gh)$/,
  G: /^(?:gg?|gh|gu|x)$/,
  HH: /^(?:h|wh|j)$/,
  JH: /^(?:j|dg|g|d|gg|dj)$/,
  K: /^(?:k|c|ck|cc|ch|q|kk|x|cq|kh)$/,
  L: /^(?:ll?|le)$/,
  M: /^(?:mm?|mb|mn)$/,
  N: /^(?:nn?|kn|gn|ne|pn)$/,
  NG: /^(?:ng?)$/,
  P: /^pp?$/,
  R: /^(?:rr?|wr|rh|re)$/,
  S: /^(?:ss?|c|sc|ps|st|z|ce|se)$/,
  SH: /^(?:sh|s|ti|ci|ssi|ch|ss|si|sch)$/,
  T: /^(?:tt?|th|pt|ed|bt|te)$/,
  TH: /^th$/,
  V: /^(?:vv?|f|ve)$/,
  W: /^(?:w|wh|u|o)$/,
  Y: /^(?:y|i|j)$/,
  Z: /^(?:zz?|s|se|x|ss)$/,
  ZH: /^(?:s|si|g|z|ge|j)$/,
}
const VOWEL = /^(?:y|[aeiou](?:[aeiouyw]|gh|ugh|igh)?[aeiouyw]?)$/
const RHOTIC = /^[aeiouy]{1,3}rr?e?$|^re$/
const MAX_LENGTH = 4
const COST = { unusual: 4, missing: 3, silent: 1.5, silentE: 0.3, longer: 0.1 } as const

function costOf(phone: string, written: string, before: string): number {
  if (written === '') {
    if (phone === 'Y') return 0.5
    if ((phone === 'S' || phone === 'Z') && before === 'x') return 0
    return phone === 'AH' || phone === 'W' ? 1.2 : COST.missing
  }
  const usual = CONSONANTS[phone] ?? (phone === 'ER' ? RHOTIC : VOWEL)
  if (usual.test(written)) return COST.longer * (written.length - 1)
  return written.length === 1 ? COST.unusual : Number.POSITIVE_INFINITY
}

/** The cheapest way to write phonemes (ARPAbet without stress) with letters, in order. */
export function alignLetters(letters: string, phones: readonly string[]): readonly Letters[] {
  const width = letters.length + 1
  const cost = new Float64Array((phones.length + 1) * width).fill(Number.POSITIVE_INFINITY)
  /** How many letters the step to a place took; negative for silent ones. */
  const step = new Int8Array(cost.length)
  cost[0] = 0
  for (let phone = 0; phone <= phones.length; phone++) {
    for (let at = 0; at < width; at++) {
      const here = cost[phone * width + at] as number
      if (here === Number.POSITIVE_INFINITY) continue
      const reach = (place: number, price: number, taken: number): void => {
        if (here + price >= (cost[place] as number)) return
        cost[place] = here + price
        step[place] = taken
      }
      if (at < letters.length) {
        const silent = letters.charAt(at) === 'e' && at > 0 ? COST.silentE : COST.silent
        reach(phone * width + at + 1, silent, -1)
      }
      if (phone === phones.length) continue
      const max = Math.min(MAX_LENGTH, letters.length - at)
      for (let taken = 0; taken <= max; taken++) {
        const price = costOf(phones[phone] as string, letters.slice(at, at + taken), letters.charAt(at - 1))
        reach((phone + 1) * width + at + taken, price, taken)
      }
    }
  }
  const found: Letters[] = []
  let at = letters.length
  for (let phone = phones.length; phone > 0; ) {
    const taken = step[phone * width + at] as number
    if (taken < 0) at--
    else {
      found.unshift({ start: at - taken, end: at })
      at -= taken
      phone--
    }
  }
  return found
}
