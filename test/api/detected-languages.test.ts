import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Language } from '../../src/core/language.ts'
import { NO_MARKUP, type SynthesisRequest } from '../../src/core/request.ts'
import { detectedFrom } from '../../src/languages/text-language.ts'
import { planUtterances } from '../../src/text/plan-utterances.ts'
import { createStage } from '../live-session-stage.ts'
import { openSocket } from './socket-client.ts'
import { shareTestService, TEST_KEY } from './test-service.ts'

const startService = shareTestService()

const TEXT =
  'We have 21 seats. Hay 21 asientos libres. OK. Il y a 21 places dans le train. Wir treffen uns am 3. Mai um 9 Uhr. ' +
  'Das ist z. B. morgen. De trein vertrekt om 8 uur. 駅まで10分です。Ci vediamo domani alle 9. अगली ट्रेन 5 बजे है। ' +
  'القطار التالي في الساعة 5. Obrigado por ligar, até amanhã! Good, see you then.'

const LANGUAGES = 'eng spa spa fra ger ger nld jpn ita hin ara por eng'.split(' ')

type Read = Pick<SynthesisRequest, 'text' | 'language' | 'detected'>

/** The words as they are read, each with its language. */
function* wordsOf({ text, language, detected: first }: Read, detected = first && { ...first }): Generator<string> {
  const options = { language, detected, rate: 1, markup: NO_MARKUP, isNormalized: true, isBusy: false }
  for (const utterance of planUtterances(text, options))
    for (const segment of utterance?.segments ?? [])
      if (segment.kind === 'word') yield `${utterance?.language} ${segment.spoken}`
}

const languagesOf = (words: readonly string[]): readonly string[] =>
  words.map((word) => word.split(' ')[0] as string).filter((language, i, all) => language !== all[i - 1])

describe('O: lang=auto reads each sentence in its own language', () => {
  test.each([{ lang: 'auto' }, { language: 'AUTO' }])(
    'over HTTP, with %j, by the voice that was named',
    async (fields) => {
      const service = await startService()
      const { status } = await service.speech({ text: TEXT, speaker: 'luna', modelId: 'coda', ...fields })
      const request = service.spoken[0] as SynthesisRequest
      expect([status, request.voice.speaker, request.voice.language]).toEqual([200, 'luna', 'eng'])
      const words = [...wordsOf(request)]
      expect(languagesOf(words)).toEqual(LANGUAGES.filter((language, i) => language !== LANGUAGES[i - 1]))
      expect(words).toContain('spa veintiún')
      expect(words).toContain('ger dritten')
      expect(words).toContain('ita nove')
    },
  )

  test('over a socket, with the same words as over HTTP', async () => {
    const service = await startService()
    await service.speech({ text: TEXT, speaker: 'luna', modelId: 'coda', lang: 'auto' })
    const whole = [...wordsOf(service.spoken[0] as SynthesisRequest)]
    service.forget()
    const socket = await openSocket(service, { lang: 'auto' })
    for (const piece of TEXT.match(/.{1,7}/gsu) ?? []) socket.send({ text: piece })
    socket.send({ operation: 'eos' })
    await socket.closed
    expect(service.spoken.flatMap((request) => [...wordsOf(request)])).toEqual(whole)
  })

  test.each(['bySentence', 'never'] as const)(
    'the same in however many pieces the text comes: %s',
    async (segmentation) => {
      const whole = [...wordsOf({ text: TEXT, language: 'eng', detected: detectedFrom('eng') })]
      const spokenIn = async (pieces: readonly string[]) => {
        const detected = detectedFrom('eng')
        const { clock, spoken, text, command } = createStage({ segmentation, language: 'eng', detected })
        for (const piece of pieces) {
          text(piece)
          await clock.advance(20)
        }
        command('flush')
        await clock.advance(3000)
        const following = detectedFrom('eng')
        return spoken.flatMap(({ text, language }) => [
          ...wordsOf({ text, language: language ?? 'eng' }, language === undefined ? following : undefined),
        ])
      }
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(TEXT.length), { maxLength: 25 }), async (cuts) => {
          const places = [...new Set([0, ...cuts, TEXT.length])].sort((a, b) => a - b)
          const pieces = places.slice(1).map((place, i) => TEXT.slice(places[i], place))
          expect(await spokenIn(pieces)).toEqual(whole)
        }),
        { numRuns: 30 },
      )
      expect(await spokenIn([...TEXT])).toEqual(whole)
    },
  )

  test('a sentence with too little to tell keeps the language of the one before, the first one that of the voice', async () => {
    const service = await startService()
    const languageOfFirst = async (speaker: string, text: string) => {
      service.forget()
      await service.speech({ text, speaker, modelId: 'coda', lang: 'auto' })
      return languagesOf([...wordsOf(service.spoken[0] as SynthesisRequest)])
    }
    expect(await languageOfFirst('luna', 'OK. 42.')).toEqual(['eng'])
    expect(await languageOfFirst('lorelei', 'OK. 42.')).toEqual(['ger'])
    expect(await languageOfFirst('lorelei', 'Thank you for calling. 42.')).toEqual(['eng'])
  })

  test('among the languages of the model', async () => {
    const service = await startService()
    await service.speech({ text: 'Ciao a tutti, come state? 42.', speaker: 'luna', modelId: 'mistv3', lang: 'auto' })
    expect(service.spoken[0]?.detected?.among).toEqual(['eng', 'spa', 'fra', 'ger'])
  })

  test('pronunciations of a request hold in each language that they can be written for', async () => {
    const service = await startService()
    const customLexicon = [{ spelling: 'Aoife', pronunciation: '" i . f a' }]
    await service.speech({ text: 'Hi.', speaker: 'luna', modelId: 'coda', lang: 'auto', customLexicon })
    const request = service.spoken[0]
    expect(request?.ownReadings?.('Aoife')?.phonemes).toEqual(['IY1', 'F', 'AA0'])
    expect(request?.ownReadingsIn?.('spa')?.('Aoife')?.phonemes).toEqual(['ˈi', 'f', 'a'])
    expect(request?.ownReadingsIn?.('jpn')).toBeUndefined()
  })

  test.each(['automatic', 'auto-US', 'xx'])('%s is no language', async (lang) => {
    const service = await startService()
    const answer = await service.speech({ text: 'Hi.', speaker: 'luna', modelId: 'coda', lang })
    expect([answer.status, (await answer.text()).split('\n')[0]]).toEqual([
      400,
      `Language ${lang} is not supported for model coda`,
    ])
  })
})

