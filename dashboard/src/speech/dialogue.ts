/** UTF-16 units of a text that are searched for names. */
const SEARCHED = 200_000
const MAX_NAMES = 100
/** `Anna: Hello.`, `DR. BO : …`, `**Anna:** …`; at most four words, so that sentences with a colon are none. */
const NAMED_LINE =
  /^[ \t]*\**(\p{L}[\p{L}\p{M}\p{N}.'’-]{0,30}(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}.'’-]{0,30}){0,3})\**[ \t]*[:：](?!\/\/)/gmu

/** The names that lines of a text begin with, each as it is written first, if it is a dialogue: some name comes twice, or several do. */
export function namesIn(text: string): readonly string[] {
  const names = new Map<string, string>()
  let lines = 0
  for (const [, name = ''] of text.slice(0, SEARCHED).matchAll(NAMED_LINE)) {
    lines++
    const folded = name.normalize('NFC').toLowerCase()
    if (!names.has(folded) && names.size < MAX_NAMES) names.set(folded, name)
  }
  return lines > 1 ? [...names.values()] : []
}
