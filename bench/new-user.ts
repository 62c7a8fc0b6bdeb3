import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser, Locator, Page } from 'playwright-core'
import { median } from '../src/benchmark/statistics.ts'
import type { Row, Table } from './report.ts'
import { type BenchServer, makeSignInLink } from './server.ts'

const DIST = fileURLToPath(new URL('../dist/dashboard/', import.meta.url))
const PICTURES = fileURLToPath(new URL('../docs/images/', import.meta.url))
/** How long a person looks before a click, and takes for a character. */
const LOOK_MS = 1000
const TYPE_MS = 120
const LOADS = 5
const MAX_KB = 250
const MAX_RENDER_S = 1
const BOOK = Array.from(
  { length: 40 },
  (_, i) => `# Chapter ${i + 1}\n\n${'Call me Ishmael. Some years ago I went to sea. '.repeat(60)}`,
).join('\n\n')

export const urlOf = ({ host, port }: BenchServer): string => `http://${host}:${port}/dashboard/`

/** A person who looks, clicks and types; `clicks` counts. */
function createPerson(page: Page) {
  let clicks = 0
  return {
    get clicks() {
      return clicks
    },
    click: async (what: Locator) => {
      await page.waitForTimeout(LOOK_MS)
      await what.click()
      clicks++
    },
    type: (what: Locator, text: string) => what.pressSequentially(text, { delay: TYPE_MS }),
  }
}

const withoutKeys = (page: Page) => ({ mask: [page.getByText(/hf_/)], maskColor: '#dde5ea' })

type Person = ReturnType<typeof createPerson>

/** A task with the picture of its end, `docs/images/first-hour-NAME.png`. */
interface Task {
  readonly name: string
  readonly what: string
  readonly maxS: number
  readonly act: (page: Page, person: Person, link: string) => Promise<void>
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const follow = (page: Page, person: Person, name: string) =>
  person.click(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }))

const TASKS: readonly Task[] = [
  {
    name: 'hear',
    what: 'hear a voice, from opening the sign-in link',
    maxS: 10,
    act: async (page, person, link) => {
      await page.goto(link)
      await person.click(button(page, 'Speak'))
      await page.locator('.reading mark').waitFor()
    },
  },
  {
    name: 'agent',
    what: 'a LiveKit program with a key, downloaded, whose requests are answered with speech',
    maxS: 180,
    act: async (page, person) => {
      await follow(page, person, 'Build a voice agent')
      await person.click(page.getByRole('tab', { name: 'LiveKit' }))
      await person.click(button(page, 'Create a key'))
      await page.getByText('Created “LiveKit agent”').waitFor()
      const [file] = await Promise.all([page.waitForEvent('download'), person.click(button(page, 'Download'))])
      await file.path()
      await person.click(button(page, 'Test connection'))
      await page.getByText('Passed: this client can speak.').waitFor()
    },
  },
  {
    name: 'name',
    what: 'fix a mispronounced name, hear it, and keep it in the dictionary',
    maxS: 30,
    act: async (page, person) => {
      await follow(page, person, 'Speak')
      const text = page.getByLabel('Text to speak')
      await text.fill('Siobhan') // pasted
      await text.selectText()
      await person.click(button(page, 'Say it like this'))
      const spelling = page.getByRole('textbox', { name: 'Pronunciation' })
      await spelling.selectText()
      await person.type(spelling, 'shiv awn')
      await person.click(button(page, 'Hear Siobhan'))
      await person.click(button(page, 'Keep in the dictionary'))
      await page.getByText('is read like this in every text').waitFor()
      await person.click(page.getByRole('dialog').getByRole('button', { name: 'Close' }))
    },
  },
  {
    name: 'voice',
    what: 'pick a British man for a bank, and hear him say a text',
    maxS: 60,
    act: async (page, person) => {
      await follow(page, person, 'Voices')
      await person.type(page.getByLabel('Search voices'), 'british man professional')
      await person.click(page.getByRole('button', { name: /^Speak with / }).first())
      await page.getByLabel('Text to speak').clear()
      await person.type(page.getByLabel('Text to speak'), 'Welcome to the bank.')
      await person.click(button(page, 'Speak'))
      await page.locator('.reading mark').waitFor()
    },
  },
  {
    name: 'book',
    what: 'submit a book of 40 chapters',
    maxS: 60,
    act: async (page, person) => {
      await follow(page, person, 'Jobs')
      await person.click(page.getByRole('link', { name: 'New job' }))
      await page.getByRole('textbox', { name: 'Text' }).waitFor()
      await page.locator('input[type=file]').setInputFiles({
        name: 'book.md',
        mimeType: 'text/markdown',
        buffer: Buffer.from(BOOK),
      })
      await page.getByText('of audio').waitFor()
      await person.click(button(page, 'Submit job'))
      await page.getByText(/^Submitted: /).waitFor()
    },
  },
]

/** The first hour of a new user: each task with its clicks and the time that it takes. `hasPictures`: writes one of each. */
export async function measureNewUser(
  browser: Browser,
  server: BenchServer,
  tell: (what: string) => void,
  hasPictures: boolean,
): Promise<Table> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 640 }, acceptDownloads: true })
  const page = await context.newPage()
  const rows: Row[] = []
  const add = (what: string, clicks: number | undefined, value: number, unit: string, max: number) => {
    const isOver = !(value <= max)
    rows.push({ what, clicks, value, unit, max, failures: Number(isOver), failureReasons: isOver ? what : '' })
    tell(what)
  }
  add('initial JavaScript, gzipped', undefined, initialJsKb(), 'kB', MAX_KB)
  const paintsMs: number[] = []
  for (let i = 0; i < LOADS; i++) {
    await page.goto(urlOf(server))
    await page.getByLabel('API key').waitFor()
    paintsMs.push(
      await page.evaluate<number>(
        `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now()`,
      ),
    )
  }
  add('first render, median', undefined, (median(paintsMs) ?? Number.NaN) / 1000, 's', MAX_RENDER_S)
  if (hasPictures) mkdirSync(PICTURES, { recursive: true })
  await page.goto('about:blank')
  const link = await makeSignInLink(server)
  for (const { name, what, maxS, act } of TASKS) {
    const person = createPerson(page)
    const beganMs = performance.now()
    await act(page, person, link)
    add(what, person.clicks, (performance.now() - beganMs) / 1000, 's', maxS)
    if (hasPictures) await page.screenshot({ path: `${PICTURES}first-hour-${name}.png`, ...withoutKeys(page) })
  }
  await context.close()
  const columns = [
    { key: 'what', heading: 'what' },
    { key: 'clicks', heading: 'clicks' },
    { key: 'value', heading: 'took', digits: 1 },
    { key: 'unit', heading: '' },
    { key: 'max', heading: 'max' },
  ]
  return { title: `The page for a new user, who looks ${LOOK_MS} ms before each click`, columns, rows }
}

function initialJsKb(): number {
  const html = readFileSync(`${DIST}index.html`, 'utf8')
  const scripts = [...html.matchAll(/(?:src|href)="\/dashboard\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path)
  return scripts.reduce((sum, path) => sum + gzipSync(readFileSync(`${DIST}${path}`)).length, 0) / 1000
}
