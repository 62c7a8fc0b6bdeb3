import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Markup } from '../core/request.ts'
import { NO_MARKUP } from '../core/request.ts'
import type { Word } from '../core/utterance.ts'
import { GrowingPlainText, openPlainText, plainText } from './markup.ts'
import { planUtterances } from './plan-utterances.ts'

const PAUSES: Markup = { ...NO_MARKUP, pauses: true }
const PLAIN = { language: 'eng', rate: 1, markup: NO_MARKUP, isNormalized: true, isBusy: false } as const
const plan = (text: string, markup: Markup) =>
  [...planUtterances(text, { ...PLAIN, markup })].filter((utterance) => utterance !== undefined)
const wordsOf = (text: string, markup: Markup): Word[] =>
  plan(text, markup).flatMap(({ segments }) => segments.filter((segment) => segment.kind === 'word'))
const pausesOf = (text: string, markup = PAUSES) =>
  wordsOf(text, markup).flatMap(({ spoken, pauseBeforeMs }) => (pauseBeforeMs > 0 ? [[spoken, pauseBeforeMs]] : []))

describe('pauses', () => {
  test('come before the word after them', () => {
    expect(pausesOf('Hello <500> there <250>, friend.')).toEqual([
      ['there', 500],
      ['friend', 250],
    ])
  })

  test('C-synth-7: may have decimals', () => expect(pausesOf('a <1500.0> b')).toEqual([['b', 1500]]))
  test('add up', () => expect(pausesOf('a <100> <200>b')).toEqual([['b', 300]]))
  test('carry over sentences', () => expect(pausesOf('One. <700> Two.')).toEqual([['Two', 700]]))
  test('at the end are spoken too', () => expect(plan('Bye <900>', PAUSES).at(-1)?.pauseAfterMs).toBe(900))
  test('alone are silence', () => expect(plan('<900>', PAUSES)).toMatchObject([{ segments: [], pauseAfterMs: 900 }]))
  test('are bounded, together', () =>
    expect(pausesOf('a <50000> b <999999999> c')).toEqual([
      ['b', 50_000],
      ['c', 10_000],
    ]))
  test('with the flag off are none', () => expect(pausesOf('a <500> b', NO_MARKUP)).toEqual([]))

  test.each(['a < 500> b', 'a <-5> b', 'a <five> b', 'a <500 b', 'a <> b', 'a <1e3> b'])('%s has none', (text) => {
    expect(pausesOf(text)).toEqual([])
  })
})

describe("Deepgram's controls", () => {
  const BREAKS: Markup = { ...NO_MARKUP, breaks: true }
  const spokenOf = (text: string) => wordsOf(text, BREAKS).map(({ spoken }) => spoken)

  test.each([
    [String.raw`Take \{"word": "Xeomin", "pronounce": "ˈziːoʊmɪn"\} now.`, ['Take', 'Xeomin', 'now']],
    [String.raw`Take \{"pronounce":"\u02c8zi","word":"one two"\}, now`, ['Take', 'one', 'two', 'now']],
    [String.raw`\{"word":"Hi","pronounce":"haɪ"\}`, ['Hi']],
  ])('%s is read as its word', (text, words) => {
    expect(spokenOf(text)).toEqual(words)
    const { tags } = plainText(text, BREAKS)
    expect(tags).toHaveLength(2)
    for (const { span } of wordsOf(text, BREAKS)) expect(words).toContain(text.slice(span.start, span.end))
  })

  test('a pause is one where breaks are, and nowhere is it read', () => {
    const text = String.raw`One \{pause:500ms\} two \{pause: 1.5s\}three`
    expect(pausesOf(text, BREAKS)).toEqual([
      ['two', 500],
      ['three', 1500],
    ])
    expect(wordsOf(text, NO_MARKUP).map(({ spoken }) => spoken)).toEqual(['One', 'two', 'three'])
  })

  test('what is none is text, and one that is written in pieces waits for its end', () => {
    expect(plainText(String.raw`a \{b\} c \ {d}`, BREAKS).tags).toEqual([])
    const whole = String.raw`Take \{"word": "Xeomin", "pronounce": "x"\}`
    for (let length = 'Take \\{'.length; length < whole.length; length++) {
      expect(openPlainText(whole.slice(0, length), BREAKS)).toMatchObject({ text: 'Take ', waitsForEnd: true })
    }
    expect(openPlainText(whole, BREAKS)).toMatchObject({ text: 'Take Xeomin', waitsForEnd: false })
  })
})

