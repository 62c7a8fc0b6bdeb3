import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../core/language.ts'
import { splitSentences } from './sentences.ts'

const sentencesOf = (text: string) =>
  [...splitSentences(text, 'eng')].map(({ start, end }) => text.slice(start, end).trim()).filter((s) => s !== '')

// A bar marks where a sentence ends.
test.each([
  'Dad said no.|We left.',
  'See no. 5 and vol. 3, p. 12.|Then stop.',
  'Dr. Smith met Mrs. Jones.|They spoke.',
  'I met Dr. Who!|He left.',
  'We saw Dr. No yesterday.',
  'She lives on Baker St.|The house is old.',
  'He lives on Main St. in Boston.|I do not.',
  'She works at St. Mary Hospital.',
  'He lives on Main St.|It is quiet.',
  'We meet at 5 p.m. on Monday.|Come at 5 p.m.|The door is open.',
  'OPEN FROM 9 A.M. TO 5 P.M. ON MONDAY.|WE CLOSE AT 5 P.M.|THE GATE IS SHUT.',
  'Open to 5 p.m.|To reach us, call.',
  'J. R. R. Tolkien wrote it.',
  'Take vitamin C.|It helps.',
  'It costs 2.5 dollars, e.g. for tea, i.e. little.',
  'Wait... what?|Really?!|Yes.',
  'Wait...|What was that?',
  'A warning for... Polk County... Story County.|The next one is at nine.',
  'It is... Never mind.|And then... Silence.|We left...|The sun rose.',
  'Your S. I. M. points expire.|F. B. I. agents came.|Plan A.|I agree.',
  'We have two: 1. Red Lake; and 2. Blue Hill.|Which one?',
  'Plans: 1. Basic, 2. Plus and 3. Premium.|Choose.',
  'It is 1 or 2.|Then choose between 1 and 2.|Mind the score: 5.|We won.',
  '“Stop.”|She stopped.',
  'He asked “Why?” and left.',
  '(It rained.)|We stayed.',
  '*"Who am I?"*',
  '**"Stop."**',
  'Visit www.example.com/a.b?c=1 or mail a.b@c.org.|Thanks.',
  'Version 2.0.1 is out.|Get it.',
  'The U.S. Government agreed.|In the U.S.|It was cold.',
  '1. First things.|2. Second things.',
  'Milk\n|Eggs\n|Bread',
  'This line was\nbroken in the middle.|This was not.',
  'A heading\n\n|a paragraph in lower case',
  'Apples, pears, etc. are fruit.|Carrots, etc.|They are not.',
  'Acme Inc. Chairman Lee spoke.|He left.',
])('%j', (marked) => {
  const text = marked.replaceAll('|', ' ')
  expect(sentencesOf(text)).toEqual(marked.split('|').map((sentence) => sentence.trim()))
})

test('any text: sentences cover it without a gap', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom(...LANGUAGES), (text, language) => {
      let end = 0
      for (const span of splitSentences(text, language)) {
        expect(span.start).toBe(end)
        expect(span.end).toBeGreaterThan(span.start)
        end = span.end
      }
      expect(end).toBe(text.length)
    }),
  )
})

test('a sentence without end is parted at white space, not in a word', () => {
  const text = 'word '.repeat(5000)
  for (const { start } of splitSentences(text, 'eng')) expect(start % 5).toBe(0)
})
