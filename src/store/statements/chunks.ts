/** SQLite limits the number of bound values of a statement. */
const ROWS_AT_ONCE = 500

/** Splits rows into parts that fit one statement. */
export function* chunks<T>(rows: readonly T[]): Generator<readonly [T, ...T[]]> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    yield rows.slice(at, at + ROWS_AT_ONCE) as unknown as readonly [T, ...T[]]
  }
}
