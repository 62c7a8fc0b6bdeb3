import { expect, test } from 'vitest'
import { NO_MARKUP } from '../core/request.ts'
import { detectedFrom } from '../languages/text-language.ts'
import { createLexicon, readWordList } from '../lexicon/lexicon.ts'
import { createPlanner } from './planner.ts'
import { planningLog } from './planning-log.ts'

const OPTIONS = { model: 'coda', language: 'eng', rate: 1, markup: NO_MARKUP, isNormalized: true } as const
const PLACE = { isBusy: false, isContinued: false, isOpenEnded: false }
const GERMAN = 'Guten Morgen, Ihre Bestellung ist heute bei uns angekommen.'

const lexicon = createLexicon({ wordList: readWordList(), predict: () => [] })

function plannerWithLog() {
  let nowMs = 0
  const log: unknown[] = []
  const warn = (...line: unknown[]) => void log.push(line)
  const logger = { warn } as unknown as Parameters<typeof planningLog>[0]
  const plan = createPlanner({ lexicon, entriesIn: () => undefined, ...planningLog(logger, () => new Date(nowMs)) })
  return {
    log,
    read: (text: string, options: object = {}) => void [...plan(text, { ...OPTIONS, ...PLACE, ...options })],
    wait: (ms: number) => {
      nowMs += ms
    },
  }
}

test('texts in another language than they are read in are counted in the log once a minute, without the text', () => {
  const { log, read, wait } = plannerWithLog()
  for (let i = 0; i < 4; i++) read(GERMAN)
  read('これは日本語の文章です。とても長いです。')
  wait(60_000)
  read(GERMAN)
  const sentence = 'texts seem to be in another language than the one they are read in'
  expect(log).toEqual([
    [{ spoken: 'eng', written: 'ger', count: 1 }, sentence],
    [{ spoken: 'eng', written: 'jpn', count: 1 }, sentence],
    [{ spoken: 'eng', written: 'ger', count: 4 }, sentence],
  ])
})

test.each([
  ['Good morning, your order has arrived with us today.', {}],
  [GERMAN, { language: 'ger' }],
  [GERMAN, { detected: detectedFrom('eng') }],
  ['Guten Tag!', {}],
  ['Dr. Müller', {}],
  ['José Martínez y Ortega', {}],
  ['東京', {}],
])('nothing is logged of %s with %j', (text, options) => {
  const { log, read } = plannerWithLog()
  read(text, options)
  expect(log).toEqual([])
})
