import type { Utterance } from '../../core/utterance.ts'
import { toKatakana } from '../../languages/kana.ts'
import type { ReadWord } from '../../languages/language.ts'
import { type EspeakToken, withUnspokenWords } from './espeak-tokens.ts'

// eSpeak spells out a whole word ("Japanese letter ...") for one kana combination that its rules lack; what it has:
const MORA =
  /[キギシジチヂニヒビピミリ][ャュョ]|[ウヴ][ィェォ]|ヴ[ァュ]|イェ|ク[ァィェォ]|グァ|[シジチ]ェ|ツ[ァィェォ]|[テデ][ィュ]|[トド]ゥ|フ[ァィェォ]|[アイウエオカ-ヂツ-モヤユヨラ-ロワヲンヴ]/uy
const NOT_LENGTHENED = /(?:[ッンー]|チェ|[クグ]ァ)$/u
const VOWEL_ROWS: Readonly<Record<string, string>> = {
  ア: 'アカガサザタダナハバパマヤラワァャ',
  イ: 'イキギシジチヂニヒビピミリィ',
  ウ: 'ウクグスズツヅヌフブプムユルヴゥュ',
  エ: 'エケゲセゼテデネヘベペメレェ',
  オ: 'オコゴソゾトドノホボポモヨロヲォョ',
}
const FULL_SIZE: Readonly<Record<string, string>> = {
  ァ: 'ア',
  ィ: 'イ',
  ゥ: 'ウ',
  ェ: 'エ',
  ォ: 'オ',
  ャ: 'ヤ',
  ュ: 'ユ',
  ョ: 'ヨ',
  ヮ: 'ワ',
  ヵ: 'カ',
  ヶ: 'ケ',
  ヰ: 'イ',
  ヱ: 'エ',
}
/** A doubled consonant is known of these only; before others eSpeak is to make the stop that ends a word. */
const DOUBLED = /[カ-ゴサ-ゾタ-ッツ-ドバビブプベボマ-モラ-ロ]/u

/**
 * Words of a Japanese reading as eSpeak takes them: kana that its rules know, and words in Latin letters by its English
 * rules. Words of the utterance of which nothing is spoken get a place that takes no time.
 */
export function kanaTokens(words: readonly ReadWord[], utterance: Utterance): EspeakToken[] {
  const tokens = words.flatMap(({ text, kind, punctuation, ...word }): EspeakToken[] => {
    const spoken = kind === 'kana' ? speakableKana(text) : text
    return spoken === '' ? [] : [{ ...word, text: spoken + punctuation, language: kind === 'english' ? 'en' : null }]
  })
  return withUnspokenWords(tokens, utterance)
}

/** Kana as eSpeak's rules can read it, to the same sounds or the nearest; what is not kana is left out. */
export function speakableKana(text: string): string {
  const kana = toKatakana(text)
  let spoken = ''
  for (let at = 0; at < kana.length; ) {
    const character = kana.charAt(at)
    MORA.lastIndex = at
    const mora = MORA.exec(kana)?.[0]
    spoken += mora ?? spokenAlone(character, spoken, kana.charAt(at + 1))
    at += mora?.length ?? 1
  }
  return spoken.trim()
}

function spokenAlone(character: string, before: string, after: string): string {
  if (character === 'ー') return lengthening(before)
  if (character === 'ッ') return DOUBLED.test(after) ? 'ッ' : 'ッ '
  return FULL_SIZE[character] ?? (/[\s・]/u.test(character) ? ' ' : '')
}

function lengthening(before: string): string {
  if (!NOT_LENGTHENED.test(before) && /\p{L}$/u.test(before)) return 'ー'
  const last = before.at(-1)
  return Object.keys(VOWEL_ROWS).find((vowel) => last && VOWEL_ROWS[vowel]?.includes(last)) ?? ''
}