describe("Cartesia's phones", () => {
  test.each([
    ['Say <<h|ə|l|oʊ>> now.', ['Say', 'now']],
    ['<<k|æ|t>>, <<d|ɒ|ɡ>> and you', ['and', 'you']],
    ['a <<b and c>> d', ['a', 'b', 'and', 'c', 'd']],
  ])('%s is read without them', (text, words) => {
    expect(wordsOf(text, NO_MARKUP).map(({ spoken }) => spoken)).toEqual(words)
  })

  test('that are written in pieces are waited for', () => {
    const text = 'Say <<h|ə|l|oʊ>> now.'
    for (let end = text.indexOf('<<'); end < text.indexOf(' now'); end++) {
      expect(openPlainText(text.slice(0, end), NO_MARKUP).text.trim()).toBe('Say')
    }
    expect(plainText('Say <<h|ə', NO_MARKUP).text).toBe('Say <<h|ə')
  })
})

describe('inline speed', () => {
  const ratesOf = (text: string, inlineRates: readonly number[]) =>
    wordsOf(text, { ...PAUSES, inlineRates }).map(({ spoken, rate }) => `${spoken} ${rate}`)

  test('holds for the words in brackets, in order', () => {
    expect(ratesOf('say [this] and [that thing] now', [0.5, 2])).toEqual([
      'say 1',
      'this 0.5',
      'and 1',
      'that 2',
      'thing 2',
      'now 1',
    ])
  })

  test('leaves groups without a value as they are', () => {
    expect(ratesOf('[a] [b]', [2])).toEqual(['a 2', 'b 1'])
  })

  test('spans a pause', () => {
    expect(pausesOf('[slow <300> words]', { ...PAUSES, inlineRates: [0.5] })).toEqual([['words', 300]])
  })
})

describe('phonemes', () => {
  const PHONEMES: Markup = { ...NO_MARKUP, phonemes: true }
  const phonemesOf = (text: string, markup = PHONEMES) =>
    wordsOf(text, markup).map(({ spoken, phonemes }) => phonemes?.join(' ') ?? spoken)

  test('stand in braces', () => {
    expect(phonemesOf('A {k1Ast0xm}, {h0El1o w1Rld}!')).toEqual(['A', 'K AH1 S T AH0 M', 'HH EH0 L OW1', 'W ER1 L D'])
  })

  test('may stand within a group of their own speed', () => {
    const [word] = wordsOf('[{h0El1o} you]', { ...PHONEMES, inlineRates: [0.5] })
    expect(word).toMatchObject({ phonemes: ['HH', 'EH0', 'L', 'OW1'], rate: 0.5, span: { start: 2, end: 8 } })
  })

  test('are read at the speed and after the pause that the text asks for', () => {
    const [, word] = wordsOf('wait <300> {h0El1o}', { ...PHONEMES, pauses: true })
    expect(word).toMatchObject({ pauseBeforeMs: 300, phonemes: ['HH', 'EH0', 'L', 'OW1'] })
  })

  test('with the flag off, or without an end, are text', () => {
    expect(phonemesOf('a {b} c', NO_MARKUP)).toEqual(['a', 'b', 'c'])
    expect(phonemesOf('a {b c')).toEqual(['a', 'b', 'c'])
  })

  test.each([
    ['{k1Qst}', 'phoneme "Q" at place 3 of {k1Qst} is not in the phonetic alphabet'],
    ['{}', 'phonemes in {} must not be empty'],
  ])('that are none are refused before anything is spoken: %s', (text, message) => {
    const fails = () => planUtterances(`Hello. ${text}`, { ...PLAIN, markup: PHONEMES }).next()
    expect(fails).toThrow(expect.objectContaining({ code: 'request.invalid', message }))
  })
})

test.each([
  ['{h0El1o}, world', 'hElo , world'],
  ['{h0El1o}. {w1Rld}!', 'hElo . wRld !'],
  ['[hello], [world]', 'hello , world'],
  ['[hello] <100>, world', 'hello , world'],
  ['"[hello]", world', 'hello , world'],
  ['wait <100> .5 km', 'wait point five kilometers'],
])('what ends a clause after markup is heard: %s', (text, spoken) => {
  const segments = plan(text, { ...PAUSES, phonemes: true, inlineRates: [1, 1] }).flatMap((one) => one.segments)
  expect(segments.map((one) => (one.kind === 'word' ? one.spoken : one.mark)).join(' ')).toBe(spoken)
})

