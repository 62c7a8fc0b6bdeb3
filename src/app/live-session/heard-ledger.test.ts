import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../../core/language.ts'
import { BREAKS, type Markup, NO_MARKUP } from '../../core/request.ts'
import { LANGUAGE_MODULES } from '../../languages/languages.ts'
import { unspokenPlainText } from '../../text/markup.ts'
import { placedWordTimes } from '../speech/word-times.ts'
import { HeardLedger } from './heard-ledger.ts'
import { HeardMemory } from './heard-memory.ts'
import { PlaybackClock } from './internal/playback-clock.ts'

/** A sample is a millisecond. */
const RATE_HZ = 1000
const openLedger = (language: Language = 'eng', memory = new HeardMemory(2 ** 20), sampleRateHz = RATE_HZ) =>
  new HeardLedger({ language, sampleRateHz, track: new PlaybackClock().open(), memory })

interface Segment {
  readonly start: number
  readonly text: string
  readonly words: readonly {
    readonly span: { readonly start: number; readonly end: number }
    readonly startSample: number
    readonly endSample: number
  }[]
  readonly samples: number
}

/** Cuts a text where a live session may, and speaks each word as long as the next of the lengths says. */
function segmentsOf(text: string, language: Language, lengths: readonly number[], markup: Markup): readonly Segment[] {
  const { hasSpaces } = LANGUAGE_MODULES[language]
  const ends = [...text.matchAll(hasSpaces ? /[.?!]\s/g : /[。！]/g)].map(({ 0: { length }, index }) => index + length)
  let next = 0
  return [...ends, text.length].flatMap((end, i, all): Segment[] => {
    const start = all[i - 1] ?? 0
    const own = text.slice(start, end)
    if (own.trim() === '') return []
    let samples = 0
    const plain = unspokenPlainText(own, markup)
    const words = [...plain.text.matchAll(hasSpaces ? /[\p{L}\p{N}]+/gu : /[\p{L}\p{N}]/gu)].map(
      ({ 0: word, index }) => {
        const span = { start: plain.sourceStart(index), end: plain.sourceEnd(index + word.length) }
        const startSample = samples
        samples += lengths[next++ % lengths.length] ?? 100
        return { span, startSample, endSample: samples }
      },
    )
    return [{ start, text: own, words, samples: samples + 50 }]
  })
}

interface Writing {
  readonly segments: readonly Segment[]
  readonly markup: Markup
  /** Samples of a chunk. */
  readonly chunk: number
  /** Samples after which nothing more is sent. */
  readonly until?: number
  /** Samples of a millisecond. */
  readonly perMs?: number
  /** Above 1 is faster. */
  readonly speed?: number
  readonly nowMs?: number
}

/** Speaks the open turn, and says whether all of it was sent. */
function speakInto(
  ledger: HeardLedger,
  { segments, markup, chunk, until = Number.POSITIVE_INFINITY, perMs = 1, speed = 1, nowMs = 0 }: Writing,
): boolean {
  let sent = 0
  const scaled = (sample: number): number => Math.round((sample * perMs) / speed)
  for (const segment of segments) {
    const { start, text } = segment
    const samples = scaled(segment.samples)
    const words = segment.words.map(({ span, startSample, endSample }) => ({
      span,
      startSample: scaled(startSample),
      endSample: scaled(endSample),
    }))
    const record = ledger.beginSegment({ start, text, markup })
    for (let from = 0; from < samples; from += chunk) {
      const to = Math.min(samples, from + chunk)
      for (const word of words) if (word.startSample >= from && word.startSample < to) record?.addWord(word)
      if (sent + to - from > until) return false
      ledger.addAudio(to - from, nowMs)
      sent += to - from
    }
    record?.end()
  }
  return true
}

