import { matchAt, type Tag } from './scan-tag.ts'

/** One break lasts no longer: a slip of the finger must not hold a call. */
const MAX_BREAK_MS = 10_000

const DEFAULT_MS = 400
/** Of `strength` in SSML, as long as people pause between clauses, sentences and paragraphs. */
const STRENGTHS_MS: Readonly<Record<string, number>> = {
  none: 0,
  'x-weak': 100,
  weak: 200,
  medium: DEFAULT_MS,
  strong: 700,
  'x-strong': 1000,
}
const SIZES_MS: Readonly<Record<string, number>> = { short: 300, brief: 300, medium: DEFAULT_MS, long: 1000 }

/** A time of CSS: `1s`, `.5s`, `+500ms`, `1e3ms`. */
const CSS_TIME = /^\s*([+-]?(?:\d{1,400}(?:\.\d{1,400})?|\.\d{1,400})(?:e[+-]?\d{1,9})?)(m?s)\s*$/i
const NAMES_OF_TIME = ['time', 'duration', 'dur', 'length', 'value']

/** Milliseconds of a time of CSS, bounded; undefined for what is none, or negative. */
export function cssTimeMs(written: string): number | undefined {
  const [, value, unit = ''] = CSS_TIME.exec(written) ?? []
  const ms = Number(value) * (unit.toLowerCase() === 'ms' ? 1 : 1000)
  return ms >= 0 ? Math.min(ms, MAX_BREAK_MS) : undefined
}

/** Milliseconds of silence that a tag such as `<break>` asks for. A time that is none counts as no pause. */
export function breakTagMs({ name, attributes }: Pick<Tag, 'name' | 'attributes'>): number {
  const [, size = '', , inName] = /^(?:(\w+?)[_-])?(?:mstts:)?(break|pause|silence)(?::(.+))?$/.exec(name) ?? []
  const milliseconds = Number(attributes.get('msec') ?? attributes.get('ms') ?? Number.NaN)
  const times = [inName, ...NAMES_OF_TIME.map((attribute) => attributes.get(attribute))]
  const bare = [...attributes].find(([attribute, value]) => value === '' && /^[\d.+-]/.test(attribute))?.[0]
  const written = times.find((time) => time !== undefined) ?? bare
  if (written !== undefined) {
    const ms = cssTimeMs(written)
    if (ms !== undefined) return ms
  } else if (milliseconds >= 0) return Math.min(milliseconds, MAX_BREAK_MS)
  const strength = attributes.get('strength')?.trim().toLowerCase()
  if (strength !== undefined) return STRENGTHS_MS[strength] ?? (written === undefined ? DEFAULT_MS : 0)
  return written === undefined ? (SIZES_MS[size] ?? DEFAULT_MS) : 0
}

const NOUN = '(?:pause|pausa|break|silence)'
const SIZE = '(?:(?<size>short|brief|medium|long)[ _-]{1,3})?'
const TIME = String.raw`(?<time>\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})\s{0,3}-?(?<unit>ms|msecs?|milliseconds?|s|secs?|seconds?)?`
/** `[pause]`, `[pause:1s]`, `[pause 500 ms]`, `[long pause]`, `[2s pause]`. */
const BRACKETED = [
  new RegExp(String.raw`\[\s{0,3}${SIZE}${NOUN}s?(?:\s{0,3}(?:[:=,]|of|for)?\s{0,3}${TIME})?\s{0,3}\]`, 'iy'),
  new RegExp(String.raw`\[\s{0,3}${TIME}\s{1,3}(?:long )?${NOUN}\s{0,3}\]`, 'iy'),
]
/** The beginning of one that the text ends in. */
const OPEN_BRACKETED = /\[[\w\s.,:='-]{0,64}/y
/** Without a unit: seconds up to here, milliseconds above. */
const MAX_SECONDS = 30

export interface Pause {
  readonly durationMs: number
  readonly length: number
}

/** The pause in square brackets at a place. */
export function bracketedPause(text: string, at: number): Pause | 'open' | undefined {
  for (const pattern of BRACKETED) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match === null) continue
    const { size = '', time, unit } = match.groups ?? {}
    return { durationMs: time === undefined ? sizeMs(size) : timeMs(Number(time), unit), length: match[0].length }
  }
  return at + (matchAt(OPEN_BRACKETED, text, at)?.length ?? 0) === text.length ? 'open' : undefined
}

const sizeMs = (size: string): number => SIZES_MS[size.toLowerCase()] ?? DEFAULT_MS

function timeMs(value: number, unit: string | undefined): number {
  const isMs = unit === undefined ? value > MAX_SECONDS : /^m/i.test(unit)
  return Math.min(isMs ? value : 1000 * value, MAX_BREAK_MS)
}

/** `<#0.5#>` */
const HASHED = /<#(\d{1,3}(?:\.\d{1,3})?)#>/y
export function hashedPause(text: string, at: number): Pause | 'open' | undefined {
  HASHED.lastIndex = at
  const match = HASHED.exec(text)
  if (match !== null) return { durationMs: timeMs(Number(match[1]), 's'), length: match[0].length }
  return /^<#[\d.]{0,7}#?$/.test(text.slice(at, at + 12)) ? 'open' : undefined
}
