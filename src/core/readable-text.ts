/** Spelled out, a word of this many letters lasts 40 s. */
const MAX_LETTERS = 100
/** Engines drop the end of a much longer word. */
const LETTERS_AT_ONCE = 40

/** Without the characters that no engine can read: control characters, NUL included, lone surrogates and unassigned ones. */
export const readableText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028\u2029\ufeff\u200b]+/gu, ' ')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1') // no script stacks more; eSpeak reads each by its name
    .replace(/\s+/gu, ' ')
    .trim()

/** A word as readable text of at most 100 characters, with a space after every 40. */
export function readableWord(word: string): string {
  const letters = [...readableText(word)].slice(0, MAX_LETTERS)
  const pieces: string[] = []
  for (let start = 0; start < letters.length; start += LETTERS_AT_ONCE) {
    pieces.push(letters.slice(start, start + LETTERS_AT_ONCE).join(''))
  }
  return pieces.join(' ')
}
