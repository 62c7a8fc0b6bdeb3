/** Letters and their sounds, from `zh JH, c T S`. */
const soundsByLetters = (pairs: string): ReadonlyMap<string, string> =>
  new Map(
    pairs
      .trim()
      .split(/,\s+/)
      .map((pair) => {
        const [letters = '', ...sounds] = pair.split(' ')
        return [letters, sounds.join(' ')]
      }),
  )

const INITIALS = soundsByLetters(`
  b B, p P, m M, f F, d D, t T, n N, l L, g G, k K, h HH, j JH, q CH, x SH, zh JH, ch CH, sh SH, r R, z Z, c T S, s S
`)

const FINALS = soundsByLetters(`
  a AA, o OW, e AH, ai AY, ei EY, ao AW, ou OW, an AA N, en EH N, ang AA NG, eng AH NG, ong AO NG, i IY, ia Y AA,
  ie Y EH, iao Y AW, iu Y OW, ian Y EH N, in IH N, iang Y AA NG, ing IH NG, iong Y AO NG, u UW, ua W AA, uo W OW,
  uai W AY, ui W EY, uan W AA N, un UH N, uang W AA NG, ü UW, ue W EH, üe W EH
`)

/** Syllables that no initial opens. */
const WHOLE = soundsByLetters(`
  ya Y AA, ye Y EH, yao Y AW, you Y OW, yan Y EH N, yin Y IH N, yang Y AA NG, ying Y IH NG, yong Y AO NG, yi Y IY,
  yu Y UW, yue Y W EH, yuan Y W EH N, yun Y UW N, wu W UW, wa W AA, wo W OW, wai W AY, wei W EY, wan W AA N, wen W EH N,
  wang W AA NG, weng W AH NG, a AA, ai AY, ao AW, an AA N, ang AA NG, e AH, en EH N, er ER, ou OW
`)

const HARD = /^(?:g|k|h|zh|ch|sh|r|z|c|s)$/
const SOFT = /^[jqx]$/

function goTogether(initial: string, final: string): boolean {
  if (SOFT.test(initial)) return /^(?:i.*|u|ue|uan|un)$/.test(final)
  if (HARD.test(initial)) return !/^i./.test(final) && !/^[üo]e?$|^ue$/.test(final)
  if (/^[bpmf]$/.test(initial)) return /^(?:a|o|ai|ei|ao|ou|an|en|ang|eng|i|ie|iao|iu|ian|in|ing|u)$/.test(final)
  return !/^(?:o|ua|uai|uang|ue)$/.test(final)
}

function soundsAfter(initial: string, final: string, sounds: string): string {
  if (final === 'i' && /^(?:zh|ch|sh|r)$/.test(initial)) return 'ER'
  if (final === 'i' && /^[zcs]$/.test(initial)) return 'AH'
  if (!SOFT.test(initial)) return sounds
  if (final === 'uan') return 'W EH N'
  // English has no glide after these consonants.
  return sounds.startsWith('Y ') && !/^ia?[en]{1,2}$/.test(final) ? sounds.slice(2) : sounds
}

const SYLLABLES: ReadonlyMap<string, string> = new Map([
  ...WHOLE,
  ...[...INITIALS].flatMap(([initial, consonant]) =>
    [...FINALS].flatMap(([final, sounds]): [string, string][] =>
      goTogether(initial, final) ? [[`${initial}${final}`, `${consonant} ${soundsAfter(initial, final, sounds)}`]] : [],
    ),
  ),
])

const MAX_LETTERS = 6
const MAX_SYLLABLES = 4

/** The syllables of a word, the longest first; undefined for one that is no Mandarin. */
function syllablesOf(word: string, max = MAX_SYLLABLES): readonly string[] | undefined {
  if (word === '') return []
  if (max === 0) return undefined
  for (let length = Math.min(MAX_LETTERS, word.length); length > 0; length--) {
    const syllable = word.slice(0, length)
    if (!SYLLABLES.has(syllable)) continue
    const rest = syllablesOf(word.slice(length), max - 1)
    if (rest !== undefined) return [syllable, ...rest]
  }
  return undefined
}

/** Letters that few names of other languages have so. */
const TELLING = /q(?!u[aeio](?![nr]))|x|zh/

/**
 * A Mandarin name as English speakers say it, if its pinyin can hardly be anything else: `xiaoping`, `qingdao`. Undefined
 * for other words.
 */
export function readPinyin(word: string): readonly string[] | undefined {
  const syllables = TELLING.test(word) ? syllablesOf(word) : undefined
  if (syllables === undefined || syllables.length === 0) return undefined
  const last = syllables.length - 1
  return syllables.flatMap((syllable, i) =>
    (SYLLABLES.get(syllable) as string)
      .split(' ')
      .map((sound) => (/^[AEIOU][A-Z]$/.test(sound) ? `${sound}${i === last ? 1 : i === 0 ? 2 : 0}` : sound)),
  )
}
