import type { CheckedLine, CheckedLines } from './check-lines.ts'
import { ENTITY_KINDS } from './entity-line.ts'

export interface EntityTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Right lines and all lines by kind and language, without those of which it is not known. */
export function scoreTable(lines: readonly CheckedLine[]): EntityTable {
  const languages = [...new Set(lines.map(({ language }) => language))]
  const kinds = ENTITY_KINDS.filter((kind) => lines.some((line) => line.kind === kind))
  const row = (name: string, own: readonly CheckedLine[]): readonly string[] => [
    name,
    ...languages.map((language) => scoreText(own.filter((line) => line.language === language))),
    scoreText(own),
  ]
  return {
    header: ['kind', ...languages, 'all'],
    rows: [
      ...kinds.map((kind) =>
        row(
          kind,
          lines.filter((line) => line.kind === kind),
        ),
      ),
      row('all', lines),
    ],
  }
}

function scoreText(lines: readonly CheckedLine[]): string {
  const { right, judged } = scoreOf(lines)
  return judged === 0 ? '' : `${right}/${judged}`
}

/** Lines that are right, and those that are right or wrong. */
export function scoreOf(lines: readonly CheckedLine[]): { readonly right: number; readonly judged: number } {
  const countOf = (outcome: CheckedLine['outcome']): number => lines.filter((line) => line.outcome === outcome).length
  return { right: countOf('right'), judged: countOf('right') + countOf('wrong') }
}

/** Lines that are not right, with what was said. */
export const wrongTable = (lines: readonly CheckedLine[]): EntityTable => ({
  header: ['lang', 'kind', 'entity', 'outcome', 'said', 'accepted'],
  rows: lines
    .filter(({ outcome }) => outcome === 'wrong' || outcome === 'failed')
    .map(({ language, kind, entity, outcome, said, readings }) => [
      language,
      kind,
      entity,
      outcome,
      said,
      outcome === 'failed' ? '' : (readings[0] ?? ''),
    ]),
})

/** The score in a sentence. */
export function scoreSentence({ lines, evidence, stopped }: CheckedLines): string {
  const { right, judged } = scoreOf(lines)
  const percent = judged === 0 ? '' : ` (${((100 * right) / judged).toFixed(1)} %)`
  const unknown = lines.filter(({ outcome }) => outcome === 'unknown').length
  const others = unknown === 0 ? '' : `; of ${unknown} it is not known`
  const end = stopped === null ? '' : `; the rest was not checked: ${stopped}`
  return `${right} of ${judged} right${percent}, by ${evidence.join(' and ') || 'nothing'}${others}${end}`
}
