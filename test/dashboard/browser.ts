import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page, type Request } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { canTestWith } from '../../scripts/needed-program.ts'
import { KEY, openWholeService } from '../whole-service.ts'

/** Paths of all pages. */
export const PAGES = [
  '',
  'voices',
  'jobs',
  'jobs/new',
  'agent',
  'latency',
  'text',
  'dictionary',
  'keys',
  'usage',
  'live',
  'packs',
  'history',
]

const CHROMIUM = '/usr/bin/chromium'

/** Tests in a browser are skipped where Debian's Chromium is missing. */
export const hasChromium = canTestWith('Chromium', existsSync(CHROMIUM))

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'] })

export interface WatchedPage {
  readonly page: Page
  /** Errors in the console, violations of the policy among them, and requests to other origins. */
  readonly problems: string[]
}

export interface PageOptions {
  readonly scheme?: 'light' | 'dark'
  readonly width?: number
}

/** A page without a session. */
export async function openPage(
  browser: Browser,
  url: string,
  { scheme = 'light', width = 1280 }: PageOptions = {},
): Promise<WatchedPage> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme, reducedMotion: 'reduce' })
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    // Chromium logs every answer with an error status, such as that of a page without a session.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text())
  })
  page.on('request', (request) => {
    const to = new URL(request.url())
    if (!['data:', 'blob:'].includes(to.protocol) && to.host !== new URL(url).host)
      problems.push(`request to ${to.origin}`)
  })
  return { page, problems }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds on a page. It is no part of the page, whose policy would refuse it as a script. */
export async function faultsByAxe(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe: run } = globalThis as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    return (await run.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  })
}

/** Types a key on the first page, or in place of a page after the session has ended. */
export async function typeKey(page: Page, key = KEY): Promise<void> {
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A page with a session. */
export async function signedIn(
  browser: Browser,
  url: string,
  path = '',
  options: PageOptions = {},
): Promise<WatchedPage> {
  const watched = await openPage(browser, url, options)
  await watched.page.goto(`${url}/dashboard/${path}`)
  await typeKey(watched.page)
  await watched.page.locator('.main h1').waitFor()
  return watched
}

/** The requests for a path that a page sends in a time of its own clock. */
export async function askedIn(page: Page, path: string, ms: number): Promise<readonly string[]> {
  const asked: string[] = []
  const note = (request: Request) => void (request.url().includes(path) && asked.push(request.url()))
  page.on('request', note)
  await page.clock.runFor(ms)
  await page.evaluate(() => fetch('/dashboard')) // after those that were sent before
  page.off('request', note)
  return asked
}

/** A browser and the whole service for the tests of a `describe`. */
export function useDashboard() {
  let browser: Browser
  let service: Awaited<ReturnType<typeof openWholeService>>
  beforeAll(async () => {
    browser = await openBrowser()
    service = await openWholeService()
  })
  afterAll(async () => {
    await browser.close()
    await service.remove()
  })
  return {
    get url() {
      return service.url
    },
    get browser() {
      return browser
    },
    get service() {
      return service
    },
    /** A page that is closed after the test, on which nothing may go wrong; `url` of another service. */
    async open(path = '', options: PageOptions = {}, url = service.url): Promise<Page> {
      const { page, problems } = await signedIn(browser, url, path, options)
      onTestFinished(async () => {
        expect(problems).toEqual([])
        await page.close()
      })
      return page
    },
  }
}
