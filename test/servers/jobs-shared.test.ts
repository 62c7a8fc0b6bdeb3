import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { SPEAK_TONES } from '../command-line.ts'
import { type JobServer, SPEECH, startJobServer } from '../job-server.ts'
import { POSTGRES_PROGRAMS, type Postgres, startPostgres } from '../postgres.ts'
import { S3_BUCKET, S3_CREDENTIALS, startS3Server } from '../s3-server.ts'

const textOf = (chapters: number): string =>
  Array.from(
    { length: chapters },
    (_, i) => `# Chapter ${i + 1}\n\n${`On day ${i + 1} the quick brown fox jumps over the lazy dog. `.repeat(8)}\n\n`,
  ).join('')
const CHAPTERS = 6
const TEXT = textOf(CHAPTERS)

describe.skipIf(POSTGRES_PROGRAMS === undefined)('jobs of servers that share PostgreSQL', () => {
  let postgres: Postgres
  let databases = 0
  beforeAll(async () => {
    postgres = await startPostgres()
  }, 60_000)
  afterAll(() => postgres?.[Symbol.asyncDispose]())

  /** Starts servers on a database of their own. */
  async function startServers(
    count: number,
    env: (directory: string) => Readonly<Record<string, string>>,
    nodeOptions: readonly string[] = SPEAK_TONES,
  ) {
    const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-jobs-'))
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
    const name = `jobs_${databases++}`
    await postgres.query(`create database ${name}`)
    const url = postgres.url(name)
    const servers = await Promise.all(
      Array.from({ length: count }, (_, i) => {
        mkdirSync(join(directory, `server-${i}`))
        const settings = env(directory)
        return startJobServer(join(directory, `server-${i}`), { HOARFROST_DATABASE_URL: url, ...settings }, nodeOptions)
      }),
    )
    const ask = async <Row extends pg.QueryResultRow>(query: string): Promise<readonly Row[]> => {
      const client = new pg.Client(url)
      client.on('error', () => {}) // the database may end before the connection does
      await client.connect()
      try {
        return (await client.query<Row>(query)).rows
      } finally {
        await client.end()
      }
    }
    return { directory, servers: servers as [JobServer, JobServer, ...JobServer[]], ask }
  }

  test('a book is spoken once by all of them, byte for byte as by one, though one is killed and the database crashes', async () => {
    const folder = (directory: string) => ({ HOARFROST_JOBS_DIR: join(directory, 'jobs') })
    // With an engine: tones are spoken before the third server looks for work.
    const { directory, servers, ask } = await startServers(3, folder, [])
    const [killed, other] = servers
    const id = await killed.submit(TEXT)
    const working = async () =>
      (await ask<{ count: string }>('select count(distinct server) as count from job_claim'))[0]?.count
    await expect.poll(working, { interval: 5 }).toBe('3')
    await killed.kill()
    await postgres.crash()
    await postgres.start()
    const shared = await other.resultOf(id)
    expect(await other.show(id)).toMatchObject({ state: 'done', charactersDone: (await other.show(id)).characters })
    const names = ['result.wav', ...Array.from({ length: CHAPTERS }, (_, i) => `chapter-${i + 1}.wav`)]
    await expect.poll(() => readdirSync(join(directory, 'jobs', id)).toSorted()).toEqual(names.toSorted())
    expect(await ask('select * from job_claim')).toEqual([])

    mkdirSync(join(directory, 'alone'))
    const alone = await startJobServer(join(directory, 'alone'))
    expect(shared.length).toBeGreaterThan(CHAPTERS * 5 * 48_000)
    expect(shared.equals(await alone.resultOf(await alone.submit(TEXT)))).toBe(true)
  }, 240_000)

  test('a job in a bucket is shown, limited, counted, downloaded and removed by any of them', async () => {
    const s3 = await startS3Server()
    const { servers } = await startServers(2, () => ({ ...bucketOf(s3.url), HOARFROST_JOBS_PER_KEY: '1' }))
    const [one, other] = servers
    const id = await one.submit(textOf(8))
    const body = JSON.stringify({ ...SPEECH, text: 'another' })
    const refused = await other.ask('jobs', { method: 'POST', body })
    expect([refused.status, await refused.json()]).toEqual([429, { error: { message: 'Too many jobs' } }])
    const whole = await other.resultOf(id)
    const range = await one.ask(`jobs/${id}/result`, { headers: { range: 'bytes=1000-1999' } })
    expect([range.status, range.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${whole.length}`])
    expect(Buffer.from(await range.arrayBuffer()).equals(whole.subarray(1000, 2000))).toBe(true)
    expect(whole.readUInt32LE(4)).toBe(whole.length - 8) // the header was written last
    const { characters } = await other.show(id)
    const usage = async () => (await (await other.ask('usage?by=protocol')).json()) as object
    const ofJobs = { protocol: 'Jobs', requests: 1, characters, errors: 0 }
    await expect.poll(usage).toMatchObject({ data: [ofJobs] })
    await expect.poll(() => [...s3.objects.keys()].filter((key) => key.includes('part-'))).toEqual([])
    expect((await other.ask(`jobs/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await one.ask(`jobs/${id}`)).status).toBe(404)
    expect([...s3.objects.keys()]).toEqual([])
  }, 240_000)

  test('a job that one cancels is dropped by another, with its files', async () => {
    const s3 = await startS3Server()
    const { servers, ask } = await startServers(2, () => bucketOf(s3.url))
    const [one, other] = servers
    const id = await one.submit(textOf(100))
    const claims = async () => (await ask('select distinct server from job_claim')).length
    await expect.poll(claims, { interval: 5 }).toBe(2)
    await expect.poll(() => s3.objects.size, { interval: 5 }).toBeGreaterThan(1)
    expect((await other.ask(`jobs/${id}/cancel`, { method: 'POST' })).status).toBe(200)
    expect(await one.show(id)).toMatchObject({ state: 'cancelled' })
    expect(await claims()).toBe(0)
    // Both speak the next one, so both have dropped it.
    await one.submit(textOf(100))
    await expect.poll(claims, { interval: 5 }).toBe(2)
    await expect.poll(() => [...s3.objects.keys()].filter((key) => key.startsWith(id))).toEqual([])
  }, 240_000)

  test('without a directory or a bucket, requests name the settings', async () => {
    const { servers } = await startServers(1, () => ({}))
    const answer = await servers[0].ask('jobs')
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('HOARFROST_JOBS_DIR or HOARFROST_JOBS_S3_BUCKET'),
    ])
  })
})

const bucketOf = (url: string) => ({
  HOARFROST_JOBS_S3_BUCKET: S3_BUCKET,
  HOARFROST_JOBS_S3_ENDPOINT: url,
  HOARFROST_JOBS_S3_PATH_STYLE: 'true',
  HOARFROST_JOBS_S3_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
  HOARFROST_JOBS_S3_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
})
