import { expect, test } from 'vitest'
import type { ListedJob } from '../../src/app/jobs/listed-job.ts'
import type { ShownJob } from '../../src/protocols/jobs/job-bodies.ts'
import { failWith, speakUntilCancelled } from './failing-speech.ts'
import { shareTestService, startTestService, TEST_KEY, type TestService } from './test-service.ts'

const openService = shareTestService()
const SPEECH = { modelId: 'coda', speaker: 'luna' }
interface WordTimesFile {
  readonly text: string
  readonly word_timestamps: { readonly words: string[]; readonly start: number[]; readonly end: number[] }
  readonly spans: readonly (readonly [number, number])[]
}

const BOOK = '# One\n\nfirst words here\n\n# Two\n\nsecond'

const ask = ({ url }: TestService, method: string, path: string, init: RequestInit = {}, key = TEST_KEY) =>
  fetch(`${url}/v1/jobs${path}`, { method, ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } })
const post = (service: TestService, body: unknown, headers = {}, key?: string) =>
  ask(service, 'POST', '', { body: JSON.stringify(body), headers }, key)
const show = async (service: TestService, id: string) =>
  (await (await ask(service, 'GET', `/${id}`)).json()) as ShownJob

async function submit(service: TestService, body: object) {
  const answer = await post(service, { ...SPEECH, ...body })
  expect(answer.status).toBe(202)
  return (await answer.json()) as { readonly id: string }
}

async function finished(service: TestService, body: object) {
  const { id } = await submit(service, body)
  await expect.poll(async () => (await show(service, id)).state).toBe('done')
  return show(service, id)
}

test('a text is spoken chapter by chapter, and the result is one file with a correct header', async () => {
  const service = await openService()
  const job = await finished(service, { text: BOOK })
  expect(job).toMatchObject({
    modelId: 'coda',
    speaker: 'luna',
    lang: 'eng',
    audioFormat: 'wav',
    samplingRate: 24_000,
    error: null,
    chapters: [
      { number: 1, title: 'One', audioSeconds: expect.closeTo(1.8) },
      { number: 2, title: 'Two', audioSeconds: expect.closeTo(0.2) },
    ],
  })
  expect(job.charactersDone).toBe(job.characters)
  const sizes = []
  for (const query of ['', '?chapter=1', '?chapter=2']) {
    const answer = await ask(service, 'GET', `/${job.id}/result${query}`)
    expect(answer.headers.get('content-type')).toBe('audio/wav')
    const file = Buffer.from(await answer.arrayBuffer())
    expect(file.readUInt32LE(4)).toBe(file.length - 8)
    sizes.push(file.readUInt32LE(40) / 48_000)
  }
  expect(sizes).toEqual([2, 1.8, 0.2])
  expect((await ask(service, 'GET', `/${job.id}/result?chapter=3`)).status).toBe(404)
})

test('a job has the name that it was given, in lists, in messages and of its file; a name is one line of at most 200 characters', async () => {
  const service = await openService()
  const job = await finished(service, { text: BOOK, name: ' Der Schimmelreiter 🐎 ' })
  expect(job.name).toBe('Der Schimmelreiter 🐎')
  const list = (await (await ask(service, 'GET', '')).json()) as { jobs: ListedJob[] }
  expect(list.jobs.find(({ id }) => id === job.id)).toMatchObject({ name: 'Der Schimmelreiter 🐎' })
  const nameOfFile = async (id: string, query = '') =>
    (await ask(service, 'GET', `/${id}/result${query}`)).headers.get('content-disposition')
  expect(await nameOfFile(job.id)).toBe("attachment; filename*=UTF-8''Der%20Schimmelreiter%20%F0%9F%90%8E.wav")
  expect(await nameOfFile(job.id, '?chapter=2')).toContain('Der%20Schimmelreiter%20%F0%9F%90%8E-chapter-2.wav')
  const odd = await finished(service, { text: 'one', name: '../etc/passwd' })
  expect([odd.name, await nameOfFile(odd.id)]).toEqual(['../etc/passwd', 'attachment; filename="result.wav"'])
  for (const name of [undefined, null, '', '  '])
    expect(await finished(service, { text: 'a', name })).toMatchObject({ name: null })
  expect(await finished(service, { text: 'a', name: '🐎'.repeat(200) })).toMatchObject({ name: '🐎'.repeat(200) })
  for (const [name, message] of [
    ['🐎'.repeat(201), 'name is too long'],
    ['a\u0000b', 'name must not contain control characters'],
    ['a\nb', 'name must not contain control characters'],
    ['a\u2028b', 'name must not contain control characters'],
    ['a\u009bb', 'name must not contain control characters'],
    ['a\ud83db', 'name must not contain U+0000 or half of a surrogate pair'],
    [7, 'name must be a string'],
  ]) {
    const answer = await post(service, { ...SPEECH, text: 'one', name })
    expect([answer.status, await answer.json()]).toEqual([400, { error: { message, field: 'name' } }])
  }
})

