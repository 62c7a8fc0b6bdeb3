/** Whether a text has more code points than `maxLength`. Counts only where the number of UTF-16 units does not decide: texts may have millions. */
export function isLonger(value: string, maxLength: number): boolean {
  if (value.length <= maxLength) return false
  if (value.length > 2 * maxLength) return true
  return [...value].length > maxLength
}

export function countCodePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
