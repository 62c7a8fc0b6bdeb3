import type { Book, BookChapter } from '../../../audio/codec.ts'
import type { Job, JobPartState } from '../../../core/job.ts'

/** Of sections in a text without chapters: about ten minutes. */
const SECTION_S = 600
/** More are no help to listeners, and would fill the memory of the thread that encodes. */
const MAX_CHAPTERS = 10_000

/** What an audiobook of a whole job says of itself. */
export function bookOf(job: Job, parts: readonly JobPartState[], sampleRateHz: number): Book {
  const name = shownTitle(job.name)
  const chapters = chaptersOf(parts, sampleRateHz)
    .slice(0, MAX_CHAPTERS)
    .map(({ title, start }) => ({ title: shownTitle(title), start }))
  // What comes before the first heading has the title of the book.
  const opening = chapters.some(({ title }) => title !== '') ? name : ''
  return {
    title: name || chapters[0]?.title,
    album: name,
    chapters: chapters.map(({ title, start }, i) => ({ title: title || (i === 0 && opening) || `${i + 1}`, start })),
  }
}

/** What the file of a chapter or of a prompt says of itself. */
export const bookOfChapter = (job: Job, [first]: readonly JobPartState[]): Book => ({
  title: shownTitle(first?.title) || `${first?.chapter}`,
  album: shownTitle(job.name),
  chapters: [],
})

/** Players show one line. */
const shownTitle = (title: string | null | undefined): string => (title ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

/** The chapters of the text; of one without, sections of the same length. They begin with a part and after a pause. */
function chaptersOf(parts: readonly JobPartState[], sampleRateHz: number): readonly BookChapter[] {
  const samples = parts.reduce((sum, part) => sum + (part.samples ?? 0), 0)
  const isOne = parts[0]?.chapter === parts.at(-1)?.chapter
  const sections = isOne ? Math.max(1, Math.round(samples / sampleRateHz / SECTION_S)) : 1
  const chapters: BookChapter[] = []
  let start = 0
  let before: JobPartState | undefined
  for (const part of parts) {
    const isDue = isOne && start >= (chapters.length * samples) / sections && chapters.length < sections
    const isAfterPause = before === undefined || before.pauseAfterMs > 0
    if (before?.chapter !== part.chapter) chapters.push({ title: part.title, start })
    else if (isDue && isAfterPause) chapters.push({ title: '', start })
    start += part.samples ?? 0
    before = part
  }
  return chapters
}
