/**
 * Whether a text has more than `maxLength` code points. Counts only if the number of UTF-16 units does not decide,
 * since texts may have millions.
 */
export function isLonger(value: string, maxLength: number): boolean {
  if (value.length <= maxLength) return false
  if (value.length > 2 * maxLength) return true
  return countCodePoints(value) > maxLength
}

export function countCodePoints(text: string): number {
  let count = text.length
  for (let at = 1; at < text.length; at++) {
    if (isLowSurrogate(text.charCodeAt(at)) && isHighSurrogate(text.charCodeAt(at - 1))) count--
  }
  return count
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000
