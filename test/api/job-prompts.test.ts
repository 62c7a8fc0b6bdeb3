import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isFileName } from '../../src/app/jobs/job-prompts.ts'
import type { ShownJob } from '../../src/protocols/jobs/job-bodies.ts'
import { unzipped } from '../unzipped.ts'
import { speakUntilCancelled } from './failing-speech.ts'
import { shareTestService, TEST_KEY, type TestService } from './test-service.ts'

const openService = shareTestService()
const SPEECH = { modelId: 'coda', speaker: 'luna', audioFormat: 'mulaw' }

const ask = ({ url }: TestService, method: string, path: string, body?: object) =>
  fetch(`${url}/v1/jobs${path}`, {
    method,
    headers: { authorization: `Bearer ${TEST_KEY}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const submit = (service: TestService, body: object) => ask(service, 'POST', '', { ...SPEECH, ...body })

async function finished(service: TestService, body: object): Promise<ShownJob> {
  const answer = await submit(service, body)
  const { id } = (await answer.json()) as ShownJob
  expect(answer.status).toBe(202)
  const show = async () => (await (await ask(service, 'GET', `/${id}`)).json()) as ShownJob
  await expect.poll(async () => (await show()).state, { timeout: 30_000 }).toBe('done')
  return show()
}

test('a batch of prompts becomes one archive with a file for each, in its own voice and language', async () => {
  const service = await openService()
  const job = await finished(service, {
    captions: ['srt'],
    prompts: [
      { name: 'welcome', text: 'Welcome to us' },
      { name: 'año nuevo', text: 'Feliz', speaker: 'luz', lang: 'es' },
      { name: 'long', text: `${'word '.repeat(400)}` },
    ],
  })
  expect(job).toMatchObject({
    kind: 'prompts',
    chapters: [{ title: 'welcome' }, { title: 'año nuevo' }, { title: 'long' }],
  })
  expect(
    service.spoken.map(({ text, language, voice }) => [text.slice(0, 7), language, voice.speaker]).slice(0, 3),
  ).toEqual([
    ['Welcome', 'eng', 'luna'],
    ['Feliz', 'spa', 'luz'],
    ['word wo', 'eng', 'luna'],
  ])
  const answer = await ask(service, 'GET', `/${job.id}/result`)
  expect([answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
    'application/zip',
    'attachment; filename="result.zip"',
  ])
  const files = await unzipped(Buffer.from(await answer.arrayBuffer()))
  expect([...files.keys()]).toEqual([
    'welcome.ul',
    'welcome.srt',
    'año nuevo.ul',
    'año nuevo.srt',
    'long.ul',
    'long.srt',
  ])
  expect(files.get('welcome.ul')?.content.length).toBe(2400)
  expect(files.get('welcome.srt')?.content.toString()).toBe('1\n00:00:00,000 --> 00:00:00,300\nWelcome to us\n')

  const alone = await ask(service, 'GET', `/${job.id}/result?prompt=${encodeURIComponent('año nuevo')}`)
  expect(alone.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''a%C3%B1o%20nuevo.ul")
  expect(Buffer.from(await alone.arrayBuffer()).equals(files.get('año nuevo.ul')?.content as Buffer)).toBe(true)
  const captions = await ask(service, 'GET', `/${job.id}/result?chapter=1&captions=srt`)
  expect(await captions.text()).toBe(files.get('welcome.srt')?.content.toString())
  expect((await ask(service, 'GET', `/${job.id}/result?prompt=missing`)).status).toBe(404)
  expect((await ask(service, 'GET', `/${job.id}/result?captions=srt`)).status).toBe(400)
})

test('compressed formats are stored in the archive as they are, and others compressed', async () => {
  const service = await openService()
  const methods = async (audioFormat: string) => {
    const { id } = await finished(service, { audioFormat, prompts: [{ name: 'a', text: 'a word' }] })
    const files = await unzipped(Buffer.from(await (await ask(service, 'GET', `/${id}/result`)).arrayBuffer()))
    return [...files.values()].map(({ entry }) => entry.compressionMethod)
  }
  expect(await Promise.all(['mp3', 'wav'].map(methods))).toEqual([[0], [8]])
})

test('a prompt that cannot be spoken is refused with its index', async () => {
  const service = await openService()
  const good = { name: 'good', text: 'words' }
  const refusal = async (prompts: unknown, others = {}) => {
    const answer = await submit(service, { prompts, ...others })
    return [answer.status, ((await answer.json()) as { readonly error: { readonly message: string } }).error.message]
  }
  for (const [prompt, status, message] of [
    [{ name: 'b', text: 'a', speaker: 'nobody' }, 400, 'prompts[1]: Speaker not found'],
    [{ name: 'b', text: ' ' }, 400, 'prompts[1]: text must not be empty'],
    [{ name: 'b', text: 'a'.repeat(20_001) }, 400, 'prompts[1]: text is too long'],
    [{ name: 'b' }, 400, 'prompts[1]: text is required'],
    [{ text: 'a' }, 400, 'prompts[1]: name is required'],
    [
      { name: '../b', text: 'a' },
      400,
      'prompts[1]: name must be a file name that is valid on every system, of at most 200 bytes',
    ],
    [{ name: 'GOOD', text: 'a' }, 400, 'prompts[1]: name is already used by prompts[0]'],
    ['b', 400, 'prompts[1]: must be an object with name and text'],
  ] as const) {
    expect(await refusal([good, prompt])).toEqual([status, message])
  }
  expect((await refusal([good, { name: 'b', text: 'a', lang: 'xx' }]))[1]).toMatch(/^prompts\[1\]: Language xx is not/)
  expect(await refusal([])).toEqual([400, 'prompts must not be empty'])
  expect(await refusal([good], { text: 'a' })).toEqual([400, 'text and prompts must not be sent together'])
  const many = Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}`, text: 'a' }))
  expect(await refusal(many)).toEqual([400, 'prompts must have at most 10000 entries'])
})

