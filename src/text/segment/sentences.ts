import type { Language } from '../../core/language.ts'
import type { TextSpan } from '../../core/utterance.ts'

const LOCALES: Readonly<Record<Language, string>> = {
  eng: 'en',
  spa: 'es',
  jpn: 'ja',
  por: 'pt',
  ger: 'de',
  ara: 'ar',
  fra: 'fr',
  hin: 'hi',
}

/** Words whose full stop does not end a sentence when more text follows, by language; matched without case. */
const ABBREVIATIONS: Readonly<Partial<Record<Language, ReadonlySet<string>>>> = {
  eng: new Set(
    'mr mrs ms dr prof rev hon gen col sgt capt lt st vs etc approx dept est fig inc ltd co corp no nos vol pp e.g i.e a.m p.m u.s u.k jan feb mar apr jun jul aug sep sept oct nov dec'.split(
      ' ',
    ),
  ),
  spa: new Set('sr sra srta dr dra ud uds vd p.ej etc núm pág av avda'.split(' ')),
  ger: new Set('hr fr dr prof nr str z.b d.h u.a bzw usw ca inkl evtl jh'.split(' ')),
  fra: new Set('m mm mme mlle dr pr st ste p.ex etc av bd n°'.split(' ')),
  por: new Set('sr sra srta dr dra prof profa ex etc núm pág av'.split(' ')),
}

const LAST_WORD = /([\p{L}\p{M}.]+)\.\s*$/u
const OPENS_IN_LOWER_CASE = /^[\p{Pi}\p{Ps}"']*\p{Ll}/u

/** The segmenter looks at its whole input for every sentence, so it is shown no more than this many UTF-16 units. */
const WINDOW = 4096

/**
 * The sentences of a text, in order and without a gap, white space included; lazily, so that the first is known
 * before the last is read. Follows UAX 29 and joins what a full stop of an abbreviation or an initial parted.
 * Sentences are at most 4,096 UTF-16 units long; a longer one is parted at white space.
 */
export function* splitSentences(text: string, language: Language): Generator<TextSpan> {
  const segmenter = new Intl.Segmenter(LOCALES[language], { granularity: 'sentence' })
  for (let start = 0; start < text.length; ) {
    const window = text.slice(start, start + WINDOW)
    const isWholeRest = start + window.length === text.length
    const spans = [...sentencesOf(window, segmenter, language)]
    const last = spans.at(-1)
    if (!isWholeRest && last !== undefined) {
      // The window may have cut the last sentence: it opens the next window, unless it fills this one.
      if (last.start > 0) spans.pop()
      else spans[0] = { start: 0, end: endAtSpace(window) }
    }
    for (const span of spans) yield { start: start + span.start, end: start + span.end }
    start += spans.at(-1)?.end ?? window.length
  }
}

const endAtSpace = (window: string): number => {
  const space = window.search(/\s\S*$/)
  return space > 0 ? space + 1 : window.length - (/[\uD800-\uDBFF]$/.test(window) ? 1 : 0)
}

function* sentencesOf(window: string, segmenter: Intl.Segmenter, language: Language): Generator<TextSpan> {
  let start = 0
  let end = 0
  for (const { segment, index } of segmenter.segment(window)) {
    if (end > start && !isJoined(window.slice(Math.max(start, end - 20), end), segment, language)) {
      yield { start, end }
      start = index
    }
    end = index + segment.length
  }
  if (end > start) yield { start, end }
}

function isJoined(tail: string, next: string, language: Language): boolean {
  if (/[\n\r\u2029]\s*$/.test(tail)) return false
  if (OPENS_IN_LOWER_CASE.test(next) && tail.trimEnd().endsWith('.')) return true
  const word = LAST_WORD.exec(tail)?.[1]?.toLowerCase()
  if (word === undefined) return false
  const isInitial = /^\p{L}$/u.test(word) && word !== 'i'
  return isInitial || (ABBREVIATIONS[language]?.has(word) ?? false)
}
