/** The parts of a date in the order of its format, as SSML has it. */
const DATE_FORMATS: Readonly<Record<string, string>> = {
  mdy: 'mdy',
  dmy: 'dmy',
  ymd: 'ymd',
  ydm: 'ydm',
  mmddyyyy: 'mdy',
  ddmmyyyy: 'dmy',
  yyyymmdd: 'ymd',
}
const DATE = /^\s*(\d{1,4})[\s./-]{1,3}(\d{1,2})[\s./-]{1,3}(\d{1,4})\s*$/
const YEAR_FIRST = /^\s*(\d{4})(\d{2})(\d{2})\s*$/
const YEAR_LAST = /^\s*(\d{2})(\d{2})(\d{4})\s*$/

/**
 * What is read for the content of `<say-as>`: nothing for an expletive, a date of a given format as ISO 8601, which every
 * language reads alike, and the keys of a telephone number as such. Undefined where the content is read as it is.
 */
export function saidAs(content: string, interpretAs: string, format: string): string | undefined {
  switch (interpretAs.trim().toLowerCase()) {
    case 'expletive':
    case 'bleep':
      return ''
    case 'telephone':
      return /^\s*[*#][\d*#]{1,20}\s*$/.test(content) ? `'${content.trim()}'` : undefined
    case 'date':
      return isoDate(content, DATE_FORMATS[format.toLowerCase().replaceAll(/[^a-z]/g, '')])
    default:
      return undefined
  }
}

function isoDate(written: string, order: string | undefined): string | undefined {
  if (order === undefined) return undefined
  const match = DATE.exec(written) ?? (order.startsWith('y') ? YEAR_FIRST : YEAR_LAST).exec(written)
  if (match === null) return undefined
  const parts = match.slice(1)
  const part = (name: string): string => parts[order.indexOf(name)] ?? ''
  const [year, month, day] = [part('y'), part('m'), part('d')]
  if (year.length !== 4 || Number(month) > 12 || Number(day) > 31) return undefined
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
