import type { JobPart } from '../core/job.ts'
import type { Language } from '../core/language.ts'
import type { Steps } from '../core/steps.ts'
import { countCodePoints } from '../core/text-length.ts'
import { endsOfSentences } from './sentence-ends.ts'

export interface Chapter {
  readonly title: string
  readonly text: string
}

/** UTF-16 units: about two minutes of English, four of Japanese. */
const MAX_PART_LENGTH = 1500
/** Parts end at a paragraph, else at a sentence, else at a space, if one comes after this. */
const SHORTEST_PART = 400
/** Silence after a part, besides the 120 ms that end every text. */
export const PAUSE_MS = { chapter: 1400, paragraph: 730, turn: 450, sentence: 380, word: 0 } as const
/** Headings of the first two levels. Longer lines are none. */
const HEADING = /^#{1,2}[ \t]{1,20}(?=\S)(.{1,200})$/
const MAX_HEADING_LENGTH = 223

/** Cuts a text at its Markdown headings of levels 1 and 2. A heading is the title of its chapter, and its first line. */
export function* chaptersOf(text: string): Steps<readonly Chapter[]> {
  const chapters: Chapter[] = []
  let title = ''
  let from = 0
  for (let at = 0; at < text.length; ) {
    yield
    const newline = text.indexOf('\n', at)
    const end = newline < 0 ? text.length : newline
    const heading =
      text[at] === '#' && end - at <= MAX_HEADING_LENGTH ? HEADING.exec(text.slice(at, end).trimEnd()) : null
    if (heading !== null) {
      chapters.push({ title, text: text.slice(from, at) })
      title = (heading[1] as string).replace(/[ \t]#{1,6}$/, '').trim()
      from = at + (heading[0].length - (heading[1] as string).length) // without its number signs
    }
    at = end + 1
  }
  chapters.push({ title, text: text.slice(from) })
  return chapters.filter((chapter) => chapter.text.trim() !== '')
}

/** Cuts chapters into parts. Chapters and parts without text are left out. */
export function* partsOf(chapters: readonly Chapter[], language: Language): Steps<readonly JobPart[]> {
  const parts: JobPart[] = []
  let chapter = 0
  for (const { title, text } of chapters) {
    const before = parts.length
    for (let at = 0; at < text.length; ) {
      yield
      const { length, pauseAfterMs } = firstPart(text.slice(at, at + MAX_PART_LENGTH + 1), language)
      const part = text.slice(at, at + length)
      at += length
      if (part.trim() === '') continue
      if (parts.length === before) chapter++
      const characters = countCodePoints(part)
      parts.push({ part: parts.length, chapter, title, text: part, characters, pauseAfterMs, settings: null })
    }
    setLastPause(parts, PAUSE_MS.chapter)
  }
  setLastPause(parts, 0)
  return parts
}

/** Replaces the silence after the last part, if there is one. */
export function setLastPause(parts: JobPart[], pauseAfterMs: number): void {
  const last = parts.pop()
  if (last !== undefined) parts.push({ ...last, pauseAfterMs })
}

/** The length of the first part of a text of which no more is given than needed. */
function firstPart(text: string, language: Language): { readonly length: number; readonly pauseAfterMs: number } {
  if (text.length <= MAX_PART_LENGTH) return { length: text.length, pauseAfterMs: PAUSE_MS.paragraph }
  const window = text.slice(0, MAX_PART_LENGTH)
  const paragraph = Math.max(window.lastIndexOf('\n\n') + 2, window.lastIndexOf('\n\r\n') + 3)
  if (paragraph > SHORTEST_PART) return { length: paragraph, pauseAfterMs: PAUSE_MS.paragraph }
  let sentence = 0
  for (const end of endsOfSentences(window, language)) if (end < window.length) sentence = end
  if (sentence > SHORTEST_PART) return { length: sentence, pauseAfterMs: PAUSE_MS.sentence }
  const space = lastSpace(window) + 1
  if (space > SHORTEST_PART) return { length: space, pauseAfterMs: PAUSE_MS.word }
  const isInCharacter = /[\ud800-\udbff]$/.test(window)
  return { length: isInCharacter ? MAX_PART_LENGTH - 1 : MAX_PART_LENGTH, pauseAfterMs: PAUSE_MS.word }
}

function lastSpace(text: string): number {
  for (let at = text.length - 1; at >= 0; at--) if (/\s/.test(text.charAt(at))) return at
  return -1
}
