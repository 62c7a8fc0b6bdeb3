/** The names of letters in katakana. */
export const LETTERS: Readonly<Record<string, string>> = {
  a: 'エー',
  b: 'ビー',
  c: 'シー',
  d: 'ディー',
  e: 'イー',
  f: 'エフ',
  g: 'ジー',
  h: 'エイチ',
  i: 'アイ',
  j: 'ジェー',
  k: 'ケー',
  l: 'エル',
  m: 'エム',
  n: 'エヌ',
  o: 'オー',
  p: 'ピー',
  q: 'キュー',
  r: 'アール',
  s: 'エス',
  t: 'ティー',
  u: 'ユー',
  v: 'ブイ',
  w: 'ダブリュー',
  x: 'エックス',
  y: 'ワイ',
  z: 'ゼット',
}

const SYMBOLS: Readonly<Record<string, string>> = {
  '%': 'パーセント',
  '&': 'アンド',
  '+': 'プラス',
  '=': 'イコール',
  '@': 'アットマーク',
  '#': 'シャープ',
  '°': 'ド',
  '°C': 'ド',
  $: 'ドル',
  '¥': 'エン',
  '€': 'ユーロ',
}

/** Letter by letter, what is not read as a word: single letters and abbreviations such as NHK; else undefined. */
export function letterNames(latin: string): string | undefined {
  const isAbbreviation = latin.length === 1 || /^(?:[A-Z]{2,3}|[B-DF-HJ-NP-TV-XZ]{2,8})$/.test(latin)
  if (!isAbbreviation) return undefined
  const names = [...latin.toLowerCase()].map((letter) => LETTERS[letter])
  return names.includes(undefined) ? undefined : names.join('')
}

export const symbolName = (symbol: string): string | undefined => SYMBOLS[symbol]