const ENGLISH = [
  'Hello,',
  'we',
  '$42.50',
  'is',
  '“due”',
  'on',
  'Monday.',
  '–',
  '😀',
  'e\u0301té',
  'done!',
  '<b>so</b>',
  '<break time="1s"/>',
  '...',
  '\n',
]
/** Words as people write them in each language, with their punctuation. */
const WRITTEN = Object.fromEntries(
  LANGUAGES.map((language) => {
    const file = new URL(`../../languages/${language}/sentences.tsv`, import.meta.url)
    const text = existsSync(file) ? readFileSync(file, 'utf8').replaceAll(/^#.*$|^\S+\t/gm, '') : ''
    return [language, [...new Set(text.split(/\s+/).filter(Boolean))].slice(0, 80)]
  }),
)
const JAPANESE = ['今日は', '雨。', '「はい」', 'か\u3099', 'AI', '😀', '、', '晴れ！', ' ']
const texts = (language: Language) =>
  fc
    .array(
      fc.constantFrom(
        ...(LANGUAGE_MODULES[language].hasSpaces ? ENGLISH : JAPANESE),
        ...(WRITTEN[language] as string[]),
      ),
      { maxLength: 25 },
    )
    .map((words) => words.join(LANGUAGE_MODULES[language].hasSpaces ? ' ' : ''))
const cases = fc.constantFrom(...LANGUAGES).chain((language) =>
  fc.record({
    language: fc.constant(language),
    text: texts(language),
    lengths: fc.array(fc.nat(400), { minLength: 1, maxLength: 9 }),
    chunk: fc.integer({ min: 1, max: 700 }),
    markup: fc.constantFrom(NO_MARKUP, BREAKS),
    cuts: fc.array(fc.nat(100), { maxLength: 5 }),
  }),
)

function piecesOf(text: string, cuts: readonly number[]): readonly string[] {
  const places = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length]
  return places.slice(1).map((end, i) => text.slice(places[i], end))
}

describe('in any language, a text and what was heard of it', () => {
  test('heard and remaining are the text, cut at the end of a word, and heard grows with the position', () => {
    fc.assert(
      fc.property(cases, fc.nat(8000), ({ language, text, lengths, chunk, markup, cuts }, until) => {
        const ledger = openLedger(language)
        for (const piece of piecesOf(text, cuts)) ledger.addText(piece, null)
        ledger.endTurn(null)
        const segments = segmentsOf(text, language, lengths, markup)
        const isWhole = speakInto(ledger, { segments, markup, chunk, until })
        if (isWhole) ledger.finishTurn(text.length, 0)
        const graphemes = new Set([...new Intl.Segmenter().segment(text)].map(({ index }) => index))
        let before = ''
        for (let ms = 0; ms <= ledger.endMs + 100; ms += 37) {
          const found = ledger.heardAt(ms)
          if (found === undefined) return
          const { heard, remaining } = found
          expect(heard + remaining).toBe(text)
          expect(heard.startsWith(before)).toBe(true)
          if (ms === 0 && ledger.endMs > 0) expect(heard).toBe('')
          if (heard !== '' && remaining !== '') {
            expect(graphemes.has(heard.length)).toBe(true)
            if (LANGUAGE_MODULES[language].hasSpaces) expect(heard).toMatch(/\S(<\/b>)?$/)
          }
          before = heard
        }
        if (isWhole && ledger.endMs > 0) expect(ledger.heardAt(ledger.endMs)?.remaining).toBe('')
      }),
    )
  })

  test('it is the words whose midpoint is before the position, as timestamps tell it, however the audio was cut', () => {
    fc.assert(
      fc.property(cases, fc.nat(4000), ({ language, text, lengths, chunk, markup }, ms) => {
        const segments = segmentsOf(text, language, lengths, markup)
        const heard = [chunk, 10_000].map((size) => {
          const ledger = openLedger(language)
          ledger.addText(text, null)
          ledger.endTurn(null)
          speakInto(ledger, { segments, markup, chunk: size })
          return ledger.heardAt(ms)?.heard ?? ''
        })
        expect(heard[0]).toBe(heard[1])
        let startMs = 0
        let expected = 0
        for (const { start, text: own, words: wordStarts, samples } of segments) {
          const audio = { wordStarts, samples, sampleRateHz: RATE_HZ, markup }
          const { start: starts, end: ends, spans } = placedWordTimes(own, language, audio)
          for (const [i, span] of spans.entries()) {
            if (span.end > span.start && startMs + 500 * ((starts[i] ?? 0) + (ends[i] ?? 0)) < ms)
              expected = start + span.end
          }
          startMs += samples
        }
        const graphemes = [...new Intl.Segmenter().segment(text)].map(({ index }) => index)
        const place = graphemes.find((index) => index >= expected) ?? text.length
        if (ms < startMs) expect(heard[0]).toBe(text.slice(0, place))
      }),
    )
  })

  test('the same milliseconds are the same place at any rate of samples and however it is sent, and at another speed the same share', () => {
    fc.assert(
      fc.property(cases, fc.nat(4000), fc.constantFrom(8, 16, 24, 48), (written, ms, perMs) => {
        const { language, text, lengths, chunk, markup } = written
        const segments = segmentsOf(text, language, lengths, markup)
        const heardIn = (own: Partial<Writing>, positionMs: number): string | undefined => {
          const ledger = openLedger(language, undefined, RATE_HZ * (own.perMs ?? 1))
          ledger.addText(text, null)
          ledger.endTurn(null)
          if (speakInto(ledger, { segments, markup, chunk, ...own })) ledger.finishTurn(text.length, 0)
          return ledger.answer({ positionMs }, 0)?.heard.heard
        }
        const expected = heardIn({}, ms)
        expect(heardIn({ perMs, chunk: 1 + chunk * 7 }, ms)).toBe(expected)
        expect(heardIn({ perMs, speed: 0.5 }, 2 * ms)).toBe(expected)
      }),
    )
  })
})

