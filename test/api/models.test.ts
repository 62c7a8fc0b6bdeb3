import { describe, expect, test } from 'vitest'
import {
  BEFORE_CUTOVER,
  CUTOVER,
  shareTestService,
  startTestService,
  TEST_KEY,
  type TestServiceOptions,
} from './test-service.ts'

const startService = shareTestService()

/** The request that speech was asked for, of a body that must be answered with 200. */
async function resolved(body: object, options?: TestServiceOptions) {
  const service = await startService(options)
  const answer = await service.speech({ text: 'Hello.', ...body })
  expect([answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([200, ''])
  const request = service.spoken[0]
  if (request === undefined) throw new Error('nothing was spoken')
  return { request, answer }
}

async function refusal(body: object, options?: TestServiceOptions): Promise<string> {
  const service = await startService(options)
  const answer = await service.speech({ text: 'Hello.', ...body })
  expect(answer.status).toBe(400)
  return answer.text()
}

test.each<[unknown, string]>([
  [undefined, 'S-model-1'],
  [null, 'S-model-1'],
  ['no-such-model', 'S-model-2'],
  ['mist', 'S-model-2'],
  ['', 'S-model-2'],
  ['toString', 'S-model-2'],
  [7, 'S-model-2'],
])('modelId %j is served by mistv3 (%s)', async (modelId: unknown) => {
  const { request } = await resolved({ speaker: 'luna', modelId })
  expect(request.model).toBe('mistv3')
  expect(request.voice).toMatchObject({ speaker: 'luna', model: 'mistv3' })
})

test('S-model-2: an unrecognized modelId has the limits of mistv3', async () => {
  expect(await refusal({ speaker: 'luna', modelId: 'mist', text: 'x'.repeat(501) })).toBe('text is too long')
  expect(await refusal({ speaker: 'luna', modelId: 'mist', lang: 'jpn' })).toBe(
    'Language jpn is not supported for model mistv3\nsupported languages: eng, spa, fra, ger',
  )
})

describe('S-model-3: the cutover', () => {
  const after = { clock: () => CUTOVER }
  const before = { clock: () => BEFORE_CUTOVER }

  test.each(['arcana', 'arcanav2', 'arcanav3'])(
    '%s is served by coda from the instant on, in the cloud',
    async (modelId) => {
      expect((await resolved({ speaker: 'luna', modelId }, after)).request.voice.model).toBe('coda')
      expect((await resolved({ speaker: 'luna', modelId }, before)).request.voice.model).toBe('arcana')
    },
  )

  test.each(['arcana', 'arcanav2', 'arcanav3'])('%s stays itself on premises', async (modelId) => {
    const { request } = await resolved({ speaker: 'luna', modelId }, { ...after, deployment: 'onprem' })
    expect(request.model).toBe('arcana')
  })

  test('the instant can be set', async () => {
    const arcanaCutover = new Date('2027-01-01T00:00:00Z')
    const { request } = await resolved({ speaker: 'luna', modelId: 'arcana' }, { ...after, arcanaCutover })
    expect(request.model).toBe('arcana')
  })

  test('neither the request nor the answer changes its shape', async () => {
    const body = { speaker: 'luna', modelId: 'arcana', temperature: 0.1, samplingRate: 8000 }
    const [then, now] = [await resolved(body, before), await resolved(body, after)]
    expect([...now.answer.headers.keys()]).toEqual([...then.answer.headers.keys()])
    expect(now.request.sampling).toEqual(then.request.sampling)
  })

  test.each(['coda', 'mistv2', 'mistv3'])('%s is not concerned', async (modelId) => {
    expect((await resolved({ speaker: 'luna', modelId }, after)).request.model).toBe(modelId)
  })
})

test.each(['application/json', 'audio/wav'])(
  'S-model-4: no header of an answer in %s names the model or the request',
  async (accept) => {
    const service = await startTestService()
    const answer = await service.speech({ text: 'Hello.', speaker: 'luna', modelId: 'arcana' }, { accept })
    await answer.arrayBuffer()
    const allowed = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding']
    const ofStreams = ['cache-control', 'link', 'x-accel-buffering'] // O-synth-9; `link` says that speech is synthetic
    expect([...answer.headers.keys()].filter((name) => ![...allowed, ...ofStreams].includes(name))).toEqual([])
    expect(JSON.stringify([...answer.headers])).not.toMatch(/arcana|coda|mist/)
    expect(service.log.join()).toContain(service.spoken[0]?.id)
  },
)

test.each([
  ['S-model-5: HTTP takes its parameters from the body alone', 'GET', 405],
  ['S-model-5: HTTP takes its parameters from the body alone', 'POST', 400],
])('%s (%s)', async (_rule, method, status) => {
  const service = await startTestService()
  const answer = await fetch(`${service.url}/v1/rime-tts?text=Hello&speaker=luna`, {
    method,
    headers: { authorization: `Bearer ${TEST_KEY}` },
  })
  expect(answer.status).toBe(status)
})

test('O-model-6: the deployment decides which sampling rates there are', async () => {
  const body = { speaker: 'luna', modelId: 'coda', samplingRate: 11_025 }
  expect(await refusal(body)).toMatch('samplingRate must be one of 8000')
  expect((await resolved(body, { deployment: 'onprem' })).request.sampleRateHz).toBe(11_025)
})

describe('O-model-7: stand-ins', () => {
  test.each([
    ['raiden', 'arcana', 'coda', 'jpn', 'Male'],
    ['anaya', 'arcana', 'coda', 'hin', 'Female'],
    ['kris', 'mistv3', 'mistv3', 'eng', undefined],
    ['clementine', 'mistv2', 'mistv2', 'eng', 'Female'],
    ['sakura', 'coda', 'coda', 'jpn', undefined],
  ])(
    '%s on %s is spoken by a voice of %s in %s, of the same gender',
    async (speaker, modelId, model, language, gender) => {
      const [{ request }, again] = [
        await resolved({ speaker, modelId }, { clock: () => CUTOVER }),
        await resolved({ speaker, modelId }, { clock: () => CUTOVER }),
      ]
      expect(request.voice).toMatchObject({ model, language, ...(gender && { gender }) })
      expect(again.request.voice).toBe(request.voice)
    },
  )

  test('a name that no model knows is refused', async () => {
    expect(await refusal({ speaker: 'nobody-at-all', modelId: 'coda' })).toBe('Speaker not found')
    expect(await refusal({ speaker: '', modelId: 'coda' })).toBe('speaker is required')
    expect(await refusal({ speaker: '__proto__', modelId: 'coda' })).toBe('Speaker not found')
  })

  test('names are matched without regard to case', async () => {
    expect((await resolved({ speaker: 'Luna', modelId: 'coda' })).request.voice.speaker).toBe('luna')
  })
})

test.each([
  ['mistv3', 'jpn'],
  ['mistv2', 'hi'],
  ['coda', 'heb'],
  ['arcana', 'heb'], // which coda serves
  ['arcana', 'sin'],
  ['arcana', 'tam'],
  ['arcana', 'xx'],
  ['mistv3', 'xx'],
])('C-model-8: %s does not serve %j', async (modelId, lang) => {
  const [sentence, list] = (await refusal({ speaker: 'luna', modelId, lang })).split('\n')
  expect(sentence).toBe(`Language ${lang} is not supported for model ${modelId}`)
  const all = 'eng, spa, jpn, por, ger, ara, fra, hin, ita, nld'
  expect(list).toBe(`supported languages: ${/coda|arcana/.test(modelId) ? all : 'eng, spa, fra, ger'}`)
})

test.each([
  ['nobody speaks two languages on coda', { speaker: 'luna', modelId: 'coda', lang: 'jpn' }, 'jpn'],
  ['a speaker of a language that mist lacks', { speaker: 'sakura', modelId: 'mistv3' }, 'eng'],
  ['a speaker of another model', { speaker: 'abbie', modelId: 'coda', lang: 'fra' }, 'fra'],
])('S-model-9: an unsupported combination is served: %s', async (_case, body, language) => {
  const { request } = await resolved(body)
  expect(request.language).toBe(language)
  expect(request.voice).toMatchObject({ language, model: body.modelId })
})

describe('O-model-10: strict', () => {
  const strict = { isStrict: true, clock: () => CUTOVER }

  test.each([
    [
      { speaker: 'luna', modelId: 'coda', lang: 'fra' },
      'Speaker luna does not speak fra on model coda; for fra it has ',
      'fra',
    ],
    [{ speaker: 'abbie', modelId: 'coda' }, 'Speaker abbie is not a voice of model coda; for eng it has ', 'eng'],
    [{ speaker: 'raiden', modelId: 'arcana' }, 'Speaker raiden is not a voice of model coda; for jpn it has ', 'jpn'],
  ])('%j is refused with three voices that would do', async (body, beginning, lang) => {
    const sentence = await refusal(body, strict)
    expect(sentence.startsWith(beginning)).toBe(true)
    const names = sentence.slice(beginning.length).split(/, and |, /)
    expect(names).toHaveLength(3)
    for (const speaker of names) await resolved({ speaker, modelId: 'coda', lang }, strict)
  })

  test('a combination that fits is served', async () => {
    expect((await resolved({ speaker: 'luna', modelId: 'coda', lang: 'en' }, strict)).request.voice.speaker).toBe(
      'luna',
    )
  })

  test('what is refused anyhow is refused in the same words', async () => {
    expect(await refusal({ speaker: 'nobody-at-all' }, strict)).toBe('Speaker not found')
    expect(await refusal({ speaker: 'luna', lang: 'jpn' }, strict)).toBe(
      'Language jpn is not supported for model mistv3\nsupported languages: eng, spa, fra, ger',
    )
  })
})
