import type { Caption } from './captions.ts'

/** Files of captions and word times, with their media types. The names are file extensions. */
export const CAPTION_FORMATS = {
  srt: 'application/x-subrip',
  vtt: 'text/vtt; charset=utf-8',
  json: 'application/json',
} as const
export type CaptionFormat = keyof typeof CAPTION_FORMATS
export const CAPTION_FORMAT_NAMES = Object.keys(CAPTION_FORMATS) as readonly CaptionFormat[]

export const subRipOf = (captions: readonly Caption[]): string => captions.map(subRipCue).join('')

export const webVttOf = (captions: readonly Caption[]): string => [WEB_VTT_HEAD, ...captions.map(webVttCue)].join('')

/**
 * A caption, and its index from 0. SubRip has no escapes, and an arrow starts a caption, so an arrow in the text is written
 * as one character.
 */
export function subRipCue({ lines, startS, endS }: Caption, i: number): string {
  const shown = lines.map((line) => line.replaceAll(/-+->/g, '→'))
  const separator = i === 0 ? '' : '\n'
  return `${separator}${i + 1}\n${clock(startS, ',')} --> ${clock(endS, ',')}\n${shown.join('\n')}\n`
}

/** Before all captions. */
export const WEB_VTT_HEAD = 'WEBVTT\n'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

export function webVttCue({ lines, startS, endS }: Caption): string {
  const shown = lines.map((line) => line.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign))
  return `\n${clock(startS, '.')} --> ${clock(endS, '.')}\n${shown.join('\n')}\n`
}

function clock(seconds: number, point: '.' | ','): string {
  const ms = Math.round(seconds * 1000)
  const two = (value: number): string => `${Math.floor(value)}`.padStart(2, '0')
  const time = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map(two).join(':')
  return `${time}${point}${`${ms % 1000}`.padStart(3, '0')}`
}
