import { existsSync, readFileSync } from 'node:fs'

/** Reads the word lists of a language from its folder, when a module that needs one is loaded. */
export interface WordFiles {
  /** `NAME.txt`: words separated by white space. */
  list(name: string): ReadonlySet<string>
  /** `NAME.tsv`: what is written, a tab, and how it is read; without a tab it is read as it is written. */
  map(name: string): ReadonlyMap<string, string>
  /** `NAME.tsv`: fields separated by tabs. */
  rows(name: string): readonly (readonly string[])[]
  /** Those of `NAME.tsv`, and after them those of `overrides.tsv` if there is one, whose keys replace those before. */
  correctedRows(name: string): readonly (readonly string[])[]
}

/** Lines that begin with `# ` are comments. Throws where a file does not exist. */
export function wordFiles(folder: URL): WordFiles {
  const linesOf = (file: string): readonly string[] =>
    readFileSync(new URL(file, folder), 'utf8')
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '' && !line.startsWith('# '))
  const rows = (name: string): readonly (readonly string[])[] => linesOf(`${name}.tsv`).map((line) => line.split('\t'))
  return {
    list: (name) => wordSet(linesOf(`${name}.txt`).join(' ')),
    map: (name) => new Map(rows(name).map(([written = '', read = written]) => [written, read])),
    rows,
    correctedRows: (name) => [
      ...rows(name),
      ...(existsSync(new URL('overrides.tsv', folder)) ? rows('overrides') : []),
    ],
  }
}

/** Words separated by white space. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))
