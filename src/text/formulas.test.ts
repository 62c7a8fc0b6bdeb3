import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_MARKUP } from '../core/request.ts'
import { GrowingPlainText, plainText } from './markup.ts'
import { spokenText, spokenTokens } from './spoken-tokens.ts'

const plainOf = (text: string): string =>
  plainText(text)
    .text.replaceAll(/\s{1,9}/g, ' ')
    .trim()

describe('formulas of LaTeX', () => {
  test.each([
    [String.raw`\[ \frac{a}{c} = \sqrt{7} \]`, 'A over c equals square root of seven'],
    [String.raw`So \(y_2 \le 9\).`, 'So y two is less than or equal to nine.'],
    ['The law is $E = mc^2$.', 'The law is E equals M C squared.'],
    [String.raw`$$ \frac{1}{2} + \frac{3}{4} = \frac{5}{4} $$`, 'one half plus three quarters equals five over four'],
    [String.raw`\(\sqrt[3]{8} = 2\)`, 'cube root of eight equals two'],
    [String.raw`\(a^{10} \cdot b^{-1}\)`, 'A to the tenth times b to the minus one'],
    [String.raw`\(e^{i\pi} + 1 = 0\)`, 'e to the i pi plus one equals zero'],
    [String.raw`\(\pi \approx 3.14\)`, 'pi is approximately three point one four'],
    [String.raw`\(v = 5\text{ km}\)`, 'v equals five kilometers'],
    [String.raw`\(90^\circ\)`, 'ninety degrees'],
    [String.raw`\(\sin^2 x + \cos^2 x = 1\)`, 'sine squared of x plus cosine squared of x equals one'],
    [String.raw`\(\log_2 8 = 3\)`, 'log base two of eight equals three'],
    [String.raw`\(x \in A\)`, 'x in A'],
    [String.raw`\(x \neq y\)`, 'x is not equal to y'],
    [String.raw`Use \times for products.`, 'Use times for products.'],
    [String.raw`It is \frac{2}{3} of 9.`, 'It is two thirds of nine.'],
    [String.raw`\begin{equation} x = 2 \end{equation}`, 'x equals two'],
  ])('%s is read as a person would', (text, spoken) => expect(spokenText(text)).toBe(spoken))

  test.each([
    'It costs $5 or $6.',
    'From $5-$10 to $1.5M–$2M',
    'Set $HOME and $PATH.',
    'A$AP and Ke$ha',
    'Buy $AAPL, sell $TSLA.',
    'It is $5. It was $6.',
    '$ 5 and $ 6',
    '$$$ cheap $$$',
    String.raw`in C:\times\new`,
    String.raw`in C:\Users\alpha`,
  ])('%s has none', (text) => expect(plainText(text).text).toBe(text))

  test('what stands in their brackets and is none is text', () => {
    expect(plainOf(String.raw`see \[citation needed\] there`)).toBe('see citation needed there')
    expect(plainOf(String.raw`1\) first`)).toBe('1) first')
  })

  test('is read in other languages by their own tables', () => {
    const text = String.raw`\(\frac{a}{b} \le \sqrt{2}\)`
    expect(spokenText(text, undefined, 'ger')).toMatch(/geteilt durch .*kleiner gleich Wurzel aus zwei/)
    expect(spokenText(text, undefined, 'spa')).not.toMatch(/[\\{}]|frac|sqrt/)
  })

  test('words of it have their places in the text', () => {
    const text = String.raw`So \(x \le 5\) holds.`
    const [, , sign] = [...spokenTokens(text)]
    expect(sign && text.slice(sign.span.start, sign.span.end)).toBe(String.raw`\le`)
  })
})

describe('what a model thinks', () => {
  test.each([
    ['<think>Let me see. 2 + 2.</think>It is 4.', 'It is four.'],
    ['<think>\n\nHm.\n\n</think>\n\nYes.', 'Yes.'],
    ['<thinking>Hm</thinking> Yes.', 'Yes.'],
    ['Sure. <think>Hm</think> Yes.', 'Sure. Yes.'],
    ['<think>It was cut off', ''],
    ['Hi.\n<think>It was cut off', 'Hi.'],
    ['Use the <think> tag.', 'Use the tag.'],
  ])('%j is read %j', (text, spoken) => expect(spokenText(text)).toBe(spoken))
})

test.each([
  ['It is blue【4†source】.', 'It is blue.'],
  ['It is blue【12:3†report.pdf】【5†source】 and green.', 'It is blue and green.'],
])('the source in %s is not read', (text, spoken) => expect(spokenText(text)).toBe(spoken))

const PIECES = [
  ...String.raw`\[ \] \( \) $ $$ \frac{ \sqrt{ } { ^ _ \pi \times \text{ \le \begin{ \\ & 5 x ab word a . - / = <think> </think> 【4†s】 【`.split(
    ' ',
  ),
  ' ',
  '. ',
  '\n',
  '**',
]

test('any text: what is read of its beginning does not depend on what follows, nor on the pieces in which it comes', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }), (pieces) => {
      const whole = new GrowingPlainText(NO_MARKUP)
      whole.add(pieces.join(''), true)
      const growing = new GrowingPlainText(NO_MARKUP)
      const beginnings = [...pieces.join('')].map((character) => {
        growing.add(character, false)
        return growing.plain.text
      })
      growing.add('', true)
      expect(growing.plain.text).toBe(whole.plain.text)
      for (const beginning of beginnings) expect(whole.plain.text.startsWith(beginning)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('any formula: nothing of its commands is left, and its parts stand in the text in order', () => {
  const piece = fc.constantFrom(...PIECES.filter((one) => !/[<【$]|\\[\][()]/.test(one)))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = String.raw`\[${pieces.join('').replaceAll('\n', ' ')}=1\]`
      const plain = plainText(text)
      expect(plain.text).not.toMatch(/[\\{}&]/)
      let end = 0
      for (let i = 0; i < plain.text.length; i++) {
        expect(plain.sourceStart(i)).toBeGreaterThanOrEqual(Math.min(end, plain.sourceStart(i)))
        end = plain.sourceEnd(i + 1)
        expect(end).toBeLessThanOrEqual(text.length)
      }
    }),
  )
})

test.each([String.raw`\[`, String.raw`\(x`, String.raw`\frac{`, '$', '$x', '$$', '$5 ', '【', '<think>', '\n<think>'])(
  'reading many %j takes time in proportion to their number',
  (piece) => {
    const timeOf = (count: number) => {
      const start = performance.now()
      plainText(piece.repeat(count))
      return performance.now() - start
    }
    timeOf(2000)
    expect(timeOf(20_000)).toBeLessThan(2000)
  },
)
