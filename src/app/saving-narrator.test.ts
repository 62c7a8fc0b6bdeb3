import { expect, test } from 'vitest'
import { NO_MARKUP } from '../core/request.ts'
import { Samples } from '../core/samples.ts'
import { savingNarrator } from './saving-narrator.ts'
import type { Narrator, SpokenEvent } from './speak.ts'

const AUDIO: SpokenEvent = { kind: 'audio', samples: new Samples(new Int16Array(1)) }

const NARRATOR: Narrator = {
  beginTurn: () => ({
    async *speak({ text }) {
      yield AUDIO
      if (text === 'Crash.') throw new Error('crashed')
      yield AUDIO
    },
    [Symbol.dispose]: () => {},
  }),
}

const textOf = (text: string) =>
  ({
    text,
    markup: NO_MARKUP,
    isContinued: false,
    isOpenEnded: true,
  }) as const

test('each text is saved once it has been spoken, failed or was stopped, while the turn goes on', async () => {
  const saved: string[] = []
  const turn = savingNarrator(NARRATOR, ({ text }) => saved.push(text)).beginTurn()
  const { signal } = new AbortController()
  for await (const _ of turn.speak(textOf('One.'), signal)) expect(saved).toEqual([])
  expect(saved).toEqual(['One.'])
  for await (const _ of turn.speak(textOf('Two.'), signal)) break
  expect(saved).toEqual(['One.', 'Two.'])
  const failing = turn.speak(textOf('Crash.'), signal)[Symbol.asyncIterator]()
  await failing.next()
  await expect(failing.next()).rejects.toThrow('crashed')
  expect(saved).toEqual(['One.', 'Two.', 'Crash.'])
})
