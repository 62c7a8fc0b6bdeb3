/**
 * Aligned columns, separated by two spaces, without trailing spaces. Where a terminal has no room for them, each row is a
 * block: its first cell, then a line for each other cell that is not empty.
 */
export function formatTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  columns = process.stdout.isTTY ? process.stdout.columns : undefined,
): string {
  const lines = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  const whole = lines.map((cells) => joined(cells, widths))
  const isWide = columns !== undefined && whole.some((line) => line.length > columns)
  const shown = isWide ? rows.flatMap((cells) => blockOf(header, cells)) : whole
  return shown.map((line) => `${line}\n`).join('')
}

const joined = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join('  ')
    .trimEnd()

function blockOf(header: readonly string[], [first = '', ...cells]: readonly string[]): readonly string[] {
  const [, ...names] = header
  const width = Math.max(...names.map((name) => name.length))
  const lines = cells.map((cell, i) => (cell === '' ? '' : `  ${names[i]?.padEnd(width)}  ${cell}`))
  return [first, ...lines.filter(Boolean)]
}
