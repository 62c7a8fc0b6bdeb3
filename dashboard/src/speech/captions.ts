import type { TimedWord } from './words.ts'

interface Caption {
  readonly startS: number
  readonly endS: number
  readonly text: string
}

const LINE_CHARACTERS = 42
const MAX_LINES = 2
const MAX_SECONDS = 7

/** Captions end with sentences, and have at most two lines and seven seconds. */
export function captionsOf(text: string, words: readonly TimedWord[]): readonly Caption[] {
  const groups: TimedWord[][] = []
  for (const word of words) {
    const group = groups.at(-1)
    const [first, last] = [group?.[0], group?.at(-1)]
    const isNew =
      !group ||
      !first ||
      !last ||
      /[.!?。？！؟]["'”’)]*$/u.test(text.slice(last.start, last.end)) ||
      word.endS - first.startS > MAX_SECONDS ||
      linesOf(text.slice(first.start, word.end)).length > MAX_LINES
    if (isNew) groups.push([word])
    else group.push(word)
  }
  return groups.flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)]
    if (!first || !last) return []
    return [{ startS: first.startS, endS: last.endS, text: linesOf(text.slice(first.start, last.end)).join('\n') }]
  })
}

function linesOf(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= LINE_CHARACTERS)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** SubRip has no escape sequences: an arrow would be read as times. */
export const srtOf = (captions: readonly Caption[]): string =>
  captions
    .map(
      ({ startS, endS, text }, i) =>
        `${i + 1}\n${time(startS, ',')} --> ${time(endS, ',')}\n${text.replaceAll('-->', '→')}\n`,
    )
    .join('\n')

export const vttOf = (captions: readonly Caption[]): string =>
  `WEBVTT\n\n${captions
    .map(({ startS, endS, text }) => `${time(startS, '.')} --> ${time(endS, '.')}\n${escaped(text)}\n`)
    .join('\n')}`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function time(seconds: number, mark: string): string {
  const ms = Math.round(seconds * 1000)
  const two = (value: number) => `${Math.floor(value)}`.padStart(2, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${mark}${`${ms % 1000}`.padStart(3, '0')}`
}
