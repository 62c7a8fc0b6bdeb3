import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BREAKS } from '../src/core/request.ts'
import { planUtterances } from '../src/text/plan-utterances.ts'
import { createStage } from './live-session-stage.ts'

/** Words and the pauses before them, of texts that are spoken one after the other. */
function heardOf(texts: readonly string[]): string {
  let pauseMs = 0
  const heard: string[] = []
  for (const text of texts) {
    const options = { language: 'eng', rate: 1, markup: BREAKS, isNormalized: true, isBusy: false } as const
    for (const utterance of planUtterances(text, options)) {
      for (const segment of utterance?.segments ?? []) {
        if (segment.kind !== 'word') continue
        pauseMs += segment.pauseBeforeMs
        heard.push(pauseMs > 0 ? `(${pauseMs}) ${segment.spoken}` : segment.spoken)
        pauseMs = 0
      }
      if (utterance?.segments.length === 0) pauseMs += utterance.pauseAfterMs
    }
  }
  return [...heard, pauseMs].join(' ')
}

async function spokenOf(pieces: readonly string[], segmentation: 'bySentence' | 'never'): Promise<string[]> {
  const { clock, spoken, text, command } = createStage({ segmentation, markup: BREAKS })
  for (const piece of pieces) {
    text(piece)
    await clock.advance(20)
  }
  command('flush')
  await clock.advance(1000)
  return spoken.map((segment) => segment.text)
}

/** Cuts at any places. */
const piecesOf = (text: string, cuts: readonly number[]): readonly string[] => {
  const places = [...new Set([0, ...cuts.map((cut) => cut % (text.length + 1)), text.length])].sort((a, b) => a - b)
  return places.slice(1).map((place, i) => text.slice(places[i], place))
}

const TEXTS = [
  'Wait. <break time="2.0s"/> Go on. Press **1** to hear more.',
  '<speak>Hello <emphasis level="strong">there</emphasis>.<break time="500ms"/>How are you? [pause 1s] Fine.</speak>',
  'One &amp; two. <sub alias="World Wide Web">WWW</sub> is here. Dial *67 first. a < b and c > d.',
  '<p>First.</p><p>Second <!-- not. This. --> one.</p> I <3 you. <made-up a="b. c">Third</made-up>!',
  'It is 5 &lt; 6, &lt;b&gt;bold&lt;/b&gt; and &lt;x&gt;. Yes.',
  'Spell <say-as interpret-as="characters">AB12</say-as> now. It is x <y and z. Good.',
]

test.each(TEXTS)('what is spoken of %s does not depend on the cuts', async (text) => {
  const whole = heardOf([text])
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(500), { maxLength: 25 }), async (cuts) => {
      expect(heardOf(await spokenOf(piecesOf(text, cuts), 'bySentence'))).toBe(whole)
    }),
    { numRuns: 60 },
  )
  expect(heardOf(await spokenOf([...text], 'bySentence'))).toBe(whole)
  expect(heardOf(await spokenOf([...text], 'never'))).toBe(whole)
})

test('a tag is not cut when text is spoken at once', async () => {
  const { clock, spoken, text, command } = createStage({ segmentation: 'immediate', markup: BREAKS })
  for (const piece of ['One <bre', 'ak time="1s', '"/> two ', '<em', '>three</e', 'm> ']) {
    text(piece)
    await clock.advance(700)
  }
  command('flush')
  await clock.advance(700)
  expect(heardOf(spoken.map((segment) => segment.text))).toBe('One (1000) two three 0')
})

test('a star that may open emphasis is spoken when no more comes', async () => {
  const { clock, spoken, text } = createStage({ segmentation: 'immediate', markup: BREAKS })
  text('Read *this')
  await clock.advance(1000)
  expect(heardOf(spoken.map((segment) => segment.text))).toBe('Read this 0')
})

test('tags after the last words are no segment of their own', async () => {
  expect(await spokenOf(['Hi. </b> ', '</speak>', '\n'], 'bySentence')).toEqual(['Hi. '])
  expect(await spokenOf(['<speak>Hi. ', 'You.', '</speak>', '\n'], 'bySentence')).toEqual(['Hi. ', 'You.</speak>'])
})

test.each(['bySentence', 'never'] as const)(
  'more tags than are looked at once hold up no turn (%s)',
  async (segmentation) => {
    const tags = '<b></b>'.repeat(10_000)
    const spoken = await spokenOf([`Hi. ${tags}You. `, 'Bye.'], segmentation)
    expect(heardOf(spoken)).toBe('Hi You Bye 0')
  },
)

test('a long sentence that comes tag by tag is read once', async () => {
  const { spoken, text, command, clock } = createStage({ segmentation: 'bySentence', markup: BREAKS })
  const start = performance.now()
  for (let i = 0; i < 4000; i++) text('<b>x</b> ')
  command('flush')
  await clock.advance(1000)
  expect(spoken.map((segment) => segment.text).join('')).toBe('<b>x</b> '.repeat(4000))
  expect(performance.now() - start).toBeLessThan(5000)
})
