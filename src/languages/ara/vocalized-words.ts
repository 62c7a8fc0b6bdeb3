import { wordFiles } from '../word-files.ts'
import { bareOf, isLongVowelLetter, type Letter, lettersOf, type Vowel } from './arabic-letters.ts'

/** The most words of an entry. */
const MAX_WORDS = 3
const SUN = 'تثدذرزسشصضطظلن'
const CONJUNCTIONS: Readonly<Record<string, Vowel>> = { و: 'a', ف: 'a' }
const PREPOSITIONS: Readonly<Record<string, Vowel>> = { ب: 'i', ك: 'a', ل: 'i' }
/** With the vowels that they always have; null is one that the sentence decides. */
const SUFFIXES = new Map<string, readonly (Vowel | null)[]>([
  ['ه', [null]],
  ['ها', ['a', '-']],
  ['هم', [null, 'o']],
  ['ك', ['a']],
  ['كم', ['u', 'o']],
  ['نا', ['a', '-']],
  ['ي', ['-']],
])

type Marks = Pick<Letter, 'base' | 'isDoubled' | 'vowel'>
interface Entry {
  readonly words: readonly (readonly Marks[])[]
  /** A noun whose ending the sentence decides, so that it takes the article, prepositions and suffixes. */
  readonly isStem: boolean
}

/** Words whose marks are certain, from a list of vocalized words and phrases. */
export class VocalizedWords {
  readonly #entries = new Map<string, Entry>()
  /** By spelling without hamza and with ه for ة, as it is often typed. */
  readonly #carelessEntries = new Map<string, Entry>()

  /** An entry whose last letter has no mark is a stem. */
  constructor(list: readonly string[]) {
    for (const line of list) {
      const words = line.split(' ').map((word) => lettersOf(word) ?? [])
      const entry = entryOf(words)
      const key = words.map(bareOf).join(' ')
      this.#entries.set(key, entry)
      const careless = carelessly(key)
      if (careless !== key && !this.#carelessEntries.has(careless)) this.#carelessEntries.set(careless, entry)
    }
  }

  /** The same words with the marks that the list has for them; words with vowels of their own stay as they are. */
  withKnownMarks(words: readonly (readonly Letter[] | null)[]): (readonly Letter[] | null)[] {
    const known = [...words]
    for (let at = 0; at < words.length; ) {
      const found = this.#longestAt(words, at)
      for (const [i, letters] of (found ?? [words[at] ?? null]).entries()) known[at + i] = letters
      at += found?.length ?? 1
    }
    return known
  }

  #longestAt(words: readonly (readonly Letter[] | null)[], at: number): (readonly Letter[])[] | undefined {
    const bare: string[] = []
    for (const letters of words.slice(at, at + MAX_WORDS)) {
      if (!letters || letters.some(({ isWritten }, i) => isWritten && i < letters.length - 2)) break
      bare.push(bareOf(letters))
    }
    for (let length = bare.length; length > 0; length--) {
      const marks = this.#find(bare.slice(0, length))
      if (marks) return marks.map((word, i) => merged(words[at + i] ?? [], word))
    }
    return undefined
  }