test('as many prompts as are allowed, short and long, are read as they were sent', async () => {
  const service = await openService({ speak: speakUntilCancelled })
  const prompts = Array.from({ length: 10_000 }, (_, i) => ({
    name: `prompt ${i}`,
    text: i === 9 ? LONG : 'a few words to say',
  }))
  const answer = await submit(service, { prompts })
  const { characters, chapters } = (await answer.json()) as ShownJob
  expect([answer.status, characters, chapters.length]).toEqual([202, 9999 * 18 + LONG.length, 10_000])
})
const LONG = 'a word and '.repeat(400)

test.each(['a', 'é', 'welcome-1', '1. intro', '歓迎', 'a'.repeat(200), 'console', 'com10'])(
  '%s names a file',
  (name) => {
    expect(isFileName(name)).toBe(true)
    const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-names-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, `${name}.webm`), '')
  },
)

test.each([
  ...[
    '',
    '.',
    '..',
    '.hidden',
    '-rf',
    ' a',
    'a ',
    'a.',
    'a/b',
    'a\\b',
    'a:b',
    'a?',
    'a*',
    '"',
    '<',
    '>',
    '|',
    'CON',
    'nul',
  ],
  ...['com1', 'LPT9', 'aux.x', 'a\nb', 'a\u0000', 'a\u202eb', '\ud800', 'é'.repeat(101)],
])('%j names no file that every system takes', (name) => {
  expect(isFileName(name)).toBe(false)
})