const question = fc.record({
  kind: fc.constantFrom('answer' as const, 'interrupt' as const, 'last' as const),
  positionMs: fc.option(fc.nat(3000), { nil: undefined }),
  contextId: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
})
const action = fc.oneof(
  fc.record({
    kind: fc.constant('turn' as const),
    text: texts('eng'),
    contextId: fc.constantFrom('a', 'b', null),
    sent: fc.nat(1500),
  }),
  fc.record({ kind: fc.constant('text' as const), text: texts('eng'), contextId: fc.constantFrom('a', 'b', null) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(1500) }),
  question,
)

test('in any order of turns, interruptions and questions, an answer is a text of the client, cut once', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), fc.nat(500), (actions, lagMs) => {
      const track = new PlaybackClock(lagMs).open()
      const ledger = new HeardLedger({
        language: 'eng',
        sampleRateHz: RATE_HZ,
        track,
        memory: new HeardMemory(2 ** 20),
      })
      /** The texts so far of each turn. */
      const written = new Set<string>([''])
      let open = ''
      let nowMs = 0
      for (const each of actions) {
        if (each.kind === 'wait') nowMs += each.ms
        else if (each.kind === 'text' || each.kind === 'turn') {
          ledger.addText(each.text, each.contextId)
          open += each.text
          written.add(open)
          if (each.kind === 'text') continue
          ledger.endTurn(each.contextId)
          const segments = segmentsOf(open, 'eng', [100, 210], NO_MARKUP)
          const isWhole = speakInto(ledger, { segments, markup: NO_MARKUP, chunk: 50, until: each.sent, nowMs })
          if (isWhole) ledger.finishTurn(open.length, nowMs)
          else ledger.interrupt({}, nowMs)
          open = ''
        } else {
          const ask = () =>
            each.kind === 'last'
              ? ledger.answerAboutLast(each, nowMs)
              : each.kind === 'answer'
                ? ledger.answer(each, nowMs)
                : ledger.interrupt(each, nowMs)
          const answer = ask()
          expect(ask()).toEqual(answer)
          if (each.kind === 'interrupt') open = ''
          if (answer === undefined) continue
          const { heard, remaining, positionMs, from, alsoUnheard = [] } = answer.heard
          for (const text of [heard + remaining, ...alsoUnheard]) expect(written.has(text)).toBe(true)
          expect(positionMs).toBeLessThanOrEqual(Math.round(Math.max(ledger.endMs, each.positionMs ?? 0)))
          expect(from).toBe(each.positionMs === undefined ? 'clock' : 'client')
          if (positionMs === 0) expect(heard).toBe('')
        }
      }
    }),
  )
})

const HELLO = 'Hello there. How are you? '
const speak = (ledger: HeardLedger, text = HELLO, contextId: string | null = null) => {
  ledger.addText(text, contextId)
  ledger.endTurn(contextId)
  speakInto(ledger, { segments: segmentsOf(text, 'eng', [100], NO_MARKUP), markup: NO_MARKUP, chunk: 30 })
  ledger.finishTurn(text.length, 0)
}