test('any text: the parts are in order, do not overlap and leave out nothing but markup', () => {
  const piece = fc.constantFrom('<', '>', '[', ']', '12', '1.5', 'word', ' ', '.', '<50>', '[x]', '😀')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('')
      let end = 0
      const plain = plainText(text, { ...PAUSES, inlineRates: [2, 3] })
      for (const { span } of plain.parts) {
        expect(plain.text.slice(end, span.start)).toMatch(/^[[\]]{0,2}$/)
        expect(span.end).toBeGreaterThan(span.start)
        end = span.end
      }
      expect(plain.text.slice(end)).toMatch(/^\]?$/)
    }),
  )
})

const BREAK_PAUSES = { ...NO_MARKUP, breaks: true }
const heard = (text: string, markup: Markup = BREAK_PAUSES): string =>
  plan(text, markup)
    .flatMap(({ segments, pauseAfterMs }) =>
      segments.length === 0
        ? [`(${pauseAfterMs})`]
        : segments.map((one) =>
            one.kind === 'word' ? (one.pauseBeforeMs > 0 ? `(${one.pauseBeforeMs}) ` : '') + one.spoken : one.mark,
          ),
    )
    .join(' ')

describe('breaks', () => {
  test.each([
    ['<break time="1s"/>', 1000],
    ['<break time="1.5s" />', 1500],
    ["<break time='.5s'>", 500],
    ['<break time="+500ms"></break>', 500],
    ['<break time="1e3ms"/>', 1000],
    ['<BREAK TIME = "2S"/>', 2000],
    ['<break time=“1s”/>', 1000],
    ['<break time=1s/>', 1000],
    ['<break time="1s" strength="none"/>', 1000],
    ['<break strength="x-strong"/>', 1000],
    ['<break strength="none"/>', 0],
    ['<break/>', 400],
    ['<break time="1000s"/>', 10_000],
    ['<break time="1e999s"/>', 10_000],
    ['<break time="-1s"/>', 0],
    ['<break time="1"/>', 0],
    ['<break time="1 s"/>', 0],
    ['<break time="1.s"/>', 0],
    ['<break time="soon"/>', 0],
    ['<break time="soon" strength="weak"/>', 200],
    ['<pause time="1s"/>', 1000],
    ['<pause:1s>', 1000],
    ['<silence msec="250"/>', 250],
    ['<#0.5#>', 500],
    ['[pause:1s]', 1000],
    ['[pause 500ms]', 500],
    ['[PAUSE = 1.5 s]', 1500],
    ['[pause 2 seconds]', 2000],
    ['[2s pause]', 2000],
    ['[pause]', 400],
    ['[short pause]', 300],
    ['[long pause]', 1000],
  ])('%s is a pause of %d ms, and nothing where there are none', (markup, ms) => {
    expect(heard(`Go ${markup} on.`)).toBe(`Go ${ms > 0 ? `(${ms}) ` : ''}on .`)
    expect(heard(`Go${markup}on.`)).toBe(`Go ${ms > 0 ? `(${ms}) ` : ''}on .`)
    expect(heard(`Go ${markup} on.`, NO_MARKUP)).toBe('Go on .')
  })

  test('are bounded, together', () =>
    expect(
      heard('a <break time="9s"/>'.repeat(10))
        .match(/\d+/g)
        ?.reduce((sum, ms) => sum + Number(ms), 0),
    ).toBe(60_000))
  test('alone are silence', () => expect(heard('<speak><break time="1s"/></speak>')).toBe('(1000)'))
})

