import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { median, quantile } from '../../src/benchmark/statistics.ts'
import type { Row, Table } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchServer } from '../server.ts'
import { createSpeechClient, type SpeechVoice } from '../speech-client.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'

const CHROMIUM = '/usr/bin/chromium'
const DIST = fileURLToPath(new URL('../../dist/dashboard/', import.meta.url))
const VOICE: SpeechVoice = { modelId: 'coda', speaker: 'luna', lang: 'eng', samplingRate: 24_000 }
const DASHBOARDS = 10
/** How long a person looks before a click, and takes for a character. */
const LOOK_MS = 1000
const TYPE_MS = 120
const LOADS = 5
const MAX_KB = 250
const MAX_RENDER_S = 1

/** The page for somebody who has never seen it, and what open pages cost the API. */
export const dashboard: Scenario = {
  name: 'dashboard',
  summary: 'The page for a new user, and first audio of the API while ten dashboards are open',
  isLong: false,
  run: async ({ isSmoke, startServer, tell }) => {
    if (!existsSync(CHROMIUM)) {
      tell('skipped: Chromium is missing')
      return []
    }
    await using server = await startServer('remote,pack,natural,aria,flite')
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
    try {
      const first = await tryPage(browser, server, tell)
      return [first, await measureApi(browser, server, isSmoke ? 1 : 6, tell)]
    } finally {
      await browser.close()
    }
  },
}

const urlOf = ({ host, port }: BenchServer): string => `http://${host}:${port}/dashboard/`

async function signIn(page: Page, { apiKey }: BenchServer): Promise<void> {
  await page.getByLabel('API key').fill(apiKey) // pasted
  await page.getByRole('button', { name: 'Sign in' }).click()
}

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

/** What a new user does first, with the time that it takes. */
async function tryPage(browser: Browser, server: BenchServer, tell: (what: string) => void): Promise<Table> {
  const page = await browser.newPage()
  const rows: Row[] = []
  const add = (what: string, clicks: number | undefined, value: number, unit: string, max: number) => {
    const isOver = !(value <= max)
    rows.push({ what, clicks, value, unit, max, failures: Number(isOver), failureReasons: isOver ? what : '' })
    tell(what)
  }
  const task = async (what: string, maxS: number, act: (person: ReturnType<typeof createPerson>) => Promise<void>) => {
    const person = createPerson(page)
    const beganMs = performance.now()
    await act(person)
    add(what, person.clicks, (performance.now() - beganMs) / 1000, 's', maxS)
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })

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
  await task('hear a voice', 10, async (person) => {
    await page.goto(urlOf(server))
    await page.getByLabel('API key').fill(server.apiKey) // pasted
    await person.click(button('Sign in'))
    await person.click(button('Speak'))
    await page.locator('.reading mark').waitFor()
  })
  await page.getByLabel('Text to speak').fill('Please ask Siobhan.')
  await task('fix a mispronounced name', 30, async (person) => {
    await person.click(page.getByRole('link', { name: 'Text' }))
    await person.click(page.getByRole('button', { name: /^Siobhan, Word/ }))
    await person.click(button('Fix Siobhan'))
    await page.getByRole('textbox', { name: 'Pronunciation' }).selectText()
    await person.type(page.getByRole('textbox', { name: 'Pronunciation' }), 'shiv awn')
    await person.click(button('Hear'))
    await person.click(button('Save'))
    await page.getByText('Saved.').waitFor()
  })
  await task('make a key', 30, async (person) => {
    await person.click(page.getByRole('link', { name: 'Keys' }))
    await person.type(page.getByRole('textbox', { name: 'Name' }), 'phone agent')
    await person.click(button('Create key'))
    await person.click(button('Copy'))
  })
  await page.close()
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

/** First audio without dashboards, with what ten of them ask for, and with ten pages in a browser on this machine. */
async function measureApi(
  browser: Browser,
  server: BenchServer,
  rounds: number,
  tell: (what: string) => void,
): Promise<Table> {
  using client = createSpeechClient(server, VOICE)
  const firstAudioMs = new Map<string, number[]>()
  const reasons = new Map<string, string[]>()
  const measure = async (what: string) => {
    for (const [i, text] of ENGLISH_SENTENCES.entries()) {
      const answer = await client.speak(`${i}. ${text}`)
      if (answer.kind === 'failed') reasons.set(what, [...(reasons.get(what) ?? []), answer.reason])
      else firstAudioMs.set(what, [...(firstAudioMs.get(what) ?? []), answer.firstAudioMs])
    }
    tell(what)
  }
  await measure('warm-up')
  // In turns, so that what else the machine does meets all of them.
  for (let round = 0; round < rounds; round++) {
    await measure('no dashboard')
    const asking = askAsDashboards(server)
    await measure('the requests of ten dashboards')
    asking.stop()
    const context = await browser.newContext()
    const first = await context.newPage()
    await first.goto(urlOf(server))
    await signIn(first, server)
    const pages = [first, ...(await Promise.all(Array.from({ length: DASHBOARDS - 1 }, () => context.newPage())))]
    for (const page of pages) await page.goto(`${urlOf(server)}live`)
    await Promise.all(pages.map((page) => page.getByText('Busy threads').waitFor()))
    await measure('ten pages in a browser on this machine')
    await context.close()
  }
  const alone = median(firstAudioMs.get('no dashboard') ?? [])
  const rows = [...firstAudioMs]
    .filter(([what]) => what !== 'warm-up')
    .map(([what, times]) => ({
      what,
      requests: times.length,
      failures: reasons.get(what)?.length ?? 0,
      failureReasons: [...new Set(reasons.get(what))].join('; '),
      medianMs: median(times),
      p90Ms: quantile(times, 0.9),
      ratio: (median(times) ?? Number.NaN) / (alone ?? Number.NaN),
    }))
  const columns = [
    { key: 'what', heading: 'open on the page Live' },
    { key: 'requests', heading: 'requests' },
    { key: 'failures', heading: 'failed' },
    { key: 'medianMs', heading: 'first audio ms: median', digits: 2 },
    { key: 'p90Ms', heading: 'p90', digits: 2 },
    { key: 'ratio', heading: 'of the median without', digits: 2 },
  ]
  return { title: 'First audio of the API while dashboards are open', columns, rows }
}

/** What the page Live asks for once a second, ten times. */
function askAsDashboards({ host, port, apiKey }: BenchServer): { stop: () => void } {
  const headers = { authorization: `Bearer ${apiKey}` }
  const ask = () => void fetch(`http://${host}:${port}/v1/live`, { headers }).then((answer) => answer.arrayBuffer())
  const timers: NodeJS.Timeout[] = []
  for (let i = 0; i < DASHBOARDS; i++)
    timers.push(setTimeout(() => timers.push(setInterval(ask, 1000)), (1000 * i) / DASHBOARDS))
  return {
    stop: () => {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
