import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SCHEMA = 'src/protocols/rime-v1/schema'

test('the code of the protobuf schema is what `npm run protobuf` writes', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-protobuf-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const template = readFileSync(join(ROOT, SCHEMA, 'buf.gen.yaml'), 'utf8').replace(
    `out: ${SCHEMA}`,
    `out: ${JSON.stringify(directory)}`,
  )
  const bin = join(ROOT, 'node_modules/.bin')
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
  execFileSync(join(bin, 'buf'), ['generate', '--template', template], { cwd: ROOT, env })
  const written = readFileSync(join(directory, 'rime-v1_pb.ts'), 'utf8')
  expect(written).toBe(readFileSync(join(ROOT, SCHEMA, 'rime-v1_pb.ts'), 'utf8'))
})
