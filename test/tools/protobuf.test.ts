import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PROTOCOLS = 'src/protocols'

test('the code of each protobuf schema is what `npm run protobuf` writes', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-protobuf-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const template = readFileSync(join(ROOT, PROTOCOLS, 'buf.gen.yaml'), 'utf8').replace(
    `out: ${PROTOCOLS}`,
    `out: ${JSON.stringify(directory)}`,
  )
  const bin = join(ROOT, 'node_modules/.bin')
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
  execFileSync(join(bin, 'buf'), ['generate', '--template', template], { cwd: ROOT, env })
  const codeIn = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('_pb.ts'))
      .sort()
  const written = codeIn(directory)
  expect(written).toEqual(codeIn(join(ROOT, PROTOCOLS)))
  for (const name of written) {
    expect(readFileSync(join(directory, name), 'utf8'), name).toBe(readFileSync(join(ROOT, PROTOCOLS, name), 'utf8'))
  }
})
