export const GENDER_WORDS: Readonly<Record<string, string>> = {
  Male: 'man men guy gentleman',
  Female: 'woman women lady',
}
/** Not the beginnings of names. */
export const PEOPLE: ReadonlySet<string> = new Set(splitWords(Object.values(GENDER_WORDS).join(' ')))

/** Words of a search or a description, in small letters without accents. */
export function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
