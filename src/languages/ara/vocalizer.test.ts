import { expect, test } from 'vitest'
import { VocalizedWords } from './vocalized-words.ts'
import { MARKS, type ScoreMarks, vocalize } from './vocalizer.ts'

const LISTS = new VocalizedWords(['مِنْ فَضْلِكَ', 'بَيْت', 'مَدْرَسَة', 'اِتِّصَال', 'إِلَى'])
const noNetwork: ScoreMarks = async () => null
const marksOf = async (text: string, scoreMarks = noNetwork): Promise<(string | undefined)[]> => {
  const words = await vocalize(
    text.split(' ').map((word) => ({ word })),
    LISTS,
    scoreMarks,
  )
  return words.map((letters) => letters?.map(({ isDoubled, vowel }) => (isDoubled ? '2' : '') + vowel).join(' '))
}
/** Scores one mark above all others, everywhere. */
const always =
  (number: number): ScoreMarks =>
  async (characters) =>
    Float32Array.from({ length: characters.length * MARKS.length }, (_, i) => (i % MARKS.length === number ? 1 : 0))
const numberOf = (vowel: string): number => MARKS.findIndex((mark) => mark?.vowel === vowel && !mark.isDoubled)

test('without a network only words with certain marks are read', async () => {
  expect(await marksOf('من فضلك كتب مُدُنٌ')).toEqual(['i o', 'a o i a', undefined, 'u u un'])
})

test.each([
  ['an ending', 'بيت', 'a o u'],
  ['an article', 'البيت', '- o a o u'],
  ['a preposition with the article', 'للبيت', 'i o a o u'],
  ['a conjunction and a preposition', 'وببيت', 'a i a o u'],
  ['a suffix', 'بيتك', 'a o u a'],
  ['a suffix after ة', 'مدرستنا', 'a o a a u a -'],
  ['an article before a joining alif', 'الاتصال', '- i - 2i a - u'],
])('a listed noun takes %s', async (_, word, marks) => {
  expect(await marksOf(word, always(numberOf('u')))).toEqual([marks])
})

test('the network decides only what is open, and only by marks that are possible there', async () => {
  expect(await marksOf('كُتب', always(numberOf('a')))).toEqual(['u a a'])
  expect((await marksOf('كتاب', always(numberOf('un'))))[0]).toMatch(/un$/)
  expect((await marksOf('الكتاب', always(numberOf('un'))))[0]).not.toMatch(/un/)
  expect(await marksOf('مّر', always(numberOf('i')))).toEqual([expect.stringMatching(/^2/)])
})

test('the network gets pieces of a bounded length, and each word once', async () => {
  const lengths: number[] = []
  const words = await marksOf(new Array(2000).fill('كلمات').join(' '), async (characters) => {
    lengths.push(characters.length)
    return new Float32Array(characters.length * MARKS.length)
  })
  expect(words).toHaveLength(2000)
  expect(Math.max(...lengths)).toBeLessThan(300)
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(2000 * 6 + 1)
})
