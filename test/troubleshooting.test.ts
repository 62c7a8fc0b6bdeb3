import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PAGE = readFileSync(`${ROOT}docs/troubleshooting.md`, 'utf8')
const SOURCES = ['src', 'dashboard/src']
  .flatMap((folder) =>
    readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => readFileSync(ROOT + file, 'utf8'))

/** Code of several words in the paragraphs of symptoms and at the start of rows. `…` stands for what differs. */
const MESSAGES = [...PAGE.matchAll(/^\*\*Symptom\.\*\*.*?\n\n|^\| `[^|]*/gms)]
  .flatMap(([part]) => [...part.replaceAll('\n', ' ').matchAll(/`([^`]+)`/g)])
  .map(([, code = '']) => code)
  .filter((code) => code.includes(' ') && !code.startsWith('hoarfrost '))

test('docs/troubleshooting.md names messages of the program', () => expect(MESSAGES.length).toBeGreaterThan(15))

test.each(MESSAGES)('the program has the message of docs/troubleshooting.md: %s', (message) => {
  for (const piece of message.split('…').map((part) => part.trim())) {
    expect(
      SOURCES.some((source) => source.includes(piece)),
      piece,
    ).toBe(true)
  }
})
