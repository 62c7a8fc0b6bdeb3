import { exec, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settingRow } from '../scripts/write-settings.ts'
import type { Voice } from '../src/core/voice.ts'
import { readShippedCatalogue } from '../src/main/catalogue.ts'
import { readConfig, SETTING_LIST } from '../src/main/config.ts'
import { startTestService, TEST_KEY } from './api/test-service.ts'
import { withoutTag } from './without-tag.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CLI = join(ROOT, 'dist/main/cli.js')
const filesBelow = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`)
const PAGES = [...readdirSync(ROOT), ...filesBelow('docs'), ...filesBelow('training')]
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
const README = PAGES.find(({ path }) => path === 'README.md')?.text ?? ''

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'hoarfrost-readme-'))
  writeFileSync(join(directory, 'talk.txt'), 'A talk, in two sentences. This is the other one.')
})
afterAll(() => rmSync(directory, { recursive: true }))

/** Runs a line of a page in a directory of its own; `npx hoarfrost` is what has been built here. */
function shell(line: string) {
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', `npx() { shift; '${process.execPath}' '${CLI}' "$@"; }; ${line}`],
    {
      cwd: directory,
      encoding: 'utf8',
    },
  )
  return { status, stdout, stderr }
}

const lastKeyId = (): string => {
  const ids = [...shell('npx hoarfrost keys list').stdout.matchAll(/^([0-9a-f]{12}) /gm)]
  return ids.at(-1)?.[1] ?? 'none'
}

test('README.md lists ten settings at most, as the program describes them', () => {
  const rowOf = new Map(SETTING_LIST.map((setting) => [setting.variable, settingRow(setting)]))
  const [, section = ''] = README.split('\n## Configuration\n')
  const [table = ''] = /^\|.*?\n\n/ms.exec(section) ?? []
  const rows = [...table.matchAll(/^\| `(\w+)`.*$/gm)]
  expect(rows.length).toBeGreaterThan(4)
  expect(rows.length).toBeLessThanOrEqual(10)
  for (const [row, variable = ''] of rows) expect(row).toBe(rowOf.get(variable))
})

test('README.md counts the voices and languages that the default server speaks', async () => {
  const { voices } = await readShippedCatalogue([])
  const { deployment, arcanaCutover } = readConfig({})
  expect([deployment, arcanaCutover < new Date()]).toEqual(['cloud', true]) // so coda serves arcana
  const [ofArcana, own] = [true, false].map((is) => voices.filter(({ model }) => (model === 'arcana') === is)) as [
    Voice[],
    Voice[],
  ]
  const languages = new Set(own.map(({ language }) => language))
  const text = README.replaceAll(/\s+/g, ' ')
  expect(text).toContain(`${own.length} voices in ${NUMBERS[languages.size]} languages`)
  expect(text).toContain(`keeps the ${ofArcana.length} voices of \`arcana\``)
  const further = ofArcana.filter(({ language }) => !languages.has(language)).map(({ language }) => language)
  expect([...new Set(further)]).toEqual(['heb', 'sin', 'tam'])
  expect(text).toContain('adds Hebrew, Sinhala and Tamil')
})

const NUMBERS: Readonly<Record<number, string>> = { 10: 'ten', 11: 'eleven', 12: 'twelve' }

describe('every command of the pages works as it stands', () => {
  const commands = PAGES.flatMap(({ path, text }) =>
    [...text.matchAll(/^```sh\n(.*?)^```/gms)]
      .flatMap(([, block = '']) => block.split('\n'))
      .filter((line) => line.startsWith('npx hoarfrost '))
      .map((line) => [path, line] as const),
  )

  test('there are some', () => expect(commands.length).toBeGreaterThan(10))

  test.each(commands)('%s: %s', (_, line) => {
    const { status, stderr } = shell(line.replace(/\bID\b/, lastKeyId))
    expect(status, stderr).toBe(0)
    const [, output] = / -o (\S+)/.exec(line) ?? []
    if (output !== undefined) expect(existsSync(join(directory, output))).toBe(true)
  })

  test('README.md: keys create, keys list and keys revoke', () => {
    const [line = ''] = /npx hoarfrost keys create[^`]*/.exec(README) ?? []
    expect(shell(line)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^hf_/) })
    expect(shell(`npx hoarfrost keys revoke ${lastKeyId()}`).status).toBe(0)
  })

  test('README.md: curl', async () => {
    const service = await startTestService()
    const [line = ''] = /^curl .*?hello\.mp3$/ms.exec(README) ?? []
    const here = line.replace('http://127.0.0.1:8000', service.url).replace('YOUR_KEY', TEST_KEY)
    await promisify(exec)(here, { cwd: directory }) // not spawnSync: the service is in this process
    // An Info frame: a player shows the right length, which a WAV that was streamed cannot tell.
    const file = withoutTag(readFileSync(join(directory, 'hello.mp3')))
    expect(file.readUInt16BE(0) & 0xfffe).toBe(0xfff2)
    expect(file.subarray(0, 100).includes('Info')).toBe(true)
  })
})

describe('every link of the pages leads somewhere', () => {
  const links = PAGES.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target = '']) => [path, target] as const),
  )

  test.each(links)('%s → %s', (path, target) => {
    const [file = '', anchor] = target.split('#')
    const linked = file === '' ? join(ROOT, path) : join(ROOT, dirname(path), file)
    expect(existsSync(linked)).toBe(true)
    if (anchor !== undefined) expect(anchorsOf(readFileSync(linked, 'utf8'))).toContain(anchor)
  })
})

/** The anchors that GitHub gives to headings. */
const anchorsOf = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