test('positions go on through turns, and later turns are unheard', () => {
  const ledger = openLedger()
  speak(ledger, 'One two.', 'a')
  speak(ledger, 'Three four.', 'b')
  expect(ledger.endMs).toBe(500)
  expect(ledger.heardAt(120)).toMatchObject({
    turn: { contextId: 'a' },
    heard: 'One',
    remaining: ' two.',
    alsoUnheard: ['Three four.'],
  })
  expect(ledger.heardAt(250)).toMatchObject({ turn: { contextId: 'b' }, heard: '', alsoUnheard: [] })
  expect(ledger.heardAt(310)).toMatchObject({ heard: 'Three', remaining: ' four.' })
  expect(ledger.heardAt(9999)).toMatchObject({ turn: { contextId: 'b' }, heard: 'Three four.', remaining: '' })
})

test('after a stop, asking again gives the same answer, and the next turn counts from there', () => {
  const ledger = openLedger()
  speak(ledger, 'One two three.', 'a')
  speak(ledger, 'Four.', 'b')
  const { turn: _, ...first } = ledger.heardAt(160) ?? {}
  expect(first).toEqual({ heard: 'One two', remaining: ' three.', alsoUnheard: ['Four.'] })
  ledger.stopAt(160)
  expect([ledger.endMs, ledger.positionMs(9999)]).toEqual([160, 160])
  for (const ms of [160, 300, 9999]) expect(ledger.heardAt(ms)).toMatchObject(first)
  speak(ledger, 'Five six.', 'c')
  expect(ledger.heardAt(270)).toMatchObject({ turn: { contextId: 'c' }, heard: 'Five', remaining: ' six.' })
})

test('what was dropped or refused is not heard', () => {
  const ledger = openLedger()
  ledger.addText('One two. 你好', null)
  ledger.endTurn(null)
  const segments = segmentsOf('One two. ', 'eng', [100], NO_MARKUP)
  speakInto(ledger, { segments, markup: NO_MARKUP, chunk: 1000 })
  ledger.beginSegment({ start: 9, text: '你好', markup: NO_MARKUP })?.refuse()
  ledger.finishTurn(11, 0)
  expect(ledger.heardAt(9999)).toMatchObject({ heard: 'One two.', remaining: ' 你好' })
  ledger.addText('Three.', null)
  ledger.drop()
  ledger.addText('Four.', null)
  expect(ledger.turnAt(9999)?.text).toBe('Four.')
})

test('text that no flush ended belongs to the next turn when the turn ends by time', () => {
  const ledger = openLedger()
  ledger.addText('One two. And', null)
  speakInto(ledger, { segments: segmentsOf('One two. ', 'eng', [100], NO_MARKUP), markup: NO_MARKUP, chunk: 1000 })
  ledger.finishTurn(9, 0)
  expect(ledger.heardAt(250)).toMatchObject({ turn: { text: 'And' } })
  expect(ledger.heardAt(120)).toMatchObject({ heard: 'One', remaining: ' two. ', alsoUnheard: ['And'] })
  ledger.addText(' three.', null)
  expect(ledger.turnAt(250)?.text).toBe('And three.')
})

test('turns that were played a minute ago are dropped, all but the last with audio', () => {
  const memory = new HeardMemory(2 ** 20)
  const ledger = openLedger('eng', memory)
  speak(ledger)
  const { bytes } = memory
  for (let i = 0; i < 3; i++) speak(ledger)
  expect(memory.bytes).toBe(4 * bytes)
  ledger.addText('Hi.', null)
  ledger.endTurn(null)
  ledger.finishTurn(3, 100_000)
  expect(memory.bytes).toBe(bytes)
  expect(ledger.heardAt(ledger.endMs)).toMatchObject({ heard: HELLO, alsoUnheard: [] })
  ledger[Symbol.dispose]()
  expect(memory.bytes).toBe(0)
})

test('beyond the memory of a process, the oldest turns of all ledgers are forgotten', () => {
  const memory = new HeardMemory(3000)
  const ledgers = Array.from({ length: 10 }, () => openLedger('eng', memory))
  for (const ledger of ledgers) speak(ledger)
  expect(memory.bytes).toBeLessThanOrEqual(3000)
  const forgotten = ledgers.map((ledger) => ledger.turnAt(0)?.isForgotten)
  expect(forgotten).toEqual([...forgotten].sort().reverse())
  expect([forgotten[0], forgotten.at(-1)]).toEqual([true, false])
  expect(ledgers[0]?.heardAt(0)).toMatchObject({ heard: '', remaining: '' })
})
