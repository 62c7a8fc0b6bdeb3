import { describe, expect, test } from 'vitest'
import type { Language } from '../core/language.ts'
import { NO_MARKUP } from '../core/request.ts'
import { planUtterances } from './plan-utterances.ts'
import { spokenTokens } from './spoken-tokens.ts'

const planOf = (text: string, language: Language = 'eng', isNormalized = true) =>
  [...planUtterances(text, { language, rate: 1, markup: NO_MARKUP, isNormalized, isBusy: false })].filter(
    (utterance) => utterance !== undefined,
  )

const readingsOf = (text: string, language?: Language, isNormalized?: boolean) =>
  planOf(text, language, isNormalized).map(
    ({ language, segments }) =>
      `${language}: ${segments.map((segment) => (segment.kind === 'word' ? segment.spoken : segment.mark)).join(' ')}`,
  )

describe('words in the script of another language', () => {
  test.each<readonly [Language, string, readonly string[]]>([
    ['eng', 'He lives in Москва, near 5 lakes.', ['eng: He lives in', 'rus: Москва ,', 'eng: near five lakes .']],
    ['eng', 'Привет, как дела?', ['rus: Привет , как дела ?']],
    ['spa', 'La palabra λόγος y Αθήνα.', ['spa: La palabra', 'ell: λόγος', 'spa: y', 'ell: Αθήνα .']],
    ['fra', 'Dites שלום à tous.', ['fra: Dites', 'heb: שלום', 'fra: à tous .']],
    ['ger', 'Das heißt 안녕하세요.', ['ger: Das heißt', 'kor: 안녕하세요 .']],
    ['eng', 'Say नमस्ते or مرحبا now.', ['eng: Say', 'hin: नमस्ते', 'eng: or', 'ara: مرحبا', 'eng: now .']],
    ['eng', 'They say 北京大学 here.', ['eng: They say', 'cmn: 北京 大学', 'eng: here .']],
    ['por', 'Diga 東京タワー agora.', ['por: Diga', 'jpn: 東京タワー', 'por: agora .']],
    ['ara', 'هذا Москва هنا.', ['ara: هذا', 'rus: Москва', 'ara: هنا .']],
    ['heb', 'גר ב Москва היום.', ['heb: גר ב', 'rus: Москва', 'heb: היום .']],
    ['jpn', 'これはМоскваです。', ['jpn: これ は', 'rus: Москва', 'jpn: です 。']],
  ])('%s: "%s" is read by its rules', (language, text, readings) => {
    expect(readingsOf(text, language)).toEqual(readings)
  })

  test.each<readonly [Language, string, readonly string[]]>([
    ['eng', 'In Москва, near 北京 and 東京タワー.', ['In', 'Москва', ',', 'near', '北京', 'and', '東京タワー', '.']],
    ['hin', 'मैं 東京 गया', ['मैं', '東京', 'गया']],
    ['eng', 'The angle α in ខ្មែរ', ['The', 'angle', 'alpha', 'in', 'Khmaer']],
  ])('%s: "%s" is explained as it is read, word by word', (language, text, spoken) => {
    expect([...spokenTokens(text, undefined, language)].map((token) => token.spoken)).toEqual(spoken)
  })

  test('are read so without normalization too', () => {
    expect(readingsOf('He lives in Москва now.', 'eng', false)).toEqual([
      'eng: He lives in',
      'rus: Москва',
      'eng: now .',
    ])
  })

  test('keep their places and the pauses of their punctuation', () => {
    const text = 'He lives in Москва, near lakes.'
    const plan = planOf(text)
    const words = plan.flatMap(({ segments }) => segments.filter((segment) => segment.kind === 'word'))
    expect(words.map(({ span }) => text.slice(span.start, span.end))).toEqual([
      'He',
      'lives',
      'in',
      'Москва',
      'near',
      'lakes',
    ])
    expect(plan.map(({ pauseAfterMs }) => pauseAfterMs)).toEqual([0, 200, 120])
  })

  test.each(['The angle α is small.', 'Voilà le café de Zürich.', 'He said naïve façade.'])(
    '"%s" stays with the voice',
    (text) => {
      expect(planOf(text).map(({ language }) => language)).toEqual(['eng'])
    },
  )
})