test.each([
  ['straße', 'STRASSE'],
  ['straße', 'STRAẞE'],
  ['ﬁle', 'FILE'],
  ['ſo', 'so'],
  ['ﬆ', 'ſt'],
  ['\u212a', 'k'],
  ['é', 'E\u0301'],
  ['ΌΣΟΣ', 'όσος'],
  ['ŉ', 'ʼN'],
])('%s and %s are one name, since a file system may take them for one', async (name, same) => {
  const prompts = [name, same].map((one) => ({ name: one, text: 'a' }))
  const answer = await submit(await openService(), { prompts })
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringContaining('name is already used by prompts[0]'),
  ])
})

test('names that no file system takes for one are different', async () => {
  const prompts = ['strasse', 'strase', 'e', 'é', 'k', 'file', 'fi'].map((name) => ({ name, text: 'a' }))
  expect((await submit(await openService(), { prompts })).status).toBe(202)
})

test('a dialogue is spoken by a voice a name, without the names; other text has the voice of the job', async () => {
  const service = await openService()
  const spokenBefore = service.spoken.length
  const job = await finished(service, {
    captions: ['srt'],
    voices: [
      { name: 'Anna', speaker: 'astra' },
      { name: 'Luz', speaker: 'luz', lang: 'es' },
    ],
    text: '# At the door\n\nThe bell rings\n\nANNA: Who is there\nLuz: Hola\nAnna: Come in\n\n# Later\n\n**Anna:** Bye',
  })
  expect(job).toMatchObject({ kind: 'text', chapters: [{ title: 'At the door' }, { title: 'Later' }] })
  const said = service.spoken
    .slice(spokenBefore)
    .map(({ text, language, voice }) => [text.trim(), language, voice.speaker])
  expect(said.filter(([text]) => /Who|Hola|Come|Bye/.test(text ?? ''))).toEqual([
    ['Who is there', 'eng', 'astra'],
    ['Hola', 'spa', 'luz'],
    ['Come in', 'eng', 'astra'],
    ['Bye', 'eng', 'astra'],
  ])
  expect(said.filter(([text]) => /door|rings|Later/.test(text ?? '')).map(([, , speaker]) => speaker)).not.toContain(
    'astra',
  )
  const captions = await (await ask(service, 'GET', `/${job.id}/result?captions=srt`)).text()
  expect(captions).toContain('Who is there')
  expect(captions).not.toMatch(/anna/i)
})

test.each([
  [[{ name: 'Anna', speaker: 'nobody' }], 'voices[0]: Speaker not found', 'voices[0].speaker'],
  [[{ name: 'Anna' }, { name: ' anna ' }], 'voices must have different names', 'voices'],
  [[{ speaker: 'luna' }], 'voices[0]: name is required', 'voices[0].name'],
  ['Anna', 'voices must be a list of objects with name and speaker', 'voices'],
])('voices %j are refused: %s', async (voices, message, field) => {
  const answer = await submit(await openService(), { text: 'Anna: Hi', voices })
  expect([answer.status, await answer.json()]).toEqual([400, { error: { message, field } }])
})

test('prompts have no dialogue', async () => {
  const body = { prompts: [{ name: 'a', text: 'b' }], voices: [{ name: 'Anna', speaker: 'luna' }] }
  expect((await submit(await openService(), body)).status).toBe(400)
})

test('an estimate says how long the audio is and how long it takes, before anything is submitted', async () => {
  const service = await openService()
  const estimate = async (body: object) => {
    const answer = await ask(service, 'POST', '/estimate', { ...SPEECH, ...body })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const usual = await estimate({ characters: 1300 })
  expect(usual).toEqual({ status: 200, body: { audioSeconds: 100, seconds: expect.any(Number) } })
  const fast = await estimate({ characters: 1300, speedAlpha: 2 })
  expect(fast.body).toMatchObject({ audioSeconds: 50 })
  expect(Number(fast.body.seconds)).toBeLessThan(Number(usual.body.seconds))
  expect(await estimate({})).toMatchObject({ status: 400, body: { error: { field: 'characters' } } })
  expect(await estimate({ characters: 5, speaker: 'nobody' })).toMatchObject({ status: 400 })
})
