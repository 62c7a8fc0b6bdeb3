import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { cpuMsOf, residentMbOf } from '../process-usage.ts'
import type { Row } from '../report.ts'
import type { Scenario } from '../scenario.ts'

const CLI = fileURLToPath(new URL('../../dist/main/cli.js', import.meta.url))
const BLOCK = randomBytes(1e6)
const SAMPLE_MS = 20

/** Installs packs of different sizes from this machine: the memory should not depend on the size. */
export const packInstall: Scenario = {
  name: 'pack-install',
  summary: 'Installing voice packs from a server on this machine: time, processor time, memory',
  isLong: false,
  run: async ({ isSmoke, tell }) => {
    const rows: Row[] = []
    for (const megabytes of isSmoke ? [3, 30] : [3, 30, 300]) {
      tell(`${megabytes} MB`)
      rows.push({ megabytes, ...(await install(megabytes)) })
    }
    const columns = [
      { key: 'megabytes', heading: 'pack, MB' },
      { key: 'seconds', heading: 'seconds', digits: 1 },
      { key: 'cpuMs', heading: 'CPU ms' },
      { key: 'peakMb', heading: 'peak RSS MB' },
    ]
    return [{ title: 'Installing a pack', columns, rows }]
  },
}

async function install(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-bench-pack-'))
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': megabytes * BLOCK.length })
    let sent = 0
    const send = (): void => {
      while (sent < megabytes) {
        sent++
        if (!response.write(BLOCK)) break
      }
      if (sent === megabytes) response.end()
    }
    response.on('drain', send)
    send()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const manifest = join(folder, 'bench.json')
    writeFileSync(manifest, JSON.stringify(manifestOf(megabytes)))
    const startedAt = performance.now()
    const child = spawn(process.execPath, [CLI, 'packs', 'install', manifest], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOARFROST_PACKS_MIRROR: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      },
      stdio: 'ignore',
    })
    const exit = once(child, 'exit')
    const usage = { peakMb: 0, cpuMs: 0 }
    while (child.exitCode === null && child.signalCode === null) {
      usage.peakMb = Math.max(usage.peakMb, residentMbOf(child.pid as number)?.peak || 0)
      usage.cpuMs = cpuMsOf(child.pid as number) || usage.cpuMs
      await Promise.race([exit, sleep(SAMPLE_MS)])
    }
    return { ...usage, seconds: (performance.now() - startedAt) / 1000, failures: child.exitCode === 0 ? 0 : 1 }
  } finally {
    server.close()
    rmSync(folder, { recursive: true })
  }
}

function manifestOf(megabytes: number): object {
  const hash = createHash('sha256')
  for (let i = 0; i < megabytes; i++) hash.update(BLOCK)
  const path = 'model.onnx'
  const file = {
    path,
    bytes: megabytes * BLOCK.length,
    sha256: hash.digest('hex'),
    isChecked: true,
    from: [{ kind: 'hub', repository: 'bench/bench', revision: 'main', file: path }],
  }
  return {
    name: 'bench',
    version: '1',
    summary: 'Random bytes',
    family: 'piper',
    licences: [{ of: 'bytes', spdx: 'CC0-1.0', holder: 'nobody', statedAt: 'nowhere' }],
    baseModel: null,
    files: [file],
    parts: { model: path, config: path },
    speakers: [{ name: 'default', language: 'eng', accent: 'eng-US', gender: 'Female', gainDb: 0 }],
    serves: [],
    unverified: [],
  }
}