async function ask(path: string, body: object): Promise<{ status: number; json: unknown; text: string }> {
  const { url } = await startService()
  const headers = { authorization: `Bearer ${TEST_KEY}` }
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  return { status: answer.status, text, json: answer.status === 200 ? JSON.parse(text) : undefined }
}

describe('O: texts are normalized in the languages of their sentences', () => {
  test('by /textnorm', async () => {
    const { json } = await ask('/textnorm', {
      text: 'We have 21 seats. Hay 21 asientos libres. 駅まで10分です。',
      lang: 'auto',
    })
    expect(json).toEqual({ normalized: 'We have twenty one seats. Hay veintiún asientos libres. 駅まで十分です。' })
  })
  test('a long one too', async () => {
    const text = 'We have 21 seats. Hay 21 asientos libres. '.repeat(200)
    const { json } = await ask('/textnorm', { text, lang: 'auto' })
    expect((json as { normalized: string }).normalized.match(/veintiún/g)).toHaveLength(200)
  })
  test('by /v1/text/readings, with places in the whole text', async () => {
    const text = 'We have 21 seats. Hay 22 asientos libres.'
    const { json } = await ask('/v1/text/readings', { text, lang: 'auto' })
    const { tokens } = json as { tokens: { text: string; start: number; end: number; spoken: { word: string }[] }[] }
    for (const { text: part, start, end } of tokens) expect(text.slice(start, end)).toBe(part)
    expect(tokens.find((token) => token.text === '22')?.spoken.map(({ word }) => word)).toEqual(['veintidós'])
  })
  test('/oov is of English alone', async () => {
    expect(await ask('/oov', { text: 'x', lang: 'auto' })).toMatchObject({ status: 400 })
  })
})

test('detecting never throws, and takes its language from those that there are', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.constantFrom<Language>('eng', 'jpn', 'heb'),
      (text, before) => {
        const detected = detectedFrom(before)
        const words = [...wordsOf({ text, language: before, detected })]
        expect(detected.among).toEqual(expect.arrayContaining(['eng', 'nld']))
        expect(words).toEqual([...wordsOf({ text, language: before, detected })])
      },
    ),
    { numRuns: 200 },
  )
})