test('a job of which nothing is spoken yet has an estimate by the speed of its engine, its language and its own speed', async () => {
  const service = await startTestService({ speak: speakUntilCancelled })
  const estimateOf = async (body: object) => (await submit(service, { ...body })) as unknown as ShownJob
  const text = 'words '.repeat(1000)
  // 6,000 characters are 461 s of audio, of which the threads make 10 in a second.
  expect(await estimateOf({ text })).toMatchObject({ charactersDone: 0, secondsLeft: 47 })
  expect(await estimateOf({ text, speedAlpha: 2 })).toMatchObject({ secondsLeft: 24 })
  expect(await estimateOf({ text: '電車が出ます。'.repeat(100), lang: 'jpn', speaker: 'akari' })).toMatchObject({
    secondsLeft: 12,
  })
})

test('chapters may be given, in any format', async () => {
  const service = await openService()
  const chapters = [{ title: 'A', text: 'one' }, { text: 'two three' }]
  const job = await finished(service, { chapters, audioFormat: 'mulaw' })
  expect(job.chapters).toMatchObject([{ title: 'A' }, { title: '' }])
  const answer = await ask(service, 'GET', `/${job.id}/result`)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="result.ul"')
  expect((await answer.arrayBuffer()).byteLength).toBe(8000 * (0.1 + 1.4 + 0.2))
  expect(service.spoken.map(({ text, isBackground }) => [text, isBackground])).toEqual([
    ['one', true],
    ['two three', true],
  ])
})

test('captions and word times lie beside the audio, of the whole and of each chapter, at the exact times of the audio', async () => {
  const service = await openService()
  const job = await finished(service, { text: BOOK, captions: ['srt', 'vtt', 'json', 'srt'], samplingRate: 8000 })
  expect(job.captions).toEqual(['srt', 'vtt', 'json'])
  const get = async (query: string) => {
    const answer = await ask(service, 'GET', `/${job.id}/result?${query}`)
    return [answer.status, answer.headers.get('content-type'), await answer.text()] as const
  }
  // 0.1 s a word, and 1.4 s between the chapters.
  expect(await get('captions=srt')).toEqual([
    200,
    'application/x-subrip',
    [
      '1\n00:00:00,000 --> 00:00:00,100\nOne\n',
      '2\n00:00:00,100 --> 00:00:00,400\nfirst words here\n',
      '3\n00:00:01,800 --> 00:00:01,900\nTwo\n',
      '4\n00:00:01,900 --> 00:00:02,000\nsecond\n',
    ].join('\n'),
  ])
  expect(await get('captions=vtt&chapter=2')).toEqual([
    200,
    'text/vtt; charset=utf-8',
    'WEBVTT\n\n00:00:00.000 --> 00:00:00.100\nTwo\n\n00:00:00.100 --> 00:00:00.200\nsecond\n',
  ])
  const [, type, json] = await get('captions=json')
  expect(type).toMatch(/^application\/json/)
  const { text, word_timestamps, spans } = JSON.parse(json) as WordTimesFile
  expect(word_timestamps).toEqual({
    words: ['One', 'first', 'words', 'here', 'Two', 'second'],
    start: [0, 0.1, 0.2, 0.3, 1.8, 1.9],
    end: [0.1, 0.2, 0.3, 1.8, 1.9, 2],
  })
  expect(spans.map(([start, end]) => text.slice(start, end))).toEqual(word_timestamps.words)
  const other = await finished(service, { text: 'no captions' })
  expect((await ask(service, 'GET', `/${other.id}/result?captions=srt`)).status).toBe(404)
  const refused = await post(service, { ...SPEECH, text: 'a', captions: ['txt'] })
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: { message: 'captions[0]: must be one of srt, vtt, json', field: 'captions[0]' } },
  ])
})

