const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** A date and time in the reader's time zone; a dash for none. Only between the two, a line may end. */
export const dateOf = (instant: string | null | undefined): string =>
  instant ? [DATE, TIME].map((of) => of.format(new Date(instant)).replace(/\s/g, '\u00a0')).join(', ') : '–'

/** A day of UTC, such as `2026-11-24`, as the reader writes dates. */
export const dayOf = (day: string): string => DAY.format(new Date(day))

export const numberOf = (value: number): string => value.toLocaleString('en')

/** "1 entry", "2,000 entries". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${numberOf(count)} ${count === 1 ? one : many}`

/** The name of a voice: "Ahmed Mohamed" for `ahmed_mohamed`. */
export const nameOfSpeaker = (speaker: string): string =>
  speaker.replace(/(^|_)(\p{L})/gu, (_, before, first) => `${before && ' '}${first.toUpperCase()}`)

export function bytesOf(bytes: number): string {
  if (bytes < 1e6) return `${Math.round(bytes / 1e3)} kB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`
}

/** "4:05", "1:02:03". */
export function clockOf(seconds: number): string {
  const two = (value: number) => `${Math.floor(value)}`.padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}

/** An estimate: "about 40 seconds", "about 3 minutes", "about 2 hours". */
export function aboutOf(seconds: number): string {
  if (seconds < 55) return `about ${countOf(Math.max(5, 5 * Math.ceil(seconds / 5)), 'second')}`
  if (seconds < 55 * 60) return `about ${countOf(Math.max(1, Math.round(seconds / 60)), 'minute')}`
  const hours = Math.round(seconds / 1800) / 2
  return hours < 24 ? `about ${countOf(hours, 'hour')}` : `about ${countOf(Math.round(hours / 24), 'day')}`
}

export function durationOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`
  if (minutes < 60) return `${minutes} min`
  return minutes < 1440
    ? `${Math.floor(minutes / 60)} h ${minutes % 60} min`
    : `${Math.floor(minutes / 1440)} d ${Math.floor((minutes % 1440) / 60)} h`
}
