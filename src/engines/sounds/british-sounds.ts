import {
  BATH_STEMS,
  BRITISH_READINGS,
  FATHER_WORDS,
  LOT_FOR_THOUGHT,
  NURSE_STEMS,
  THOUGHT_WITH_O,
} from './british-words.ts'
import { consonantSound, type Sound, stressMark } from './sounds.ts'

/**
 * American ARPAbet in the accent of southern England: `r` before vowels only; the vowels of `bath`, `lot`, `goat` and
 * `nurse`, and those before a lost `r`; `new` with a j; no flaps. The spelling decides what the phonemes do not.
 * `link`: a vowel follows without a pause, so that a final `r` is pronounced.
 */
export function britishSounds(phonemes: readonly string[], spelling: string, link = false): readonly Sound[] {
  const word = spelling.toLowerCase().replace(/['’]s$/, '')
  const given = Object.hasOwn(BRITISH_READINGS, word) ? BRITISH_READINGS[word] : undefined
  const ending = given === undefined || word === spelling.toLowerCase() ? [] : [phonemes.at(-1) as string]
  const read = given === undefined ? phonemes : [...given.split(' '), ...ending]
  const sounds: Sound[] = []
  for (let i = 0; i < read.length; i++) i += addSound(sounds, read, i, word)
  const endsInR = /(?:r|re|rs?e?)$/.test(word) && /^(?:ER\d|R)$/.test(read.at(-1) ?? '')
  return link && endsInR ? [...sounds, 'ɹ'] : sounds
}

const isVowel = (phoneme: string | undefined): boolean => phoneme !== undefined && /\d$/.test(phoneme)

/** Adds the sounds of the phoneme at `i`. Returns how many phonemes after it they include. */
function addSound(sounds: Sound[], read: readonly string[], i: number, word: string): number {
  const phoneme = read[i] as string
  const mark = stressMark(phoneme)
  const base = phoneme.replace(/\d$/, '')
  const next = read[i + 1]
  const afterR = next === 'R' ? read[i + 2] : undefined
  if (!isVowel(phoneme)) {
    if (base !== 'R' || isVowel(next)) sounds.push(consonantSound(base))
    return 0
  }
  if (base === 'ER') {
    const isHurry = mark !== '' && isVowel(next) && isHurryWord(word)
    const vowel = isHurry ? 'ʌ' : mark === '' ? 'ə' : 'ɜː'
    sounds.push(mark + vowel)
    if (isVowel(next)) sounds.push('ɹ')
    return 0
  }
  if (next === 'R') {
    const vowels = isVowel(afterR) ? beforeHeardR(base, mark, word, read, i) : beforeLostR(base)
    sounds.push(mark + (vowels[0] as string), ...vowels.slice(1))
    return isVowel(afterR) ? 0 : 1
  }
  if (base === 'UW' && hasYod(read[i - 1], word)) sounds.push('j')
  sounds.push(mark + plainVowel(base, phoneme, word, read, i))
  return 0
}

/** As in `start`, `force`, `near`, `square`, `cure`, `fire`, `power`. */
function beforeLostR(base: string): readonly Sound[] {
  const made: Readonly<Record<string, readonly Sound[]>> = {
    AA: ['ɑː'],
    AO: ['ɔː'],
    OW: ['ɔː'],
    IH: ['ɪ', 'ə'],
    IY: ['ɪ', 'ə'],
    EH: ['ɛː'],
    EY: ['ɛː'],
    AE: ['ɛː'],
    UH: ['ʊ', 'ə'],
    UW: ['ʊ', 'ə'],
    AW: ['W', 'ə'],
    AY: ['I', 'ə'],
    AH: ['ɜː'],
    OY: ['Y', 'ə'],
  }
  return made[base] ?? ['ə']
}

function beforeHeardR(base: string, mark: string, word: string, read: readonly string[], i: number): readonly Sound[] {
  switch (base) {
    case 'AA':
      return /orr|or[aeioy]/.test(word) && !/arr|ar[aeioy]/.test(word) ? ['ɒ'] : ['ɑː']
    case 'AO':
      return mark !== '' && isForestWord(word) ? ['ɒ'] : ['ɔː']
    case 'OW':
      return ['ɔː']
    case 'EH':
    case 'AE':
    case 'EY':
      if (mark === 'ˌ' && /[ae]ry$/.test(word) && i >= read.length - 3) return ['ə']
      return isSquareWord(word) ? ['ɛː'] : /arr|ar[aeiou]/.test(word) ? ['a'] : ['ɛ']
    case 'IH':
    case 'IY':
      return /irr|ir[aeiou]|yr[aeiou]|yrr/.test(word) ? ['ɪ'] : ['ɪ', 'ə']
    case 'AH':
      return mark === '' ? ['ə'] : ['ʌ']
    case 'UH':
    case 'UW':
      return ['ʊ', 'ə']
    default:
      return beforeLostR(base)
  }
}

const isHurryWord = (word: string): boolean => {
  if (!/urr|orr|our/.test(word)) return false
  const stem = word.replace(/(?:ing|ed|er|y|able)$/, '')
  return !NURSE_STEMS.has(stem) && !NURSE_STEMS.has(stem.replace(/(.)\1$/, '$1'))
}

/** `forest` and `sorry`, not `story` and `boring`. */
const isForestWord = (word: string): boolean =>
  /orr|or[aeiouy]|aur[aeiou]|awr/.test(word) &&
  !/ory$|ories$|orial|orious|orium|oria(?:n|s|)$|^(?:or|flor|chor|amor)al|or(?:ing|ed|er|es)$|^more|before|store|por[eo]us|aura$/.test(
    word,
  )

/** `vary` and `hair`, not `carry` and `very`. */
const isSquareWord = (word: string): boolean =>
  /air|are|ear[eiou]|aer|eir|ayer|ayor|heir|ary$|aring|arian|arious|arium|area|aried|aries$|ared$|where|there/.test(
    word,
  ) && !/arr|caref?er$|parent(?:h|al$)|[bd]?aren(?:a|t?h)/.test(word)

/** `new`, `duty`, `tune`: u, ew or eu after t, d, n; not `noon`, `two`, `do`, `through`. */
function hasYod(before: string | undefined, word: string): boolean {
  return before !== undefined && ['T', 'D', 'N'].includes(before) && /[tdn]+(?:u|ew|eu|ieu|iew)/.test(word)
}

function plainVowel(base: string, phoneme: string, word: string, read: readonly string[], i: number): Sound {
  switch (base) {
    case 'AA':
      if (FATHER_WORDS.has(word)) return 'ɑː'
      // Where `caught` and `cot` have the same vowel, the lexicon may have it too.
      if (THOUGHT_WITH_O.has(word) || /au(?!n)|aw|ought|al[lkt]/.test(word))
        return LOT_FOR_THOUGHT.has(word) ? 'ɒ' : 'ɔː'
      if (/o/.test(word)) return 'ɒ'
      return /(?:w|wh|qu)a/.test(word) && !/a(?:h|lm|)$/.test(word) ? 'ɒ' : 'ɑː'
    case 'QQ':
      return 'ɒ'
    case 'AE':
      return FATHER_WORDS.has(word) || isBathWord(word, phoneme, read, i) ? 'ɑː' : 'a'
    case 'AH':
      return phoneme === 'AH0' ? weakVowel(word, read, i) : 'ʌ'
    case 'AO':
      if (LOT_FOR_THOUGHT.has(word)) return 'ɒ'
      return THOUGHT_WITH_O.has(word) ||
        /au|aw|al[lkmtdws]|oar|ought|oad|wat|war|quar|oor|our/.test(word) ||
        !word.includes('o')
        ? 'ɔː'
        : 'ɒ'
    case 'AW':
      return 'W'
    case 'AY':
      return 'I'
    case 'EH':
      // `enjoy`, `existence`: a weak first syllable, as in `begin`.
      return i === 0 && !phoneme.endsWith('1') && word.startsWith('e') ? 'ɪ' : 'ɛ'
    case 'EY':
      return 'A'
    case 'IH':
      return 'ɪ'
    case 'IY':
      return closeVowel(phoneme, word, read, i)
    case 'OW':
      return 'Q'
    case 'OY':
      return 'Y'
    case 'UH':
      return 'ʊ'
    default:
      return 'uː'
  }
}

/** Looks up the word without its ending: `dance` for `dancing`, `class` for `classes`. */
function isBathWord(word: string, phoneme: string, read: readonly string[], i: number): boolean {
  if (phoneme.endsWith('0')) return false
  // Of two such vowels the stressed one counts.
  if (phoneme.endsWith('2') && read.some((other, at) => at !== i && other === 'AE1')) return false
  const stem = word.replace(/n['’]t$/, "n't")
  const candidates = [stem]
  for (const ending of ['s', 'es', 'ed', 'd', 'ing', 'er', 'ers', 'y', 'ly', 'ful', 'room', 'man', 'men', 'book']) {
    if (stem.endsWith(ending)) candidates.push(stem.slice(0, -ending.length), `${stem.slice(0, -ending.length)}e`)
  }
  return candidates.some((candidate) => BATH_STEMS.has(candidate))
}

/** As in `see`, `happy` and `begin`; `idea` has the vowel of `near`. */
function closeVowel(phoneme: string, word: string, read: readonly string[], i: number): Sound {
  if (phoneme === 'IY1') return read[i + 1] === 'AH0' ? 'ɪ' : 'iː'
  if (i === read.length - 1) return 'i'
  if (phoneme === 'IY2') return 'iː'
  return i === 1 && isWeakPrefix(word) ? 'ɪ' : 'i'
}

/** The American schwa; where an `i` is written, as in `cabin` and `animal`, the vowel of `kit`. */
function weakVowel(word: string, read: readonly string[], i: number): Sound {
  const [before, after] = [read[i - 1], read[i + 1]]
  if (i === 0 && after === 'N' && word.startsWith('un')) return 'ʌ'
  if (after === 'L' && i === read.length - 2) {
    if (/(?:[stgr]|ct)ile$/.test(word)) return 'I'
    if (word.endsWith('ful')) return 'ʊ'
  }
  const letters = lettersOf(word, read, i)
  if (before === 'Y' && letters === 'u') return 'ʊ'
  if (letters === 'i' || letters === 'y') return 'ɪ'
  if (/(?:l|n)ess(?:ly)?$/.test(word) && i >= read.length - 4) return 'ə'
  if (i === read.length - 2 && isKitAtEnd(word, after ?? '')) return 'ɪ'
  return i === 1 && isWeakPrefix(word) ? 'ɪ' : 'ə'
}

/** `voyage`, `wanted`, `market`, `minute`, `princess`, `captain`, `houses`. */
function isKitAtEnd(word: string, last: string): boolean {
  switch (last) {
    case 'JH':
      return word.endsWith('age')
    case 'D':
      return word.endsWith('ed')
    case 'T':
      return /(?:[^aeiou]et|ute)$/.test(word)
    case 'S':
      return word.endsWith('ess')
    case 'N':
      return word.endsWith('ain')
    case 'Z':
      return word.endsWith('es')
    default:
      return false
  }
}

/** The letters of the vowel at `i`; empty if the word has more or fewer groups of vowel letters than vowels. */
function lettersOf(word: string, read: readonly string[], i: number): string {
  const groups = word.replace(/([^aeiouy])e(?:s|d)?$/, '$1').match(/[aeiou]+(?:y(?![aeiou]))?|y(?![aeiou])/g) ?? []
  const vowels = [...read.keys()].filter((at) => isVowel(read[at]))
  return groups.length === vowels.length ? (groups[vowels.indexOf(i)] ?? '') : ''
}

const isWeakPrefix = (word: string): boolean => /^(?:re|de|be|pre)[^aeiou]/.test(word)
