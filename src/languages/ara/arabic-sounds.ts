import { bareOf, type Letter } from './arabic-letters.ts'

/** A consonant, named by its letter, or a vowel; `isStressed` of vowels only. */
export interface Sound {
  readonly name: string
  readonly isVowel: boolean
  readonly isLong: boolean
  readonly isStressed: boolean
}

/** A word of a phrase and whether a pause follows; `letters` is null for what is not read by these rules. */
export interface PhraseWord {
  readonly letters: readonly Letter[] | null
  readonly isBeforePause: boolean
}

const HAMZA = 'ء'
const CARRIERS = 'أإؤئ'
const SUN = 'تثدذرزسشصضطظلن'

interface Draft {
  name: string
  isVowel: boolean
  isLong: boolean
}
const consonant = (name: string): Draft => ({ name, isVowel: false, isLong: false })
const vowelOf = (name: string, isLong = false): Draft => ({ name, isVowel: true, isLong })

/**
 * The sounds of the words of a phrase, as careful modern Standard Arabic: the article takes the sound of a sun letter, the
 * vowel of a joining alif is heard only after a pause, and case endings are not heard before one. Null where `letters` is.
 */
export function soundsOf(words: readonly PhraseWord[]): (readonly Sound[] | null)[] {
  const drafts = words.map(({ letters, isBeforePause }) => letters && soundsOfWord(letters, isBeforePause))
  for (const [i, draft] of drafts.entries()) {
    const before = i === 0 || words[i - 1]?.isBeforePause ? undefined : (drafts[i - 1] ?? undefined)
    if (draft && before && startsWithJoiningAlif(words[i]?.letters ?? [])) join(before, draft)
  }
  return drafts.map((draft) => draft && stressed(draft))
}

const startsWithJoiningAlif = ([first]: readonly Letter[]): boolean => first?.base === 'ا'

/** Drops the joining alif; its vowel moves to the word before if that ends in a consonant, and shortens its last vowel. */
function join(before: Draft[], word: Draft[]): void {
  word.splice(0, 2)
  const last = before.at(-1)
  if (last?.isVowel) last.isLong = false
  else before.push(vowelOf(helpingVowelAfter(before)))
}

/** من takes an a, كم and هم a u. */
function helpingVowelAfter(word: readonly Draft[]): string {
  const ending = word.slice(-3).map(({ name }) => name)
  if (word.length === 3 && ending.join('') === 'مiن') return 'a'
  return /[كه]uم/.test(ending.join('')) ? 'u' : 'i'
}

function soundsOfWord(letters: readonly Letter[], isBeforePause: boolean): Draft[] {
  const spoken = isBeforePause ? withoutEnding(letters) : letters
  const sounds: Draft[] = []
  for (let i = 0; i < spoken.length; i++) {
    const letter = spoken[i] as Letter
    if (letter.base === 'ا' && i === 0) sounds.push(consonant(HAMZA), vowelOf(joiningVowel(spoken)))
    else if ('اوىي'.includes(letter.base) && isLengthening(spoken, i)) lengthen(sounds, letter, spoken, i)
    else if (isAssimilatedLam(spoken, i)) sounds.push(consonant(spoken[i + 1]?.base ?? 'ل'))
    else addLetter(sounds, letter, isAssimilatedLam(spoken, i - 1))
  }
  return sounds
}

/** Marks that the text has written are read before a pause too. */
function withoutEnding(letters: readonly Letter[]): Letter[] {
  const kept = [...letters]
  const silentAlif = /[اى]/.test(kept.at(-1)?.base ?? '') ? 1 : 0
  const at = kept.length - 1 - silentAlif
  const last = kept[at]
  const end = kept.at(-1)
  if (!last || at === 0) return kept
  if (last.vowel === 'an' || end?.vowel === 'an') {
    // كتابًا ends in a long vowel, مدرسةً in a short one.
    kept.splice(at, 2, { ...last, vowel: 'a' }, ...(last.base === 'ة' ? [] : [longAlif]))
  } else if (silentAlif === 0 && !last.isWritten && last.vowel !== '-') kept[at] = { ...last, vowel: 'o' }
  return kept
}
const longAlif: Letter = { base: 'ا', isDoubled: false, vowel: '-', isWritten: false }

/** The article has an a, verbs of the pattern uktub a u, all others an i, unless the marks say so. */
function joiningVowel([first, second, third]: readonly Letter[]): string {
  if (first?.vowel === 'a' || first?.vowel === 'u' || first?.vowel === 'i') return first.vowel
  if (second?.base === 'ل' && (second.isDoubled || second.vowel === '-' || second.vowel === 'o')) return 'a'
  return third?.vowel === 'u' ? 'u' : 'i'
}

