import { expect, test } from 'vitest'
import { utteranceOf } from '../../../test/contracts/speech-recording.ts'
import type { Language } from '../../core/language.ts'
import { questionFalls } from './question-words.ts'

const tokensOf = (text: string): string[] => text.match(/[\p{L}'’]+|[,.?]/gu) ?? []
const utterance = (text: string, language: Language = 'eng') => utteranceOf(language, tokensOf(text))

test.each([
  'When do you close?',
  "What's your name?",
  "Okay, what's your date of birth?",
  'Hi Anna, how can I help you?',
  'Sorry, what did you say?',
  'At what time?',
  'For how many people?',
  'So on which day?',
  'What would you like, tea?',
  'Would you like tea or coffee?',
])('"%s" asks for a word and falls', (text) => {
  expect(questionFalls(utterance(text))).toBe(true)
})

test.each([
  'Are you there?',
  'Hello, are you still there?',
  'Would you like something or not at all, sir, if I may ask that of you today?',
  'Is it what you wanted?',
  'You are coming, are you?',
])('"%s" asks for yes or no and rises', (text) => {
  expect(questionFalls(utterance(text))).toBe(false)
})

test.each([
  ['ger', 'Guten Tag, wie geht es Ihnen?'],
  ['spa', 'Hola, ¿cómo está usted?'],
  ['fra', 'Bonjour, comment allez-vous?'],
] as const)('in %s a question after a greeting falls: "%s"', (language, text) => {
  expect(questionFalls(utterance(text, language))).toBe(true)
})

test('a question that was cut is judged by its beginning', () => {
  const { segments } = utterance('When would you like to come in')
  const rest = utterance('for your next appointment?')
  expect([questionFalls({ ...rest, sentenceStart: segments }), questionFalls(rest)]).toEqual([true, false])
})
