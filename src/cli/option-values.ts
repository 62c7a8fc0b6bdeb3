import { InvalidArgumentError, type Option } from 'commander'
import { CAPTION_FORMAT_NAMES, type CaptionFormat } from '../app/speech/caption-formats.ts'
import { closestNames, didYouMean } from '../core/closest-name.ts'
import { AUTO_LANGUAGE, isAutoLanguage, LANGUAGES, type Language, languageOfCode } from '../core/language.ts'

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

export const wholeNumber = (max: number) => (text: string) => {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > max) throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`)
  return number
}

/** Seconds of `--timeout` for a line that a server speaks: by default, and at most. */
export const TIMEOUT_S = 30
export const MAX_TIMEOUT_S = 3600

/** A number that may have decimals. */
export const numberTo = (max: number) => (text: string) => {
  const number = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (number <= max) return number
  throw new InvalidArgumentError(`It must be a number from 0 to ${max}.`)
}

/** Several, separated by commas. */
export const eachNumber = (max: number) => (text: string) => [
  ...new Set(text.split(',').map((part) => wholeNumber(max)(part.trim()))),
]

/** An option that may be given again; with the values that it may have, in any case. */
export const repeated =
  (names?: readonly string[]) =>
  (typed: string, previous: readonly string[] = []): readonly string[] => {
    const name = names === undefined ? typed : names.find((each) => each === typed.toLowerCase())
    if (name !== undefined) return [...previous, name]
    throw new InvalidArgumentError(`Allowed choices are ${names?.join(', ')}.${didYouMean(typed, names ?? [])}`)
  }

interface NamedVoice {
  readonly name: string
  readonly speaker: string
}

/** `NAME=SPEAKER`; may be given again. */
export function namedVoice(typed: string, previous: readonly NamedVoice[] = []): readonly NamedVoice[] {
  const [name = '', speaker = '', ...rest] = typed.split('=').map((part) => part.trim())
  if (name !== '' && speaker !== '' && rest.length === 0) return [...previous, { name, speaker }]
  throw new InvalidArgumentError('It must be NAME=SPEAKER, such as Anna=luna.')
}

/** Several, separated by commas. */
export function captionFormats(text: string): readonly CaptionFormat[] {
  const names = text.split(',').map((name) => name.trim())
  const formats = CAPTION_FORMAT_NAMES.filter((format) => names.includes(format))
  if (formats.length === new Set(names).size) return formats
  throw new InvalidArgumentError(`It must be one or more of ${CAPTION_FORMAT_NAMES.join(', ')}.`)
}

/** An option with the values that it may have, in any case; an error names those that a mistyped one may mean. */
export function withChoices(option: Option, names: readonly string[]): Option {
  option.choices(names)
  const choose = option.parseArg as NonNullable<typeof option.parseArg>
  return option.argParser((typed, previous: unknown) => {
    const name = names.find((each) => each.toLowerCase() === typed.toLowerCase())
    if (name !== undefined) return choose(name, previous)
    throw new InvalidArgumentError(`Allowed choices are ${names.join(', ')}.${didYouMean(typed, names)}`)
  })
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' })

/** A code of one of the languages, as it was typed: it may have a region. */
export const languageCode =
  (supported: readonly Language[] = LANGUAGES) =>
  (typed: string): string => {
    const language = languageOfCode(typed)
    if (language !== undefined && supported.includes(language)) return typed
    const meant = closestNames(typed, [...supported, ...supported.map(nameOf)])
    const codes = new Set(meant.map((name) => supported.find((code) => code === name || nameOf(code) === name)))
    const hint = codes.size === 0 ? '' : ` Did you mean ${[...codes].join(' or ')}?`
    throw new InvalidArgumentError(`The languages are ${supported.join(', ')}.${hint}`)
  }

/** As `languageCode`, or `auto` for the language of each sentence. */
export const textLanguageCode =
  (supported?: readonly Language[]) =>
  (typed: string): string =>
    isAutoLanguage(typed) ? AUTO_LANGUAGE : languageCode(supported)(typed)

const nameOf = (language: Language): string => LANGUAGE_NAMES.of(language) ?? language