  #find(bare: readonly string[]): readonly (readonly Marks[])[] | undefined {
    const spelling = bare.join(' ')
    const entry = this.#entryOf(spelling)
    if (entry) return entry.words
    const [conjunction = ''] = spelling
    const vowel = CONJUNCTIONS[conjunction]
    const withoutConjunction = vowel && this.#entryOf(spelling.slice(1))
    if (vowel && withoutConjunction) return prefixed(conjunction, vowel, withoutConjunction.words)
    if (bare.length > 1) return undefined
    const noun = this.#noun(spelling) ?? (vowel && this.#noun(spelling.slice(1)))
    if (!noun) return undefined
    return [noun.length === spelling.length ? noun : [markOf(conjunction, vowel ?? null), ...noun]]
  }

  /** A stem with what it takes. */
  #noun(spelling: string): readonly Marks[] | undefined {
    const [, preposition = '', article = '', rest = ''] = /^([بكل]?)(ال|(?<=ل)ل(?=.))?(.*)$/.exec(spelling) ?? []
    const stem = rest.length > 2 ? this.#stem(rest, article !== '') : undefined
    if (stem) {
      const before = preposition === '' ? [] : [markOf(preposition, PREPOSITIONS[preposition] ?? null)]
      return [...before, ...articleOf(article, stem), ...(article === '' ? stem : afterArticle(stem))]
    }
    return preposition === '' || article !== '' ? undefined : this.#stem(spelling, false)
  }

  #stem(spelling: string, isDefinite: boolean): readonly Marks[] | undefined {
    const entry = this.#entryOf(spelling)
    if (entry?.isStem && entry.words.length === 1) return entry.words[0]
    if (isDefinite) return undefined
    for (const [suffix, vowels] of SUFFIXES) {
      if (!spelling.endsWith(suffix)) continue
      const head = spelling.slice(0, -suffix.length)
      const stem = this.#possessed(head)
      if (stem) return [...ended(stem, suffix), ...[...suffix].map((base, i) => markOf(base, vowels[i] ?? null))]
    }
    return undefined
  }

  /** The stem before a suffix, where ة is ت. */
  #possessed(head: string): readonly Marks[] | undefined {
    if (head.length < 3) return undefined
    const direct = this.#entries.get(head)
    if (direct?.isStem && direct.words.length === 1) return direct.words[0]
    const feminine = head.endsWith('ت') ? this.#entries.get(`${head.slice(0, -1)}ة`) : undefined
    if (!feminine?.isStem || feminine.words.length > 1) return undefined
    return feminine.words[0]?.map((letter) => (letter.base === 'ة' ? { ...letter, base: 'ت' } : letter))
  }

  #entryOf(spelling: string): Entry | undefined {
    return this.#entries.get(spelling) ?? this.#carelessEntries.get(spelling)
  }
}

/** Those that ship. */
export function loadVocalizedWords(): VocalizedWords {
  const rows = wordFiles(new URL('./words/', import.meta.url)).rows('vocalized')
  return new VocalizedWords(rows.map(([entry = '']) => entry))
}

function entryOf(words: readonly (readonly Letter[])[]): Entry {
  const marks = words.map((letters) =>
    letters.map(({ base, isDoubled, vowel }, i): Marks => {
      const isOpen = vowel === null && i === letters.length - 1 && !isLongVowelLetter(base)
      return { base, isDoubled, vowel: isOpen || (isDoubled && vowel === null) ? vowel : (vowel ?? '-') }
    }),
  )
  return { words: marks, isStem: marks.at(-1)?.at(-1)?.vowel === null }
}

const carelessly = (spelling: string): string => spelling.replace(/[أإآ]/g, 'ا').replace(/ة(?= |$)/g, 'ه')
const markOf = (base: string, vowel: Vowel | null): Marks => ({ base, isDoubled: false, vowel })

function prefixed(conjunction: string, vowel: Vowel, words: Entry['words']): Entry['words'] {
  const [first = [], ...others] = words
  return [[markOf(conjunction, vowel), ...first], ...others]
}

/** The lam takes a vowel before a joining alif and none before a sun letter. */
function articleOf(article: string, [first]: readonly Marks[]): Marks[] {
  const vowel = first?.base === 'ا' ? 'i' : SUN.includes(first?.base ?? '_') ? '-' : 'o'
  const lam = markOf('ل', vowel)
  return article === '' ? [] : article === 'ال' ? [markOf('ا', '-'), lam] : [lam]
}

function afterArticle([first, ...others]: readonly Marks[]): Marks[] {
  if (!first) return []
  if (first.base === 'ا') return [{ ...first, vowel: '-' }, ...others]
  return [{ ...first, isDoubled: first.isDoubled || SUN.includes(first.base) }, ...others]
}

/** Before "my" the case ending is always the same. */
const ended = (stem: readonly Marks[], suffix: string): Marks[] =>
  stem.map((letter, i) => (suffix === 'ي' && i === stem.length - 1 ? { ...letter, vowel: 'i' } : letter))

/** The marks of the text win over those of the list. */
function merged(letters: readonly Letter[], marks: readonly Marks[]): Letter[] {
  return marks.map((mark, i) => {
    const letter = letters[i]
    if (letter?.isWritten) return letter
    return { ...mark, isDoubled: mark.isDoubled || (letter?.isDoubled ?? false), isWritten: false }
  })
}
