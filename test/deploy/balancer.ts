import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { request as requestHttp } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runProxy } from '../proxy-process.ts'

/** A balancer, and how its file of `deploy/` is run here: on a Unix socket, with other servers. */
export interface Balancer {
  readonly name: string
  readonly isInstalled: boolean
  readonly arguments: (directory: string) => readonly string[]
  readonly configure: (directory: string, ports: readonly number[]) => string
}

const fileOf = (path: string): string => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8')

function replaced(text: string, from: string, to: string): string {
  expect(text).toContain(from)
  return text.replace(from, () => to)
}

/** The lines of the file's three servers become those of `ports`. */
const withServers = (text: string, ports: readonly number[]): string =>
  text
    .split('\n')
    .flatMap((line) => {
      const [, number] = /^\s*server (?:hoarfrost-\d )?hoarfrost-(\d):8000/.exec(line) ?? []
      if (number === undefined) return [line]
      const port = ports[Number(number) - 1]
      return port === undefined ? [] : [line.replace(`hoarfrost-${number}:8000`, `127.0.0.1:${port}`)]
    })
    .join('\n')

export const BALANCERS: readonly Balancer[] = [
  {
    name: 'haproxy',
    isInstalled: spawnSync('haproxy', ['-v']).status === 0,
    arguments: (directory) => ['-db', '-f', join(directory, 'haproxy')],
    configure: (directory, ports) =>
      replaced(withServers(fileOf('haproxy/haproxy.cfg'), ports), 'bind :8080', `bind unix@${directory}/socket`),
  },
  {
    name: 'nginx',
    isInstalled: spawnSync('nginx', ['-v']).status === 0,
    arguments: (directory) => ['-p', directory, '-e', 'stderr', '-c', join(directory, 'nginx')],
    configure: (directory, ports) => {
      const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (of) => `${of}_temp_path ${directory}/${of};`,
      )
      const file = replaced(
        withServers(fileOf('nginx/hoarfrost.conf'), ports),
        'listen 8080',
        `listen unix:${directory}/socket`,
      )
      return `daemon off; master_process off; pid pid; events {} http { access_log off; ${folders.join(' ')}\n${file}\n}`
    },
  },
  {
    name: 'caddy',
    isInstalled: spawnSync('caddy', ['version']).status === 0,
    arguments: (directory) => ['run', '--config', join(directory, 'caddy'), '--adapter', 'caddyfile'],
    configure: (directory, ports) => {
      const servers = ports.map((port) => `127.0.0.1:${port}`).join(' ')
      const file = replaced(fileOf('caddy/Caddyfile'), 'hoarfrost-1:8000 hoarfrost-2:8000 hoarfrost-3:8000', servers)
      return `{\nadmin off\nauto_https off\n}\n${replaced(file, ':8080 {', `http:// {\nbind unix/${directory}/socket`)}`
    },
  },
]

/** Runs the balancer until the test ends. Returns the path of its socket when every server is in use. */
export async function startBalancer(balancer: Balancer, ports: readonly number[]): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-balancer-'))
  writeFileSync(join(directory, balancer.name), balancer.configure(directory, ports))
  const socketPath = join(directory, 'socket')
  await runProxy({ name: balancer.name, arguments: balancer.arguments(directory), directory }, async () => {
    const request = requestHttp({ socketPath, path: '/livez', agent: false }).end()
    const [response] = await once(request, 'response')
    response.resume()
    expect(response.statusCode).toBe(200)
  })
  return socketPath
}
