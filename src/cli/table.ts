/** Aligned columns, separated by two spaces, without trailing spaces. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  return lines
    .map((cells) => `${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('')
}
