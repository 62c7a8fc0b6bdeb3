import { InvalidArgumentError } from 'commander'
import { CAPTION_FORMAT_NAMES, type CaptionFormat } from '../app/caption-formats.ts'

export function speedFactor(text: string): number {
  const factor = Number(text)
  if (!(factor >= 0.2 && factor <= 5)) throw new InvalidArgumentError('It must be a number from 0.2 to 5.')
  return factor
}

export function hertz(text: string): number {
  const rate = /^\d{4,6}$/.test(text) ? Number(text) : 0
  if (rate < 1000 || rate > 384_000) throw new InvalidArgumentError('It must be a whole number from 1000 to 384000.')
  return rate
}

export const wholeNumber = (most: number) => (text: string) => {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > most) throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`)
  return number
}

/** Several, separated by commas. */
export function captionFormats(text: string): readonly CaptionFormat[] {
  const names = text.split(',').map((name) => name.trim())
  const formats = CAPTION_FORMAT_NAMES.filter((format) => names.includes(format))
  if (formats.length === new Set(names).size) return formats
  throw new InvalidArgumentError(`It must be one or more of ${CAPTION_FORMAT_NAMES.join(', ')}.`)
}
