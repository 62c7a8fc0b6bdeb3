import { moraeOf } from '../kana.ts'
import type { MoraTone } from '../language.ts'
import type { AccentRule, WordAccent } from './accent-lexicon.ts'

// What joins an accent phrase follows the rules that Open JTalk describes, and how accents combine those of Sagisaka and Sato
// in the form of UniDic: F for particles and endings, C for nouns, P for prefixes.

/** A word, or a part of a number, with the accent that it has alone. */
export interface AccentedWord extends WordAccent {
  readonly kana: string
  /** Part of speech and its subdivisions, such as `名詞 接尾 助数詞`. */
  readonly role: string
  /** Where the rules of roles do not decide. */
  readonly joins?: boolean
  /** A mark goes before. */
  readonly isAfterPause: boolean
}

/** The tones of the morae of each word, in order. */
export function tonesOf(words: readonly AccentedWord[]): readonly (readonly MoraTone[])[] {
  const tones: MoraTone[][] = []
  let falls = 0
  for (let from = 0; from < words.length; ) {
    let end = from + 1
    while (end < words.length && isJoined(words[end - 1] as AccentedWord, words[end] as AccentedWord)) end++
    const phrase = words.slice(from, end)
    if (phrase[0]?.isAfterPause) falls = 0
    const nucleus = nucleusOf(phrase)
    let mora = 0
    for (const { kana } of phrase) {
      const count = moraeOf(kana)
      tones.push(
        Array.from({ length: count }, () => {
          mora++
          return { isHigh: nucleus === 1 ? mora === 1 : mora > 1 && (nucleus === 0 || mora <= nucleus), falls }
        }),
      )
    }
    if (nucleus > 0) falls++
    from = end
  }
  return tones
}

const PARTICLE = /^(?:助詞|助動詞)/u
/** `ございます` */
const GOZARU = /^助動詞 .*ラ行特殊/u
const PAST_OR_TE = /^助動詞 .*特殊・タ|^助詞 接続助詞/u
const ADJECTIVAL_NOUN = /^名詞 形容動詞語幹/u
const SUFFIX = /^\S+ 接尾/u
const VERB_STEM = /連用/u
const SURU_NOUN = /^名詞 サ変接続/u

function isJoined(before: AccentedWord, word: AccentedWord): boolean {
  if (word.isAfterPause) return false
  if (word.joins !== undefined) return word.joins
  const { role } = word
  if (SUFFIX.test(role)) return true
  if (GOZARU.test(role)) return false
  // `美しい人`, `静かな`; a prefix opens its phrase.
  if (/^(?:接頭詞|副詞|接続詞|連体詞|感動詞|記号|UNK)/u.test(role)) return false
  if (/^(?:副詞|接続詞|連体詞|感動詞|記号)/u.test(before.role)) return PARTICLE.test(role)
  if (/ 姓$/u.test(before.role) || / 名$/u.test(role)) return PARTICLE.test(role)
  if (/^形容詞 非自立/u.test(role))
    return (/^(?:動詞|形容詞)/u.test(before.role) && VERB_STEM.test(before.role)) || isTe(before)
  if (/^動詞 非自立/u.test(role))
    return (
      (before.role.startsWith('動詞') && VERB_STEM.test(before.role)) || SURU_NOUN.test(before.role) || isTe(before)
    )
  if (isSuru(before, word)) return true
  if (PARTICLE.test(role)) return true
  // `こと`, `ころ`, `の`
  if (/^名詞 非自立/u.test(role)) return [...word.rules.values()].some(({ kind }) => kind.startsWith('F'))
  if (PARTICLE.test(before.role)) return false
  if (/^名詞 副詞可能/u.test(role) || /^名詞 副詞可能/u.test(before.role)) return false
  if (before.role.startsWith('接頭詞')) return true
  if (SUFFIX.test(before.role) || before.role.startsWith('形容詞') || ADJECTIVAL_NOUN.test(before.role)) return false
  if (ADJECTIVAL_NOUN.test(role)) return false
  return before.role.startsWith('名詞') && role.startsWith('名詞')
}

/** `旅行する` */
const isSuru = (before: AccentedWord, word: AccentedWord): boolean =>
  SURU_NOUN.test(before.role) && /^動詞 .*サ変・スル/u.test(word.role)

const isTe = ({ kana, role }: AccentedWord): boolean => /^助詞 接続助詞/u.test(role) && /^[テデ]$/u.test(kana)

/** The mora of a phrase after which the pitch falls; 0 for none. */
function nucleusOf(phrase: readonly AccentedWord[]): number {
  let nucleus = 0
  let kana = ''
  let before: AccentedWord | undefined
  for (const word of phrase) {
    const morae = moraeOf(kana)
    // No ending replaces the fall of what is before する or て.
    if (nucleus > 0 && before !== undefined && isSuru(before, word)) return nucleus
    if (nucleus > 0 && before !== undefined && isTe(word)) return combined(nucleus, morae, before, word)
    nucleus = before === undefined ? word.nucleus : onMora(kana + word.kana, combined(nucleus, morae, before, word))
    kana += word.kana
    before = word
  }
  return nucleus
}

/** Long vowels, ン and ッ carry no fall; the mora before them does. */
function onMora(kana: string, nucleus: number): number {
  const morae = kana.match(/[\u30a1-\u30fc][ァィゥェォャュョヮ]?/gu) ?? []
  return nucleus > 1 && /^[ーンッ]/u.test(morae[nucleus - 1] ?? '') ? nucleus - 1 : nucleus
}

function combined(nucleus: number, morae: number, before: AccentedWord, word: AccentedWord): number {
  const [partOfSpeech = ''] = GOZARU.test(before.role) ? ['動詞'] : before.role.split(' ')
  // `落として`, `溶けた`: a verb falls no later than on its last mora but one.
  if (
    nucleus > 1 &&
    nucleus === morae &&
    partOfSpeech === '動詞' &&
    PAST_OR_TE.test(word.role) &&
    /^[タテダデ]/u.test(word.kana)
  )
    return nucleus - 1
  if (partOfSpeech === '接頭詞') return afterPrefix(before, morae, word)
  const rule = word.rules.get(partOfSpeech) ?? word.rules.get('*')
  return rule === undefined ? nucleus : applied(rule, nucleus, morae, word.nucleus)
}

function applied({ kind, morae: shift }: AccentRule, nucleus: number, morae: number, own: number): number {
  switch (kind) {
    case 'F2':
      return nucleus === 0 ? morae + shift : nucleus
    case 'F3':
      return nucleus === 0 ? 0 : morae + shift
    case 'F4':
      return morae + shift
    case 'F5':
    case 'C4':
      return 0
    case 'C1':
      return morae + own
    case 'C2':
      return morae + 1
    case 'C3':
      return morae
    default:
      return nucleus
  }
}

/** P1: a noun without a fall stays so; else it falls on its first mora. */
function afterPrefix(prefix: AccentedWord, morae: number, word: AccentedWord): number {
  if (word.nucleus > 0) return morae + word.nucleus
  return prefix.rules.get('*')?.kind === 'P1' || !word.role.startsWith('名詞') ? 0 : morae + 1
}