describe('tags', () => {
  test.each([
    [
      '<speak version="1.1" xml:lang="en-US">Hello <prosody rate="slow">my</prosody> friend.</speak>',
      'Hello my friend .',
    ],
    ['<?xml version="1.0"?><!DOCTYPE speak PUBLIC "-//W3C//DTD SYNTHESIS 1.0//EN" "x.dtd"><speak>Hi.</speak>', 'Hi .'],
    ['Hi <!-- not <b>read</b> --> there', 'Hi there'],
    ['Hi <!---> there <!--> now', 'Hi there now'],
    ['Hi <!-- never closed, there', 'Hi never closed , there'],
    ['<![CDATA[Hi there.]]>', 'Hi there .'],
    ['un<b>believ</b>able', 'unbelievable'],
    ['the <sub alias="World Wide Web">WWW</sub>', 'the World Wide Web'],
    ['<say-as interpret-as="characters">AB1</say-as>', 'A B , one'],
    ['<say-as interpret-as="date" format="dmy">10/12/2024</say-as>.', 'the tenth of december twenty twenty four .'],
    ['<say-as interpret-as="date" format="yyyymmdd">20241012</say-as>', 'the twelfth of october twenty twenty four'],
    ['<say-as interpret-as="telephone">*67</say-as> now', 'star six seven now'],
    ['oh <say-as interpret-as="expletive">damn</say-as> it', 'oh it'],
    ['<say-as interpret-as="unit">10 ft</say-as>', 'ten feet'],
    ['<phoneme alphabet="ipa" ph="təˈmeɪtoʊ">tomato</phoneme>', 'tomato'],
    ['<laugh> funny <made-up:tag x="1">too</made-up:tag>', 'funny too'],
    ['Go<br>on', 'Go , on'],
    ['<script>alert(1)</script>Hi', 'Hi'],
    ['Hi <break time="1', 'Hi'],
    ['caf&#233; &#xE9;t&eacute; &amp; more', 'cafe ete and more'],
  ])('%s is read %s', (text, spoken) => expect(heard(text)).toBe(spoken))

  test.each([
    ['a < b and c > d', 'A is less than b and c is greater than d'],
    ['x<5 and y>3', 'x is less than five and y is greater than three'],
    ['if a <b and c> d', 'if a is less than b and c is greater than d'],
    ['I <3 you', 'I love you'],
    ['a List<String> here', 'a List String here'],
    ['mail <bob@example.com> now', 'mail bob at example dot com , now'],
    ['see <https://example.com> now', 'see example dot com now'],
    ['press <Enter> now', 'press Enter now'],
  ])('%s has none', (text, spoken) => expect(heard(text)).toBe(spoken))

  test('of unknown names are counted', () => {
    const counts: number[] = []
    for (const _ of planUtterances('<laugh>Hi</laugh> <b>you</b> <sigh/>', {
      ...PLAIN,
      onUnknownTags: (n) => counts.push(n),
    }));
    expect(counts).toEqual([2])
  })
})

describe('directions in square brackets', () => {
  test.each([
    ['[laughs] That is funny.', 'That is funny .'],
    ["That's [sighs] fun[ny]. [applause]", "That's fun ny ."],
    ['[laughing softly] ok, [clears throat] then', 'ok , then'],
    ['[strong French accent] Hello [whispers], you', 'Hello , you'],
    ['[EXCITED] Yes! [starts laughing] No.', 'Yes ! No .'],
  ])('%s is read %s', (text, spoken) => expect(heard(text)).toBe(spoken))

  test.each([
    ['[hello] there', 'hello there'],
    ['say [the word happiness] now', 'say , the word happiness , now'],
    ['list[sad] is', 'list sad is'],
  ])('%s has none', (text, spoken) => expect(heard(text)).toBe(spoken))

  test('are words where brackets are markup of their own', () =>
    expect(heard('a [happy] day', { ...BREAK_PAUSES, cues: false })).toBe('a happy day'))
})

describe('citations', () => {
  test.each([
    ['As shown [1], it works[2].', 'As shown , it works .'],
    ['It is blue [1][2] and green [3-5].', 'It is blue and green .'],
    ['It works.[1, 2] Next.', 'It works . Next .'],
    ['It works[^1].', 'It works .'],
    ['Press [1], or choose [2].', 'Press one , or choose two .'],
    ['The answer is [2].', 'The answer is two .'],
    ['[1] Yes', 'one Yes'],
    ['see array[0] there', 'see array zero there'],
  ])('%s is read %s', (text, spoken) => expect(heard(text)).toBe(spoken))
})

describe('emphasis', () => {
  test.each([
    ['Press **1** to go on.', 'Press one to go on .'],
    ['**Press 1**, or *press 2*', 'Press one , or press two'],
    ['Press *1* or __2__ or _3_ or ***4***', 'Press one or two or three or four'],
    ['Press **#** now', 'Press pound now'],
    ['Press ~~2~~ or ==3==', 'Press two or three'],
    ['Press **1**/**2**', 'Press one two'],
    ["Dial *67 or press '*' or (*).", 'Dial star six seven or press star or , star .'],
    ['Dial ***67** now', 'Dial star six seven now'],
    ['About ~5 == 5', 'About approximately five equals five'],
    ['Press * now', 'Press star now'],
    ['Press ** now', 'Press star now'],
    ['Press ***.', 'Press star .'],
    ['Press **\\***.', 'Press star .'],
    ['Dial *67 first', 'Dial star six seven first'],
    ['Dial **911** now', 'Dial nine one one now'],
    ['Dial *#06#', 'Dial star pound zero six pound'],
    ['Enter **0 or 9**.', 'Enter zero or nine .'],
    ['my_private_name and 2 * 3', 'my private name and two times three'],
    ['Your code is **X7K9Q2**.', 'Your code is X seven K , nine Q two .'],
  ])('%s is read %s', (text, spoken) => expect(heard(text)).toBe(spoken))
})

