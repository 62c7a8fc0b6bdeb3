import type { ComparedLine, Differences } from './compare-lines.ts'
import { worstFirst } from './compare-lines.ts'
import type { DiffReport } from './diff-report.ts'
import type { DiffPart } from './word-diff.ts'

/** The names of what is measured, in the order of `figuresOf`. */
export const FIGURES = ['duration', 'word times', 'loudness', 'spectrum'] as const
export const DIFF_HEADER = ['text', 'changed', ...FIGURES, 'reading or words'] as const

const MAX_TEXT = 48

/** A row for each line that changed, the worst first, for a terminal. */
export const diffRows = ({ lines }: DiffReport): readonly (readonly string[])[] => worstFirst(lines).map(rowOf)

function rowOf(line: ComparedLine): readonly string[] {
  const characters = [...line.text]
  const text = characters.length > MAX_TEXT ? `${characters.slice(0, MAX_TEXT - 1).join('')}…` : line.text
  const cells = 'differences' in line ? figuresOf(line.differences) : []
  return [text, changedText(line), ...FIGURES.map((_, i) => cells[i] ?? ''), wordsText(line)]
}

export const figuresOf = ({ durationPercent, shiftMs, loudnessLu, distanceDb }: Differences): readonly string[] => [
  `${signed(durationPercent, 1)} %`,
  shiftMs === null ? '' : `${shiftMs.toFixed(0)} ms`,
  `${signed(loudnessLu, 1)} LU`,
  distanceDb === null ? '' : `${distanceDb.toFixed(1)} dB`,
]

export function changedText(line: ComparedLine): string {
  if (line.status === 'failed') return `${line.side === null ? '' : `${line.side} `}failed: ${line.reason}`
  return line.status === 'changed' ? line.changes.join(', ') : line.status
}

function wordsText(line: ComparedLine): string {
  if (!('differences' in line)) return ''
  const { reading, words } = line.differences
  return [reading, words].map(shortDiff).find((text) => text !== '') ?? ''
}

/** The words that changed alone, with one of each side of them. */
function shortDiff(parts: readonly DiffPart[] | null): string {
  if (parts === null || parts.every(({ kind }) => kind === 'same')) return ''
  const shown = parts.map(({ kind, words }, i) => {
    if (kind === 'removed') return `[-${words.join(' ')}-]`
    if (kind === 'added') return `{+${words.join(' ')}+}`
    const [first = '', last = ''] = [words[0], words.at(-1)]
    if (words.length === 1 || i === parts.length - 1) return words.length === 1 ? first : `${first} …`
    return i === 0 ? `… ${last}` : words.length === 2 ? words.join(' ') : `${first} … ${last}`
  })
  return shown.join(' ')
}

const signed = (value: number, digits: number): string => {
  const text = value.toFixed(digits)
  return Number(text) === 0 ? text.replace('-', '') : value > 0 ? `+${text}` : text
}

/** How many lines are the same, similar and changed, in a sentence. */
export function summaryOf({ lines, stopped }: DiffReport): string {
  const counts = new Map<string, number>()
  for (const { status } of lines) counts.set(status, (counts.get(status) ?? 0) + 1)
  const parts = [...counts].map(([status, count]) => `${count} ${status}`)
  const end = stopped === null ? '' : `; the rest was not compared: ${stopped}`
  return `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}: ${parts.join(', ')}${end}`
}

/** The report for programs: the differences, without sounds. */
export const diffJson = (report: DiffReport): object => ({
  ...report,
  lines: report.lines.map((line) => ({
    text: line.text,
    status: line.status,
    ...('changes' in line && { changes: line.changes, differences: line.differences }),
    ...('reason' in line && { side: line.side, reason: line.reason }),
  })),
})
