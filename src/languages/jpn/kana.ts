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

export const toKatakana = (text: string): string =>
  text.replace(/[\u3041-\u3096]/gu, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))

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

/** Sounds of one beat: how long kana takes to say. */
export const beatsOf = (kana: string): number => kana.replace(/[^\u30a1-\u30fc]|[ァィゥェォャュョヮ]/gu, '').length