test("any text: spans of words stand in the caller's text, in order", () => {
  const piece = fc.constantFrom(
    '<b>',
    '</b>',
    '<break time="1s"/>',
    '**',
    '*',
    '&amp;',
    '<sub alias="a b">',
    '</sub>',
    '<',
    '>',
    'word',
    'é',
    ' ',
    '. ',
    '[pause]',
    '<![CDATA[',
    ']]>',
    '\\',
    '5',
    '\n',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('')
      let start = 0
      for (const { span } of wordsOf(text, BREAK_PAUSES)) {
        expect(span.start).toBeGreaterThanOrEqual(start)
        expect(span.end).toBeLessThanOrEqual(text.length)
        expect(span.end).toBeGreaterThan(span.start)
        start = span.start
      }
    }),
  )
})

test('any text: what is read of its beginning does not depend on what follows, nor on the pieces in which it comes', () => {
  const written = String.raw`< > / b <b> </b> <p> <li> </sub> <!-- --> <spell> </spell> <![CDATA[ ]]> ]
    * ** *** _ ~ ~~ == \ \{ \} "word": "x" pause:500ms & [laughs] [^1] &amp; &lt;b&gt; &lt; &gt ; [ [pause] [x] { } {h0El1o} <# 5 <50> word é . " =`
  const piece = fc.constantFrom(...written.split(/\s+/), '<break time="1s"/>', '<sub alias="a b">', ' ', '. ', '\n')
  const markups = fc.constantFrom<Markup>(NO_MARKUP, BREAK_PAUSES, {
    pauses: true,
    breaks: true,
    cues: true,
    phonemes: true,
    inlineRates: [2, 3],
  })
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), markups, (pieces, markup) => {
      const whole = new GrowingPlainText(markup)
      whole.add(pieces.join(''), true)
      const growing = new GrowingPlainText(markup)
      const beginnings = [...pieces.join('')].map((character) => {
        growing.add(character, false)
        return growing.plain.text
      })
      growing.add('', true)
      const { sourceStart, sourceEnd, groups, ...expected } = whole.plain
      expect(growing.plain).toMatchObject(expected)
      for (const beginning of beginnings) expect(expected.text.startsWith(beginning)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('an alias of nothing has the place of its tag', () => {
  expect(wordsOf('Hi <sub alias="you two"></sub>!', BREAK_PAUSES).map(({ spoken, span }) => [spoken, span])).toEqual([
    ['Hi', { start: 0, end: 2 }],
    ['you', { start: 3, end: 24 }],
    ['two', { start: 3, end: 24 }],
  ])
})

test.each([
  '<',
  '<a ',
  '<a b="',
  '<!--',
  '<![CDATA[',
  '<?x ',
  '[pause',
  '*a ',
  '**',
  '_',
  '&#',
  '<sub alias="a">',
  '<say-as interpret-as="characters">',
  '\\*',
  '<!doctype ',
])('reading many %j takes time in proportion to their number', (piece) => {
  const timeOf = (count: number) => {
    const start = performance.now()
    plainText(piece.repeat(count), BREAK_PAUSES)
    return performance.now() - start
  }
  timeOf(2000)
  expect(timeOf(20_000)).toBeLessThan(2000)
})

test('a run of a million stars is looked at once, however many stars are before it', () => {
  const start = performance.now()
  plainText('*a '.repeat(60) + '*'.repeat(1_000_000))
  expect(performance.now() - start).toBeLessThan(1000)
})

test.each([
  ['<user-card>Hello</user-card> there', 'Hello there'],
  ['Use <my-button> here', 'Use here'],
  ['<your-card>Hello</your-card> there', 'Hello there'],
  ['<your-card id="4"> there', 'there'],
  ['<first_name>Ann</first_name> came', 'Ann came'],
  ['Put <your_api_key> here', 'Put <your_api_key> here'],
  ['Put <api_key> or <your-name> here', 'Put <api_key> or <your-name> here'],
])('%j: a placeholder is text, an element of any name is none', (text, plain) => {
  expect(plainText(text).text.replaceAll(/ +/g, ' ').trim()).toBe(plain)
})
