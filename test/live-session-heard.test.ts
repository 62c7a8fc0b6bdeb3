import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_MARKUP } from '../src/core/request.ts'
import type { Segmentation } from '../src/core/segmentation.ts'
import { createHeardLedger, createStage } from './live-session-stage.ts'

/** The engine of the stage says every word in 100 ms. */
const WORD_MS = 100

function createHeardStage(options: Parameters<typeof createStage>[0] = {}) {
  const ledger = createHeardLedger()
  return { ledger, stage: createStage({ endsTurnsByFlush: true, ...options, ledger }) }
}

const PIECES = [
  'One',
  ' two',
  '. ',
  ' ',
  '\n\n',
  '<b>',
  '</b>',
  'three!',
  ' (four)',
  ' 😀',
  '  ',
  '? ',
  ' five-six,',
  '... ',
]
const turns = fc.array(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), { minLength: 1, maxLength: 4 })

test('the words of a turn are found in its text wherever its messages and segments were cut', async () => {
  const segmentations = fc.constantFrom<Segmentation>('bySentence', 'immediate', 'never')
  await fc.assert(
    fc.asyncProperty(turns, segmentations, fc.boolean(), async (texts, segmentation, pauses) => {
      const { ledger, stage } = createHeardStage({ segmentation, endsTurnsByFlush: true })
      let startMs = 0
      for (const pieces of texts) {
        for (const piece of pieces) {
          stage.text(piece)
          if (pauses) await stage.clock.advance(20)
        }
        stage.command('flush')
        await stage.clock.advance(1000)
        const text = pieces.join('')
        const read = text.replaceAll(/<\/?b>/g, (tag) => ' '.repeat(tag.length))
        const words = [...read.matchAll(/[\p{L}\p{N}]+/gu)]
        if (ledger.endMs === startMs) continue
        const at = (ms: number) => ledger.heardAt(startMs + ms)
        expect(at(ledger.endMs)).toMatchObject({ heard: text, remaining: '', alsoUnheard: [] })
        // Shortly after the middle of a word that stands alone, it is heard and the next is not.
        for (const [i, { 0: word, index }] of words.entries()) {
          const { heard = '', remaining } = at((i + 0.7) * WORD_MS) ?? {}
          expect(heard + remaining).toBe(text)
          const isAlone = /^(?:$|\s)/.test(read.slice(index + word.length)) && /(?:^|\s)$/.test(read.slice(0, index))
          const isNextAlone = words[i + 1] === undefined || /\s/.test(read.charAt((words[i + 1]?.index ?? 0) - 1))
          if (isAlone && isNextAlone && !/[^\s\p{L}]/u.test(text)) expect(heard.endsWith(word)).toBe(true)
        }
        startMs = ledger.endMs
      }
    }),
  )
})

test('words are heard while their sentence is still being spoken', async () => {
  const { ledger, stage } = createHeardStage({ nextDelayMs: () => 300 })
  stage.text('One two three four five. Six')
  await stage.clock.advance(750)
  expect(ledger.endMs).toBe(200)
  expect(ledger.heardAt(160)).toMatchObject({ heard: 'One two', remaining: ' three four five. Six' })
  expect(ledger.heardAt(9999)).toMatchObject({ heard: 'One two', remaining: ' three four five. Six' })
  stage.command('clear')
  stage.text('Seven.')
  await stage.clock.advance(5000)
  expect(ledger.turnAt(9999)?.text).toBe('Seven.')
})

test('a text that cannot be spoken stays unheard, and a turn without a flush ends where its audio does', async () => {
  const { ledger, stage } = createHeardStage({ endsTurnsByFlush: false })
  stage.text('One. {x}. Two. And')
  await stage.clock.advance(2000)
  expect(stage.reported().filter((line) => line.startsWith('error'))).toHaveLength(1)
  expect(ledger.heardAt(ledger.endMs - 1)).toMatchObject({ remaining: ' ', alsoUnheard: ['And'] })
  stage.text(' three.')
  stage.command('flush')
  await stage.clock.advance(2000)
  expect(ledger.heardAt(ledger.endMs)).toMatchObject({ heard: 'And three.', remaining: '' })
})

test('texts after a change of the rate are spoken at it, from the next segment on', async () => {
  const { stage } = createHeardStage()
  stage.text('One. Two')
  stage.session.take({ kind: 'rate', rate: 1.5, contextId: undefined })
  stage.text('. ', undefined, NO_MARKUP)
  stage.command('flush')
  await stage.clock.advance(1000)
  expect(stage.spoken.map(({ text, rate }) => [text.trim(), rate])).toEqual([
    ['One.', undefined],
    ['Two.', 1.5],
  ])
})

test('only a session that may be empty has no audio for a text with nothing to speak', async () => {
  for (const mayBeEmpty of [true, false]) {
    const { stage } = createHeardStage({ mayBeEmpty, hasWordTimes: false })
    stage.text('...')
    stage.command('flush')
    await stage.clock.advance(1000)
    expect(stage.events.map(({ kind }) => kind)).toEqual(mayBeEmpty ? ['done'] : ['chunk', 'done'])
  }
})
