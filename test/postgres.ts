import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { canTestWith } from '../scripts/needed-program.ts'
import { freePort } from './free-port.ts'
import type { CertificateFiles } from './write-certificate.ts'

const HOME = '/usr/lib/postgresql' // of Debian, one folder a version

/** The folder of the newest installed PostgreSQL, if there is one. */
export const POSTGRES_PROGRAMS = existsSync(HOME)
  ? readdirSync(HOME)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => join(HOME, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'initdb')))
  : undefined
canTestWith('PostgreSQL', POSTGRES_PROGRAMS !== undefined)

export interface Postgres extends AsyncDisposable {
  /** URL of one of its databases, as its owner unless another user is given. */
  url(database: string, user?: string): string
  /** Of TLS. */
  readonly port: number | undefined
  /** Runs statements as the owner of the server. */
  query(...statements: readonly string[]): Promise<void>
  /** Runs statements in one of its databases, on one connection. */
  queryIn(database: string, ...statements: readonly string[]): Promise<void>
  /** Ends it as a crash does: connections are lost, and what was committed is recovered at the start. */
  crash(): Promise<void>
  /** Starts it again. */
  start(): Promise<void>
}

/**
 * Starts PostgreSQL on a socket in a temporary folder, and with a certificate on a port of 127.0.0.1, too, that takes TLS
 * alone. The caller disposes it.
 */
export async function startPostgres(certificate?: CertificateFiles): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'hf-pg-')) // short: the path of a socket has at most 107 bytes
  const user = ownerOf(folder)
  const program = (name: string) => join(POSTGRES_PROGRAMS as string, name)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, stdio: 'ignore' } as const
  const access = ['--auth-local=scram-sha-256', '--username=owner', `--pwfile=${join(folder, 'password')}`]
  writeFileSync(join(folder, 'password'), PASSWORD)
  execFileSync(program('initdb'), ['-D', data, '-E', 'UTF8', '--locale=C', '--no-sync', ...access], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const settings = ['fsync=off', `unix_socket_directories=${folder}`, 'max_connections=50']
  const port = certificate && (await freePort())
  if (certificate === undefined) settings.push('listen_addresses=')
  else {
    writeFileSync(
      join(data, 'pg_hba.conf'),
      'local all all scram-sha-256\nhostssl all all 127.0.0.1/32 scram-sha-256\n',
    )
    for (const [name, file] of [
      ['server.crt', certificate.cert],
      ['server.key', certificate.key],
    ] as const) {
      copyFileSync(file, join(data, name))
      chmodSync(join(data, name), 0o600)
      if (user.uid !== undefined) chownSync(join(data, name), user.uid, user.gid as number)
    }
    settings.push('listen_addresses=127.0.0.1', 'ssl=on')
  }
  if (port !== undefined) settings.push(`port=${port}`)
  const args = ['-D', data, ...settings.flatMap((each) => ['-c', each])]
  let server = spawn(program('postgres'), args, options)
  let exit = once(server, 'exit')
  const url = (database: string, name = 'owner') =>
    `postgresql://${name}:${PASSWORD}@/${database}?host=${encodeURIComponent(folder)}&port=${port ?? 5432}`
  const stop = async () => {
    server.kill('SIGINT') // a fast shutdown
    await exit
    rmSync(folder, { recursive: true })
  }
  const queryIn = async (database: string, ...statements: readonly string[]) => {
    const client = new pg.Client(url(database))
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const query = (...statements: readonly string[]) => queryIn('postgres', ...statements)
  const whenReady = async () => {
    for (let tries = 0; ; tries++) {
      try {
        return await query('select 1')
      } catch (error) {
        if (tries === 200 || server.exitCode !== null) {
          await stop()
          throw error
        }
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }
  const crash = async () => {
    server.kill('SIGQUIT')
    await exit
  }
  const start = async () => {
    server = spawn(program('postgres'), args, options)
    exit = once(server, 'exit')
    await whenReady()
  }
  await whenReady()
  return { url, port, query, queryIn, crash, start, [Symbol.asyncDispose]: stop }
}

export const PASSWORD = 'sesame-9137'

/** PostgreSQL refuses to run as root. */
function ownerOf(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })))
  chownSync(folder, uid as number, gid as number)
  return { uid: uid as number, gid: gid as number }
}
