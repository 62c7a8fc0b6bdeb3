import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finish } from '../core/steps.ts'
import { chaptersOf, partsOf } from './chapters.ts'

const cut = (text: string) => finish(partsOf([{ title: '', text }], 'eng'))

test('a text is cut at headings of the first two levels, which are titles and are spoken', () => {
  const text = 'Before.\n\n# One\n\nText #1.\n### Part\n## Two ##\r\nMore.\n#hashtag\n# \n'
  expect(finish(chaptersOf(text))).toEqual([
    { title: '', text: 'Before.\n\n' },
    { title: 'One', text: 'One\n\nText #1.\n### Part\n' },
    { title: 'Two', text: 'Two ##\r\nMore.\n#hashtag\n# \n' },
  ])
})

test('a text without headings is one chapter, and one without words is none', () => {
  expect(finish(chaptersOf('Just a text.'))).toEqual([{ title: '', text: 'Just a text.' }])
  expect(finish(chaptersOf(' \n\n '))).toEqual([])
})

test('parts end at paragraphs, else at sentences, else at spaces', () => {
  const words = 'word '.repeat(200).trim()
  const sentence = `${'Word '.repeat(120).trim()}. `
  const paragraphs = [`${words}.\n\n`, `${words}.\n\n`]
  expect(cut(paragraphs.join('')).map(({ text }) => text)).toEqual(paragraphs)
  expect(cut(sentence.repeat(3)).map(({ text }) => text.length)).toEqual([1202, 601])
  for (const { text } of cut('word '.repeat(1000)).slice(0, -1)) expect(text.endsWith(' ')).toBe(true)
})

test('a chapter ends with a longer pause than a paragraph, and the last one with none', () => {
  const chapters = [
    { title: 'A', text: `${'a '.repeat(700)}\n\nb` },
    { title: 'Empty', text: ' ' },
    { title: 'B', text: 'c' },
  ]
  const parts = finish(partsOf(chapters, 'eng'))
  expect(parts.map(({ part, chapter, title }) => [part, chapter, title])).toEqual([
    [0, 1, 'A'],
    [1, 2, 'B'],
  ])
  expect(parts.map(({ pauseAfterMs }) => pauseAfterMs)).toEqual([1400, 0])
})

test('parts are the whole text, each of at most 1,500 units', () => {
  const piece = fc.constantFrom(
    'a',
    ' ',
    '\n',
    '\n\n',
    '. ',
    '😀',
    '語',
    'word '.repeat(100),
    'x'.repeat(900),
    '😀'.repeat(800),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const parts = cut(pieces.join(''))
      const withoutSpace = (text: string) => text.replaceAll(/\s/g, '')
      expect(withoutSpace(parts.map(({ text }) => text).join(''))).toBe(withoutSpace(pieces.join('')))
      for (const { text } of parts) expect(text.length).toBeLessThanOrEqual(1500)
      for (const { text } of parts) expect(encodeURIComponent(text)).toBeDefined() // throws for half a character
    }),
  )
})
