// Writes dashboard/src/api/schema.d.ts, the types of the routes that the dashboard uses, from the server's OpenAPI document.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString, type OpenAPI3, type PathItemObject } from 'openapi-typescript'
import { pino } from 'pino'
import { readConfig } from '../src/main/config.ts'
import { startService } from '../src/main/service.ts'

const PATHS = [
  '/dashboard/session',
  '/v1/catalogue',
  '/v1/text/readings',
  '/v1/keys',
  '/v1/usage',
  '/v1/live',
  '/v1/packs',
  '/v1/dictionary/words',
  '/v1/dictionary/requests',
  '/v1/jobs',
  '/v1/jobs/estimate',
  '/v1/jobs/{id}',
  '/v1/clients',
  '/v1/clients/{name}/check',
]

/** The content of schema.d.ts for an OpenAPI document: the successful answers of the paths that the page reads. */
export async function typesOf(document: OpenAPI3): Promise<string> {
  const paths = Object.fromEntries(PATHS.map((path) => [path, withoutErrors(document.paths?.[path])]))
  const types = await openapiTS({ ...document, components: {}, paths }, { immutable: true })
  return `// Written by \`npm run dashboard:types\`; a test compares it with the server's OpenAPI document.\n\n${astToString(types)}`
}

function withoutErrors(item: object = {}): PathItemObject {
  return Object.fromEntries(
    Object.entries(item).map(([method, { operationId, responses }]) => {
      const successful = Object.entries(responses).filter(([status]) => status < '300')
      return [method, { operationId, responses: Object.fromEntries(successful) }]
    }),
  )
}

async function readDocument(): Promise<OpenAPI3> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hoarfrost-types-'))
  const settings = {
    PORT: '0',
    HOARFROST_WORKERS: '1',
    HOARFROST_DATA_DIR: dataDir,
    HOARFROST_ENGINE_PREFERENCE: 'flite',
  }
  const service = await startService(readConfig(settings), {
    clock: () => new Date(),
    logger: pino({ level: 'silent' }),
    droppedLogLines: () => 0,
    threadUrl: new URL('../dist/main/thread.js', import.meta.url),
  })
  try {
    return (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenAPI3
  } finally {
    await service.close()
    rmSync(dataDir, { recursive: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('../dashboard/src/api/schema.d.ts', import.meta.url), await typesOf(await readDocument()))
  process.exit() // native threads may still end
}
