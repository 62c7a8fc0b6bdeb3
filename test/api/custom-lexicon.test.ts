import { describe, expect, test } from 'vitest'
import { heardIn } from './heard-words.ts'
import { shareTestService } from './test-service.ts'

const startService = shareTestService()

async function ask(customLexicon: unknown, body: object = {}, accept = 'audio/pcm') {
  const service = await startService()
  const answer = await service.speech(
    { text: 'Ask Aoife.', speaker: 'luna', modelId: 'coda', ...body, customLexicon },
    { accept },
  )
  return { status: answer.status, text: answer.status === 200 ? '' : await answer.text(), request: service.spoken[0] }
}

const AOIFE = { spelling: 'Aoife', pronunciation: '" i . f @' }

describe('L-1: customLexicon of a body pronounces whole words of its text', () => {
  test.each([
    ['coda', 'audio/wav'],
    ['coda', 'audio/mpeg'],
    ['mistv3', 'application/json'],
    ['mistv2', 'text/event-stream'],
  ])('on %s as %s', async (modelId, accept) => {
    const { status, request } = await ask([AOIFE], { modelId }, accept)
    expect([status, request?.ownReadings?.('AOIFE')]).toEqual([200, { spoken: 'AOIFE', phonemes: ['IY1', 'F', 'AH0'] }])
    expect(request?.ownReadings?.('Aoifes')).toBeUndefined()
  })

  test.each([
    ['spa', 'Velkora', 'b e l . " k o . 4 a', 'b e l k ˈo ɾ a'],
    ['spa', 'gracias', 'g 4 a s j a s', 'ɡ ɾ ˈa s j a s'],
    ['spa', 'Madrid', 'm a D 4 i D', 'm a ð ɾ ˈi ð'],
    ['fra', 'Renault', 'R @ . n o', 'ʁ ə n ˈo'],
    ['ger', 'Schönbrunn', 'S 2: n . " b R U n', 'ʃ øː n b ʁ ˈʊ n'],
    ['ger', 'Goethe', 'g 2: t @', 'ɡ ˈøː t ə'],
    ['por', 'São João', 's 6~ w~ Z u a~ w~', 's ɐ̃ w̃ ʒ u ˈã w̃'],
  ])('in %s, where %s is %s', async (lang, spelling, pronunciation, ipa) => {
    const { status, request } = await ask([{ spelling, pronunciation }], { lang, text: `A ${spelling}!` })
    expect(status).toBe(200)
    expect(request?.ownReadings?.(spelling.toUpperCase())?.phonemes?.join(' ')).toBe(ipa.normalize('NFD'))
    expect(heardIn(request).join(' ')).toContain(spelling)
  })

  test.each([null, [], undefined])('none is %j', async (customLexicon) => {
    const { status, request } = await ask(customLexicon)
    expect([status, request?.ownReadings]).toEqual([200, undefined])
  })

  test('accents are letters outside English', async () => {
    const { request } = await ask([{ spelling: 'papá', pronunciation: 'p a . " p a' }], { lang: 'spa' })
    expect([request?.ownReadings?.('papa'), request?.ownReadings?.('Papá')?.spoken]).toEqual([undefined, 'Papá'])
  })
})

describe('L-3: a lexicon at fault is refused before any audio', () => {
  test.each([
    ['x', {}, 'customLexicon must be a list'],
    [{}, {}, 'customLexicon must be a list'],
    [Array(501).fill(AOIFE), {}, 'customLexicon must have at most 500 entries'],
    [[AOIFE], { lang: 'jpn' }, 'customLexicon is not supported for language jpn'],
    [[AOIFE, { spelling: 'x' }], {}, 'customLexicon[1]: must have a spelling and a pronunciation, both strings'],
    [[AOIFE, 5], {}, 'customLexicon[1]: must have a spelling and a pronunciation, both strings'],
    [
      [
        AOIFE,
        { spelling: 'Zzyx', pronunciation: '!' },
        { spelling: '', pronunciation: 'a' },
        { spelling: 'x', pronunciation: ' ' },
      ],
      {},
      'customLexicon: entry 2 ("Zzyx"): symbol "!" at place 1 is not in X-SAMPA (unknown-phoneme)\ncustomLexicon: entry 3 (""): spelling must not be empty (empty-spelling)\ncustomLexicon: entry 4 ("x"): pronunciation must not be empty (empty-pronunciation)',
    ],
    [[{ spelling: 'Renault', pronunciation: 'R @ . " n o' }], { lang: 'fra' }, '(unexpected-stress)'],
    [[{ spelling: 'a', pronunciation: 's t' }], { lang: 'ger' }, '(no-vowel)'],
    [[{ spelling: 'a', pronunciation: '"a"a' }], { lang: 'spa' }, '(two-primary-stresses)'],
    [[{ spelling: 'a'.repeat(101), pronunciation: 'a' }], {}, '(too-long)'],
    [[{ spelling: 'a', pronunciation: 'a'.repeat(401) }], {}, '(too-long)'],
    [Array(13).fill({ spelling: 'a', pronunciation: '!' }), {}, 'customLexicon: 3 more entries are invalid'],
  ])('%j %j: %s', async (customLexicon, body, message) => {
    const { status, text, request } = await ask(customLexicon, body)
    expect([status, request]).toEqual([400, undefined])
    expect(text).toMatch(/^customLexicon/)
    expect(text).toContain(message)
  })
})