test('captions of chapters that were given, in Japanese, follow their own texts', async () => {
  const service = await openService()
  const chapters = [{ text: '今日は良い天気です。' }, { text: '"' }, { text: 'さようなら' }]
  const job = await finished(service, { speaker: 'sakura', lang: 'jpn', chapters, captions: ['json', 'srt'] })
  const json = await ask(service, 'GET', `/${job.id}/result?captions=json`)
  const { text, word_timestamps, spans } = (await json.json()) as WordTimesFile
  expect(text).toBe('今日は良い天気です。\n\n"\n\nさようなら')
  expect(spans.map(([start, end]) => text.slice(start, end))).toEqual(word_timestamps.words)
  const { chapters: spoken } = await show(service, job.id)
  const seconds = spoken.reduce((sum, { audioSeconds }) => sum + audioSeconds, 0)
  expect(word_timestamps.end.at(-1)).toBeCloseTo(seconds, 6)
  expect(word_timestamps.start.slice(1)).toEqual(word_timestamps.end.slice(0, -1))
})

test('a download can continue: ranges, ETag and conditions', async () => {
  const service = await openService()
  const { id } = await finished(service, { text: 'some words' })
  const get = (headers: Record<string, string>) => ask(service, 'GET', `/${id}/result`, { headers })
  const whole = await get({})
  expect(whole.headers.get('accept-ranges')).toBe('bytes')
  const etag = whole.headers.get('etag') as string
  const bytes = Buffer.from(await whole.arrayBuffer())
  const size = bytes.length
  for (const [range, from, to] of [
    ['bytes=10-19', 10, 20],
    [`bytes=${size - 5}-`, size - 5, size],
    ['bytes=-7', size - 7, size],
    [`bytes=${size - 2}-999999999`, size - 2, size],
  ] as const) {
    const part = await get({ range })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to - 1}/${size}`])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(from, to))
  }
  for (const range of ['bytes=2-1', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-'])
    expect((await get({ range })).status).toBe(200)
  for (const range of [`bytes=${size}-`, 'bytes=-0']) {
    const none = await get({ range })
    expect([none.status, none.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
  }
  expect((await get({ 'if-none-match': etag })).status).toBe(304)
  expect((await get({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
  expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200)
})

test('an Idempotency-Key submits one job, and not two different ones', async () => {
  const service = await openService()
  const headers = { 'idempotency-key': 'only-once' }
  const body = { ...SPEECH, text: 'a word' }
  const [first, second] = [await post(service, body, headers), await post(service, body, headers)]
  expect([first.status, second.status]).toEqual([202, 202])
  const { id } = (await first.json()) as ShownJob
  expect(((await second.json()) as ShownJob).id).toBe(id)
  expect(first.headers.get('location')).toBe(`/v1/jobs/${id}`)
  const other = await post(service, { ...body, text: 'another word' }, headers)
  expect([other.status, await other.json()]).toEqual([
    409,
    { error: { message: 'the Idempotency-Key was used for another job' } },
  ])
})

test('a job that is cancelled stops, and is removed when it is deleted again', async () => {
  const service = await startTestService({ speak: speakUntilCancelled })
  const { id } = await submit(service, { text: 'words' })
  await expect.poll(async () => (await show(service, id)).state).toBe('running')
  expect((await ask(service, 'GET', `/${id}/result`)).status).toBe(409)
  expect((await ask(service, 'DELETE', `/${id}`)).status).toBe(204)
  expect(await show(service, id)).toMatchObject({ state: 'cancelled', charactersDone: 0 })
  expect((await ask(service, 'GET', `/${id}/result`)).status).toBe(409)
  expect((await ask(service, 'DELETE', `/${id}`)).status).toBe(204)
  expect((await ask(service, 'GET', `/${id}`)).status).toBe(404)
})

test('a job is cancelled once or twice, and is left as it is if it ended before', async () => {
  const service = await startTestService({ speak: speakUntilCancelled })
  const { id } = await submit(service, { text: 'words' })
  for (let i = 0; i < 2; i++) {
    const answer = await ask(service, 'POST', `/${id}/cancel`)
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ id, state: 'cancelled' })])
  }
  const other = await openService()
  const { id: ended } = await finished(other, { text: 'words' })
  const refused = await ask(other, 'POST', `/${ended}/cancel`)
  expect([refused.status, await refused.json()]).toEqual([409, { error: { message: 'the job is done' } }])
  expect((await ask(other, 'GET', `/${ended}/result`)).status).toBe(200)
})

test('a key has a limited number of jobs that have not ended, and sees only its own', async () => {
  const service = await startTestService({ speak: speakUntilCancelled })
  const created = await fetch(`${service.url}/v1/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_KEY}` },
    body: JSON.stringify({ name: 'other' }),
  })
  const { key } = (await created.json()) as { readonly key: string }
  const body = { ...SPEECH, text: 'words' }
  const { id } = (await (await post(service, body, {}, key)).json()) as ShownJob
  for (let i = 0; i < 3; i++) await submit(service, { text: 'words' })
  const refused = await post(service, body)
  expect([refused.status, await refused.json()]).toEqual([429, { error: { message: 'Too many jobs' } }])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const list = async (as: string) =>
    ((await (await ask(service, 'GET', '', {}, as)).json()) as { readonly jobs: readonly ListedJob[] }).jobs

  expect([(await list(key)).length, (await list(TEST_KEY)).length]).toEqual([1, 4])
  const foreign = (await list(TEST_KEY)).find((job) => job.id !== id)?.id
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/result'],
    ['DELETE', ''],
    ['POST', '/cancel'],
  ] as const) {
    expect((await ask(service, method, `/${foreign}${path}`, {}, key)).status).toBe(404)
  }
  expect((await ask(service, 'GET', `/${id}`)).status).toBe(200)
})

test('space is promised once: a job has to fit beside those that have not ended', async () => {
  const text = 'words '.repeat(1000)
  const bytes = text.length * 0.1 * 24_000 * 2 * 3
  const free = 2.5 * bytes
  const service = await startTestService({ speak: speakUntilCancelled, jobsPerKey: 100, freeBytes: () => free })
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, i) => post(service, { ...SPEECH, text }, { 'idempotency-key': `${i}` })),
  )
  const statuses = all.map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([202, 202, 507, 507, 507, 507, 507, 507])
  const accepted = statuses.indexOf(202)
  const { id } = (await (all[accepted] as Response).json()) as ShownJob
  const again = await post(service, { ...SPEECH, text }, { 'idempotency-key': `${accepted}` })
  expect([again.status, ((await again.json()) as ShownJob).id]).toEqual([202, id])
  expect((await post(service, { ...SPEECH, text: 'short' })).status).toBe(202)
  expect((await ask(service, 'POST', `/${id}/cancel`)).status).toBe(200)
  expect((await post(service, { ...SPEECH, text })).status).toBe(202)
})

test.each([
  [{}, 400, 'text is required', 'text'],
  [{ text: 1 }, 400, 'text must be a string', 'text'],
  [{ text: ' \n' }, 400, 'text must not be empty', 'text'],
  [{ text: 'a', chapters: [{ text: 'b' }] }, 400, 'text and chapters must not be sent together', 'chapters'],
  [{ chapters: 'a' }, 400, 'chapters must be a list of objects with title and text', 'chapters'],
  [{ chapters: [{}] }, 400, 'chapters[0]: text is required', 'chapters[0].text'],
  [{ chapters: [{ text: 'a' }, { text: 'b', title: [] }] }, 400, 'title must be a string', 'chapters[1].title'],
  [{ prompts: [{ name: {}, text: 'a' }] }, 400, 'prompts[0]: name must be a string', 'prompts[0].name'],
  [{ prompts: [{ name: 'a', text: null }] }, 400, 'prompts[0]: text must be a string', 'prompts[0].text'],
  [{ prompts: [{ name: 'a', text: ' ' }] }, 400, 'prompts[0]: text must not be empty', 'prompts[0].text'],
  [{ prompts: [{ name: 'a', text: 'b', lang: 1 }] }, 400, 'prompts[0]: lang must be a string', 'prompts[0].lang'],
  [{ prompts: [{ name: 'a', text: 'b', lang: 'xx' }] }, 400, 'prompts[0]: Language xx', 'prompts[0].lang'],
  [{ prompts: [{ name: 'a', text: 'b', speaker: 'c' }] }, 400, 'prompts[0]: Speaker not', 'prompts[0].speaker'],
  [{ prompts: [7] }, 400, 'prompts[0]: must be an object with name and text', 'prompts[0]'],
  [{ prompts: {} }, 400, 'prompts must be a list of objects with name and text', 'prompts'],
  [{ text: 'a', captions: ['srt', null] }, 400, 'captions[1]: must be one of', 'captions[1]'],
  [{ text: 'a', webhook: 'b' }, 400, 'webhook must be an object with url', 'webhook'],
  [{ text: 'a', webhook: { url: 1 } }, 400, 'webhook.url must be a string', 'webhook.url'],
  [{ text: 'a', speaker: 'nobody-at-all' }, 400, 'Speaker not found', 'speaker'],
  [{ text: 'a', lang: 'xx' }, 400, 'Language xx is not supported for model coda', 'lang'],
  [{ text: 'a', audioFormat: 'midi' }, 400, 'audioFormat must be one of wav, mp3', 'audioFormat'],
  [{ text: 'a', samplingRate: 7 }, 400, 'samplingRate must be one of', 'samplingRate'],
  [{ text: 'a\0b' }, 400, 'text must not contain U+0000 or half of a surrogate pair', 'text'],
  [{ text: 'a\ud800' }, 400, 'text must not contain U+0000', 'text'],
  [{ text: 'a', speaker: 'luna\0' }, 400, 'speaker must not contain U+0000', 'speaker'],
  [{ chapters: [{ text: 'a' }, { text: 'b\0' }] }, 400, 'chapters[1]: text must not contain', 'chapters[1].text'],
  [{ chapters: [{ text: 'a', title: '\udc00' }] }, 400, 'title must not contain U+0000', 'chapters[0].title'],
  [{ prompts: [{ name: 'a', text: 'b\0' }] }, 400, 'prompts[0]: text must not contain', 'prompts[0].text'],
  [{ text: 'a', webhook: { url: 'https://example.com/\0' } }, 400, 'webhook.url must not contain', 'webhook.url'],
  [{ text: 'a '.repeat(2_500_001) }, 413, 'text is too long', 'text'],
])('a body that cannot be spoken is refused at once, and the field named: %#', async (body, status, message, field) => {
  const answer = await post(await openService(), { ...SPEECH, ...body })
  expect([answer.status, await answer.json()]).toEqual([
    status,
    { error: { message: expect.stringContaining(message), field } },
  ])
})

test('ids with U+0000 are refused', async () => {
  const service = await openService()
  const statuses = [
    await ask(service, 'GET', '/a%00b'),
    await ask(service, 'DELETE', '/a%00b'),
    await ask(service, 'POST', '/a%00b/cancel'),
    await ask(service, 'GET', '/a%00b/result'),
  ].map(({ status }) => status)
  expect(statuses).toEqual([400, 400, 400, 400])
})

test('a job whose speech fails again and again ends with an error that says no more than it may', async () => {
  const full = Object.assign(new Error('ENOSPC: /secret/path'), { code: 'ENOSPC' })
  const service = await startTestService({ speak: failWith(full) })
  const { id } = await submit(service, { text: 'words' })
  await expect.poll(async () => (await show(service, id)).state).toBe('failed')
  expect(await show(service, id)).toMatchObject({ error: 'the disk is full', secondsLeft: null })
})

test('usage counts the characters and the audio of jobs', async () => {
  const service = await startTestService()
  const job = await finished(service, { text: 'four words of text' })
  const usage = async () => {
    const answer = await fetch(`${service.url}/v1/usage?by=protocol`, {
      headers: { authorization: `Bearer ${TEST_KEY}` },
    })
    return JSON.stringify(await answer.json())
  }
  await expect.poll(usage).toContain('"Jobs"')
  expect(await usage()).toContain(`"characters":${job.characters}`)
})
