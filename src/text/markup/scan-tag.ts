import { isKeyName, isKnownTag, isPauseTag } from './tag-names.ts'

export interface Tag {
  /** In lower case, with its prefix. */
  readonly name: string
  readonly isClosing: boolean
  /** By name in lower case; one without a value has an empty one. */
  readonly attributes: ReadonlyMap<string, string>
  /** In UTF-16 units. */
  readonly length: number
}

/** What is left of a tag that was cut off. */
const CUT_OFF = /^<(?:\/[A-Za-z][\w:.-]{0,60}|[A-Za-z][\w:.-]{0,60}\s{1,9}[\w:.-]{1,60}\s{0,9}=[^<>]{0,2000})$/
export const isCutOffTag = (text: string): boolean => CUT_OFF.test(text)

/** `open`: the text ends before it is known whether a tag is meant. */
export type Scanned<T> = T | 'open' | undefined

/** In UTF-16 units; what is longer is no tag. */
export const MAX_TAG_LENGTH = 2000
const NAME = /[A-Za-z_][\w.-]{0,60}(?::[\w.-]{1,60})?/y
/** Of `<break 1s/>` too. */
const ATTRIBUTE = /[A-Za-z_@:][\w:.@-]{0,60}|[\d.+-][\w.+-]{0,20}/y
const SPACE = /\s{1,200}/y
const UNQUOTED = /[^\s"'=<>`]{1,500}/y
/** As word processors write them, too. */
const CLOSING_QUOTES: ReadonlyMap<string, RegExp> = new Map([
  ['"', /["<]/g],
  ["'", /['<]/g],
  ['“', /[”“"<]/g],
  ['”', /[”"<]/g],
  ['‘', /[’‘'<]/g],
  ['’', /[’'<]/g],
])
/** HTML's attributes without a value. Others are words of a text: `a <b and c> d`. */
const BOOLEAN_ATTRIBUTES: ReadonlySet<string> = new Set(
  'async autoplay checked controls default defer disabled hidden loop multiple muted open readonly required selected'.split(
    ' ',
  ),
)
const WORD = /[\p{L}\p{M}\p{N}_]/u

/**
 * The tag at a `<` of a text, by the syntax of XML and HTML. `List<String>`, where a name alone follows a word, is one only
 * if the name is known.
 */
export function scanTag(text: string, start: number): Scanned<Tag> {
  const isClosing = text.charAt(start + 1) === '/'
  let at = start + (isClosing ? 2 : 1)
  if (at === text.length) return 'open'
  const name = matchAt(NAME, text, at)?.toLowerCase()
  if (name === undefined) return undefined
  at += name.length
  const attributes = new Map<string, string>()
  while (at - start <= MAX_TAG_LENGTH) {
    const space = matchAt(SPACE, text, at)?.length ?? 0
    at += space
    if (at === text.length) return 'open'
    const character = text.charAt(at)
    const isEmpty = character === '/' && !isClosing
    if (isEmpty && at + 1 === text.length) return 'open'
    if (character === '>' || (isEmpty && text.charAt(at + 1) === '>')) {
      const isBare = attributes.size === 0 && !isClosing && !isEmpty
      if (isBare && (isKeyName(name) || (!isKnownTag(name) && WORD.test(text.charAt(start - 1))))) return undefined
      return { name, isClosing, attributes, length: at + (isEmpty ? 2 : 1) - start }
    }
    if (space === 0 || isClosing) return undefined
    const attribute = scanAttribute(text, at, name)
    if (attribute === 'open' || attribute === undefined) return attribute
    attributes.set(attribute.name, attribute.value)
    at = attribute.end
  }
  return undefined
}

interface Attribute {
  readonly name: string
  readonly value: string
  readonly end: number
}

function scanAttribute(text: string, start: number, tag: string): Scanned<Attribute> {
  const name = matchAt(ATTRIBUTE, text, start)?.toLowerCase()
  if (name === undefined) return undefined
  const end = start + name.length
  let at = end + (matchAt(SPACE, text, end)?.length ?? 0)
  if (at === text.length) return 'open'
  if (text.charAt(at) !== '=') {
    return isPauseTag(tag) || BOOLEAN_ATTRIBUTES.has(name) ? { name, value: '', end } : undefined
  }
  at += 1 + (matchAt(SPACE, text, at + 1)?.length ?? 0)
  if (at === text.length) return 'open'
  const closing = CLOSING_QUOTES.get(text.charAt(at))
  if (closing !== undefined) {
    closing.lastIndex = 0
    const rest = text.slice(at + 1, start + MAX_TAG_LENGTH)
    const found = closing.exec(rest)
    if (found === null) return start + MAX_TAG_LENGTH >= text.length ? 'open' : undefined
    if (found[0] === '<') return undefined
    return { name, value: rest.slice(0, found.index), end: at + 1 + found.index + 1 }
  }
  const unquoted = matchAt(UNQUOTED, text, at)
  if (unquoted === undefined) return undefined
  if (at + unquoted.length === text.length) return 'open'
  const isLast = unquoted.endsWith('/') && text.charAt(at + unquoted.length) === '>'
  const value = isLast ? unquoted.slice(0, -1) : unquoted
  return { name, value, end: at + value.length }
}

export function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}