/** Whether a letter only makes the vowel before it long, or is silent. */
function isLengthening(letters: readonly Letter[], i: number): boolean {
  const { base, vowel, isDoubled } = letters[i] as Letter
  if (base === 'ا' || base === 'ى') return true
  if (isDoubled || (vowel !== '-' && vowel !== null)) return false
  const before = letters[i - 1]?.vowel
  return before === (base === 'و' ? 'u' : 'i')
}

function lengthen(sounds: Draft[], { base, vowel }: Letter, letters: readonly Letter[], i: number): void {
  const last = sounds.at(-1)
  if (vowel === 'an') {
    // The tanwin may stand on the alif as well as before it, or on both.
    if (letters[i - 1]?.vowel === 'an') return
    if (last?.isVowel) sounds.pop()
    sounds.push(vowelOf('a'), consonant('ن'))
    return
  }
  if (!last?.isVowel) {
    // An alif after a consonant: one whose vowel is missing, but not after the tanwin or the waw of a plural.
    const before = letters[i - 1]
    if (before?.vowel === 'an' || before?.base === 'و') return
    if (base === 'ا' || base === 'ى') sounds.push(vowelOf('a', true))
    return
  }
  if (base === 'ا' && (last.name !== 'a' || isSilentAlif(letters, i))) return
  last.isLong = true
}

/** Of an article or another joining alif after a prefix, and after the waw of a plural. */
function isSilentAlif(letters: readonly Letter[], i: number): boolean {
  if (letters[i - 1]?.base === 'و' && i === letters.length - 1 && i > 1) return true
  const next = letters[i + 1]
  if ('ui'.includes(letters[i]?.vowel ?? '-')) return true
  if (!letters.slice(0, i).every(({ base }) => 'وفبكلس'.includes(base)) || i > 2) return false
  if (next?.base === 'ل' && i + 2 < letters.length) return next.vowel === '-' || next.vowel === 'o' || next.isDoubled
  return (
    (next?.vowel === 'o' || next?.isDoubled === true) &&
    i + 3 < letters.length &&
    'وف'.includes(letters[i - 1]?.base ?? '')
  )
}

/** The lam of an article before a sun letter, which is doubled or at least has a lam without a mark before it. */
function isAssimilatedLam(letters: readonly Letter[], i: number): boolean {
  const lam = letters[i]
  const next = letters[i + 1]
  if (lam?.base !== 'ل' || lam.isDoubled || !(lam.vowel === '-' || lam.vowel === 'o') || !next) return false
  const before = bareOf(letters.slice(0, i))
  return /^[وف]?[بك]?ا$|^[وف]?ل$/.test(before) && SUN.includes(next.base) && (next.isDoubled || lam.vowel === '-')
}

function addLetter(sounds: Draft[], { base, isDoubled, vowel }: Letter, isAssimilated: boolean): void {
  if (base === 'آ') {
    sounds.push(consonant(HAMZA), vowelOf('a', true))
    return
  }
  if (base === 'ة') {
    if (sounds.at(-1)?.isVowel !== true) sounds.push(vowelOf('a'))
    if (vowel === 'o' || vowel === '-' || vowel === null) return
  }
  const name = CARRIERS.includes(base) ? HAMZA : base === 'ة' ? 'ت' : base
  sounds.push(...new Array<string>(isDoubled && !isAssimilated ? 2 : 1).fill(name).map(consonant))
  if (vowel === null || vowel === '-' || vowel === 'o') return
  sounds.push(vowelOf(vowel === 'A' ? 'a' : vowel.charAt(0), vowel === 'A'))
  if (vowel.length === 2) sounds.push(consonant('ن'))
}

/** Stress: a last syllable with two more sounds than usual, else a heavy one before it, else the one before that. */
function stressed(sounds: readonly Draft[]): Sound[] {
  const vowels = [...sounds.keys()].filter((i) => sounds[i]?.isVowel)
  const weight = (nth: number): number => {
    const at = vowels[nth] ?? 0
    const next = vowels[nth + 1] ?? sounds.length
    const closing = next === sounds.length ? next - at - 1 : next - at - 2
    return (sounds[at]?.isLong ? 2 : 1) + Math.max(0, closing)
  }
  const last = vowels.length - 1
  const chosen = weight(last) > 2 ? last : last < 1 || weight(last - 1) > 1 ? last - 1 : last - 2
  const at = vowels[Math.max(0, chosen)]
  return sounds.map((sound, i) => ({ ...sound, isStressed: i === at }))
}
