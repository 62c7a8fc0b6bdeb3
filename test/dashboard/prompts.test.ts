import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../property-seed.ts'
import { readPrompts } from '../../dashboard/src/speech/prompts.ts'

const NAME = fc.stringMatching(/^[a-z0-9]{1,12}$/)
const TEXT = fc.array(fc.constantFrom('word', ',', ';', '"', '\n', ' ', 'ñ', '你好', '🙂'), {
  minLength: 1,
  maxLength: 12,
})
const PROMPTS = fc.array(
  fc.record({
    name: NAME,
    // A row of CSV must not be empty, and ends in no space that belongs to it.
    text: TEXT.map((pieces) => `a${pieces.join('')}b`),
    speaker: fc.option(NAME, { nil: undefined }),
  }),
  { minLength: 1, maxLength: 8 },
)

const quoted = (field: string | undefined): string => `"${(field ?? '').replaceAll('"', '""')}"`

test('prompts of any texts are read from CSV and from JSON as they were written', () => {
  fc.assert(
    fc.property(PROMPTS, (prompts) => {
      const expected = JSON.parse(JSON.stringify(prompts))
      const rows = prompts.map(({ name, text, speaker }) => [name, speaker, text].map(quoted).join(','))
      expect(readPrompts(['Name, speaker ,text', ...rows].join('\n'))).toEqual({ prompts: expected })
      expect(readPrompts(JSON.stringify(prompts))).toEqual({ prompts: expected })
    }),
  )
})

test('columns may be separated by semicolons, as spreadsheets of some countries do', () => {
  expect(readPrompts('\ufeffname;text\r\nhello;Good day, all\r\n\r\n')).toEqual({
    prompts: [{ name: 'hello', text: 'Good day, all' }],
  })
})

test.each([
  ['', undefined],
  ['name\nhello', 'The first line must name the columns name and text.'],
  ['name,text\na,b\nhello,Good day, all', 'Prompt 2: a text with commas must be in quotation marks.'],
  ['name,text\nhello,"Good day', 'Prompt 1: a quotation mark is misplaced or not closed.'],
  ['{"name": "a"}', 'The JSON must be an array of objects with name and text.'],
  ['[null]', 'Prompt 1: it must be an object with name and text.'],
  ['[{"name": "a", "text": "b"}, "a"]', 'Prompt 2: it must be an object with name and text.'],
  ['[[]]', 'Prompt 1: it must be an object with name and text.'],
  ['[{"name": {"toString": 1}, "text": "a"}]', 'Prompt 1: name must be a string.'],
  ['[{"name": "a", "text": "b", "lang": null}]', 'Prompt 1: lang must be a string.'],
  ['[{"name": ]', 'The prompts are not valid JSON.'],
])('%j is not read as something else', (text, fault) => {
  expect(readPrompts(text)).toEqual(fault === undefined ? { prompts: [] } : { prompts: [], fault })
})

test('whatever the JSON, what is read are prompts, or a fault is told', () => {
  const field = fc.oneof(fc.string(), fc.jsonValue())
  const prompt = fc.record({ name: field, text: field, speaker: field, lang: field }, { requiredKeys: [] })
  fc.assert(
    fc.property(fc.array(fc.oneof(prompt, fc.jsonValue())), (list) => {
      const { prompts, fault } = readPrompts(JSON.stringify(list))
      expect(prompts).toHaveLength(fault === undefined ? list.length : 0)
      for (const { name, text, speaker, lang } of prompts)
        for (const value of [name, text, speaker, lang]) expect(['string', 'undefined']).toContain(typeof value)
    }),
  )
})
