import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { median, quantile } from '../../src/benchmark/statistics.ts'
import { measureNewUser, urlOf } from '../new-user.ts'
import type { Table } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchServer } from '../server.ts'
import { createSpeechClient, type SpeechVoice } from '../speech-client.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'

const CHROMIUM = '/usr/bin/chromium'
const VOICE: SpeechVoice = { modelId: 'coda', speaker: 'luna', lang: 'eng', samplingRate: 24_000 }
const DASHBOARDS = 10

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
      const first = await measureNewUser(browser, server, tell, !isSmoke)
      return [first, await measureApi(browser, server, isSmoke ? 1 : 6, tell)]
    } finally {
      await browser.close()
    }
  },
}

async function signIn(page: Page, { apiKey }: BenchServer): Promise<void> {
  await page.getByLabel('API key').fill(apiKey) // pasted
  await page.getByRole('button', { name: 'Sign in' }).click()
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
