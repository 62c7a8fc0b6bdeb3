/** SQLite binds a limited number of values to a statement. */
const ROWS_AT_ONCE = 500

/** The rows in parts that one statement takes. */
export function* chunks<T>(rows: readonly T[]): Generator<readonly [T, ...T[]]> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    yield rows.slice(at, at + ROWS_AT_ONCE) as unknown as readonly [T, ...T[]]
  }
}
