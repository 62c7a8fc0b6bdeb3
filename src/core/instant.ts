const DAY = /^(\d{4})-(\d\d)-(\d\d)$/
const INSTANT =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Whether a text is a day of the calendar, as `2026-03-01`. */
export function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  // Date makes 2 March of 30 February.
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** The instant of a date and time in ISO 8601 with a time zone; undefined if it is none, or its day does not exist. */
export function instantOf(text: string): Date | undefined {
  const [, day] = INSTANT.exec(text) ?? []
  return day !== undefined && isDay(day) ? new Date(text) : undefined
}
