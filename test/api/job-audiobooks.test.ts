import { expect, test } from 'vitest'
import type { ShownJob } from '../../src/protocols/jobs/job-bodies.ts'
import { readMp4 } from '../read-mp4.ts'
import { unzipped } from '../unzipped.ts'
import { shareTestService, TEST_KEY } from './test-service.ts'

const openService = shareTestService()
const M4B = { modelId: 'coda', speaker: 'luna', audioFormat: 'm4b' }
const BOOK = 'A preface.\n\n# Loomings\n\nCall me Ishmael.\n\n## Das Gepäck 🐋\n\nI stuffed a shirt.'

async function ask(method: string, path: string, body?: object) {
  const { url } = await openService()
  const headers = { authorization: `Bearer ${TEST_KEY}` }
  return fetch(`${url}${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
}

async function finished(body: object): Promise<ShownJob> {
  const { id } = (await (await ask('POST', '/v1/jobs', { ...M4B, ...body })).json()) as ShownJob
  const show = async () => (await (await ask('GET', `/v1/jobs/${id}`)).json()) as ShownJob
  await expect.poll(async () => (await show()).state).toBe('done')
  return show()
}

async function fileOf(id: string, query = '') {
  const answer = await ask('GET', `/v1/jobs/${id}/result${query}`)
  return { headers: answer.headers, file: Buffer.from(await answer.arrayBuffer()) }
}

test('an audiobook has the chapters of its text, at their times, its name, and the mark of synthetic audio', async () => {
  const job = await finished({ text: BOOK, name: 'Moby-Dick' })
  expect(job).toMatchObject({ audioFormat: 'm4b', samplingRate: 24_000, charactersDone: job.characters })
  const { headers, file } = await fileOf(job.id)
  expect(headers.get('content-type')).toBe('audio/mp4')
  expect(headers.get('content-disposition')).toBe('attachment; filename="Moby-Dick.m4b"')
  const read = readMp4(file)
  let at = 0
  const expected = job.chapters.map(({ title, audioSeconds }) => {
    const startS = at
    at += audioSeconds
    return { title: title || 'Moby-Dick', startS: expect.closeTo(startS, 3) }
  })
  expect(expected.map(({ title }) => title)).toEqual(['Moby-Dick', 'Loomings', 'Das Gepäck 🐋'])
  expect([read.chapters, read.neroChapters]).toEqual([expected, expected])
  expect(read.heard.length / read.timescale).toBeCloseTo(at)
  expect(read.items).toMatchObject({
    '©nam': 'Moby-Dick',
    '©alb': 'Moby-Dick',
    '©cmt': expect.stringContaining('Voice=luna; Model=coda'),
    DigitalSourceType: expect.stringContaining('trainedAlgorithmicMedia'),
  })
})

test('a chapter can be had alone, and prompts become files in an archive', async () => {
  const job = await finished({ text: BOOK, name: 'Moby-Dick' })
  const chapter = readMp4((await fileOf(job.id, '?chapter=2')).file)
  expect(chapter.items).toMatchObject({ '©nam': 'Loomings', '©alb': 'Moby-Dick' })
  expect([chapter.chapters, chapter.neroChapters]).toEqual([[], []])
  const { id } = await finished({ prompts: [{ name: 'welcome', text: 'Good morning.' }] })
  const files = await unzipped((await fileOf(id)).file)
  expect([...files.keys()]).toEqual(['welcome.m4b'])
  expect(readMp4(files.get('welcome.m4b')?.content as Buffer).items).toMatchObject({ '©nam': 'welcome' })
})

test('live speech has no M4B, whose index is at its end', async () => {
  const speech = { modelId: 'coda', speaker: 'luna', text: 'One.' }
  const { url } = await openService()
  const headers = { authorization: `Bearer ${TEST_KEY}`, accept: 'audio/mp4' }
  const live = await fetch(`${url}/v1/rime-tts`, { method: 'POST', headers, body: JSON.stringify(speech) })
  expect([live.status, await live.text()]).toEqual([406, expect.stringContaining('supported types: audio/wav')])
  for (const [path, body] of [
    ['/v1/rime-tts', { ...speech, modelId: 'mistv2', audioFormat: 'm4b' }],
    ['/v1/audio/speech', { model: 'tts-1', voice: 'luna', input: 'One.', response_format: 'm4b' }],
  ] as const) {
    expect([path, (await ask('POST', path, body)).status]).toEqual([path, 400])
  }
})
