import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCertificate } from '../../test/certificates.ts'
import { describeStore } from '../../test/contracts/store.ts'
import { PASSWORD, POSTGRES_PROGRAMS, type Postgres, startPostgres } from '../../test/postgres.ts'
import { runWithPostgres } from '../../test/store-process.ts'
import type { CertificateFiles } from '../../test/write-certificate.ts'
import { openPostgresStore } from './open-postgres-store.ts'

describe.skipIf(POSTGRES_PROGRAMS === undefined)('PostgreSQL', () => {
  let postgres: Postgres
  let databases = 0
  beforeAll(async () => {
    postgres = await startPostgres()
  }, 60_000)
  afterAll(() => postgres?.[Symbol.asyncDispose]())

  async function createDatabase(): Promise<string> {
    const name = `test_${databases++}`
    await postgres.query(`create database ${name}`)
    return name
  }

  // Schemas of one database, since creating a database takes a third of a second.
  describeStore('the PostgreSQL store', async () => {
    const schema = `test_${databases++}`
    await postgres.query(`create schema ${schema}`)
    const url = `${postgres.url('postgres')}&options=-csearch_path%3D${schema}`
    return {
      open: () => openPostgresStore(url),
      runWithStore: (body) => runWithPostgres(url, body),
      remove: () => postgres.query(`drop schema ${schema} cascade`),
    }
  })

  test('is shared by servers that start at once on an empty database', async () => {
    const url = postgres.url(await createDatabase())
    const stores = await Promise.all(Array.from({ length: 5 }, () => openPostgresStore(url)))
    expect(await Promise.all(stores.map(({ dictionary }) => dictionary.version()))).toEqual([0, 0, 0, 0, 0])
    await Promise.all(stores.map((store) => store[Symbol.asyncDispose]()))
  })

  test('takes changes again after its connections were cut', async () => {
    const name = await createDatabase()
    await using store = await openPostgresStore(postgres.url(name))
    await postgres.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    const words = new Map([['word', 1]])
    // The pool may not have noticed yet.
    await store.oovWords.count(words, new Date()).catch(async (error) => {
      expect(error).toMatchObject({ code: 'store.busy' })
      await store.oovWords.count(words, new Date())
    })
    expect(await store.oovWords.list()).toMatchObject([{ word: 'word', count: 1 }])
  })

  test('tells what another process changes, also after it was out of reach', async () => {
    const url = postgres.url(await createDatabase())
    await using store = await openPostgresStore(url)
    await using other = await openPostgresStore(url)
    const reported: string[] = []
    const forget = () => void reported.splice(0)
    store.onChange((changed) => reported.push(changed))
    await expect.poll(() => reported).toEqual(['keys', 'dictionary']) // it listens now

    forget()
    await other.dictionary.add([
      { word: 'word', language: 'eng', pronunciation: 'W ER1 D', addedAt: new Date(), addedBy: null },
    ])
    await expect.poll(() => reported).toEqual(['dictionary'])
    forget()
    const ends = { expiresAt: null, revokedAt: null, maxConcurrent: null, limits: {}, lastUsedAt: null }
    const key = { id: 'a', name: '', hash: 'b', roles: [], createdAt: new Date(), ...ends }
    await other.apiKeys.add(key)
    await other.apiKeys.recordUses(new Map([[key.id, new Date()]]))
    await other.apiKeys.revoke(key.id, new Date())
    await expect.poll(() => reported).toEqual(['keys', 'keys']) // its use is no change

    forget()
    await postgres.crash()
    await postgres.start()
    await expect.poll(() => reported).toEqual(['keys', 'dictionary'])
  })

  test('refuses a change as busy while another one takes longer than the patience, and takes it afterwards', async () => {
    const url = postgres.url(await createDatabase())
    await using store = await openPostgresStore(url, { patienceMs: 200 })
    const other = new pg.Client(url)
    await other.connect()
    await other.query('begin; lock table saved_word')
    const words = new Map([['word', 1]])
    await expect(store.oovWords.count(words, new Date())).rejects.toMatchObject({ code: 'store.busy' })
    await other.end()
    await store.oovWords.count(words, new Date())
    expect(await store.oovWords.list()).toMatchObject([{ word: 'word', count: 1 }])
  })

  describe('that cannot be used is named in one line, without the password:', () => {
    const messageOf = async (url: string) => {
      const error = await openPostgresStore(url, { patienceMs: 2000 }).then(
        () => new Error('it opened'),
        (reason: Error) => reason,
      )
      expect(error.message).not.toContain(PASSWORD)
      expect(JSON.stringify([error.stack, error.cause ?? null])).not.toContain(PASSWORD)
      expect(error.message).not.toContain('\n')
      return error.message
    }

    test('not reachable', async () => {
      expect(await messageOf(`postgresql://u:${PASSWORD}@127.0.0.1:1/db`)).toMatch(
        /^127.0.0.1:1\/db cannot be reached: /,
      )
    })

    test('a wrong password, and a user that there is not', async () => {
      const url = postgres.url('postgres').replace(PASSWORD, 'wrong')
      expect(await messageOf(url)).toContain('refuses the user owner: password authentication failed')
      expect(await messageOf(postgres.url('postgres', 'nobody'))).toContain('refuses the user nobody: ')
    })

    test('a database that there is not', async () => {
      expect(await messageOf(postgres.url('nowhere'))).toContain('cannot be used: database "nowhere" does not exist')
    })

    test('a user who may not create tables', async () => {
      const name = await createDatabase()
      await postgres.query(`create role reader login password '${PASSWORD}'`)
      expect(await messageOf(postgres.url(name, 'reader'))).toMatch(
        /the user reader may not create tables .*GRANT CREATE/,
      )
    })

    test('a database that a newer version has changed', async () => {
      const name = await createDatabase()
      await (await openPostgresStore(postgres.url(name)))[Symbol.asyncDispose]()
      const newer = postgres.url(name)
      const client = new pg.Client(newer)
      await client.connect()
      await client.query("insert into kysely_migration values ('9999-future', '')")
      await client.end()
      expect(await messageOf(newer)).toContain('cannot be used: it was written by a newer version of Hoarfrost')
    })
  })

  test('is reached over TLS if its certificate is of the authority and for its name', { timeout: 30_000 }, async () => {
    const [authority, stranger] = [createCertificate('Authority'), createCertificate('Stranger')]
    await using server = await startPostgres(createCertificate('localhost', authority))
    const url = (host: string, options: string) =>
      `postgresql://owner:${PASSWORD}@${host}:${server.port}/postgres?${options}`
    const verified = (host: string, { cert }: CertificateFiles) =>
      openPostgresStore(url(host, `sslmode=verify-full&sslrootcert=${encodeURIComponent(cert)}`))
    {
      await using store = await verified('localhost', authority)
      expect(await store.dictionary.version()).toBe(0)
      let changes = 0
      store.onChange(() => changes++)
      await expect.poll(() => changes).toBeGreaterThan(0) // the connection that listens is encrypted, too
    }
    await expect(verified('localhost', stranger)).rejects.toThrow(
      /^localhost:\d+\/postgres cannot be trusted: its certificate was refused \(.+\); sslrootcert=FILE /,
    )
    await expect(openPostgresStore(url('localhost', 'sslmode=disable'))).rejects.toThrow(
      /^localhost:\d+\/postgres refuses the user owner: .*no encryption/,
    )
    const nowhere = url('localhost', 'sslmode=verify-full&sslrootcert=/nowhere.pem')
    await expect(openPostgresStore(nowhere)).rejects.toThrow(
      'the file /nowhere.pem cannot be read (no such file or directory)',
    )
  })

  test('is not trusted with the certificate of another host', { timeout: 30_000 }, async () => {
    const authority = createCertificate('Authority')
    await using server = await startPostgres(createCertificate('other.example.com', authority))
    const options = `sslmode=verify-full&sslrootcert=${encodeURIComponent(authority.cert)}`
    const url = `postgresql://owner:${PASSWORD}@localhost:${server.port}/postgres?${options}`
    await expect(openPostgresStore(url)).rejects.toThrow(/cannot be trusted: .*localhost.* is not in the cert/)
  })
})
