export interface Column {
  readonly key: string
  readonly heading: string
  /** Decimals of the printed number; the JSON has all. No effect on texts. */
  readonly digits?: number
}

export type Row = Readonly<Record<string, number | string | undefined>>

export interface Table {
  readonly title: string
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
}

const UNKNOWN = '–'

/** Formats a table: texts left-aligned, numbers right-aligned, a dash for values that are not available. */
export function formatTable({ title, columns, rows }: Table): string {
  const printed = columns.map((column) => {
    const cells = [column.heading, ...rows.map((row) => formatCell(row[column.key], column.digits ?? 0))]
    const width = Math.max(...cells.map((cell) => cell.length))
    const isText = rows.some((row) => typeof row[column.key] === 'string')
    return cells.map((cell) => (isText ? cell.padEnd(width) : cell.padStart(width)))
  })
  const lines = [-1, ...rows.keys()].map((i) => printed.map((cells) => cells[i + 1]).join('  '))
  return [title, ...lines.map((line) => line.trimEnd())].join('\n')
}

function formatCell(value: number | string | undefined, digits: number): string {
  if (typeof value === 'string') return value
  return value === undefined || !Number.isFinite(value) ? UNKNOWN : value.toFixed(digits)
}
