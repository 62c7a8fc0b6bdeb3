import { execFile, spawnSync } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pino } from 'pino'
import type { Browser, Download, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { SpeechError } from '../../src/core/errors.ts'
import type { ShownJob } from '../../src/protocols/jobs/job-bodies.ts'
import { failWith, speakUntilCancelled } from '../api/failing-speech.ts'
import { startTestService, TEST_KEY } from '../api/test-service.ts'
import { unzipped } from '../unzipped.ts'
import { AUTHORIZATION, KEY, openWholeService, TONE_THREAD } from '../whole-service.ts'
import {
  askedIn,
  faultsByAxe,
  hasChromium,
  openBrowser,
  openPage,
  type PageOptions,
  signedIn,
  typeKey,
} from './browser.ts'

// What functions that run in the page use of it. The types of the DOM would replace some of Node's.
declare class DataTransfer {
  readonly items: { add(file: File): void }
  setData(type: string, text: string): void
}
declare const ClipboardEvent: new (type: string, init: object) => Event
declare const DragEvent: new (type: string, init: object) => Event
declare const localStorage: { setItem(name: string, value: string): void }
declare const document: {
  readonly documentElement: { readonly scrollWidth: number }
  readonly activeElement: { readonly value?: string } | null
  querySelector(selector: 'audio'): { readonly currentTime: number; readonly duration: number } | null
}

const BOOK = '# Loomings\n\nCall me Ishmael.\n\n# The Carpet-Bag\n\nI stuffed a shirt or two into my bag.'
const HOARFROST = fileURLToPath(new URL('../../bin/hoarfrost.js', import.meta.url))
const run = promisify(execFile)

describe.skipIf(!hasChromium)('the page Jobs', () => {
  let browser: Browser
  let service: Awaited<ReturnType<typeof openWholeService>>
  const log: string[] = []
  beforeAll(async () => {
    browser = await openBrowser()
    const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) })
    service = await openWholeService({}, TONE_THREAD, logger)
  })
  afterAll(async () => {
    await browser.close()
    await service.remove()
  })

  /** A page that is closed after the test, on which nothing may go wrong. */
  async function open(path: string, options: PageOptions = {}): Promise<Page> {
    const { page, problems } = await signedIn(browser, service.url, path, options)
    onTestFinished(async () => {
      expect(problems).toEqual([])
      await page.close()
    })
    return page
  }

  /** A page of another service, whose clock a test may move on. */
  async function openAt(url: string, path: string, key: string): Promise<Page> {
    const { page } = await openPage(browser, url)
    onTestFinished(() => page.close())
    await page.clock.install()
    await page.goto(`${url}/dashboard/${path}`)
    await typeKey(page, key)
    return page
  }

  const post = async (body: object, url = service.url, key = KEY): Promise<ShownJob> => {
    const headers = { authorization: `Bearer ${key}` }
    const init = { method: 'POST', headers, body: JSON.stringify({ modelId: 'coda', speaker: 'luna', ...body }) }
    return (await (await fetch(`${url}/v1/jobs`, init)).json()) as ShownJob
  }
  const listed = async (): Promise<readonly ShownJob[]> =>
    ((await (await fetch(`${service.url}/v1/jobs`, { headers: AUTHORIZATION })).json()) as { jobs: ShownJob[] }).jobs

  /** A job that is done, on its page. */
  async function openDone(body: object, options: PageOptions = {}): Promise<Page> {
    const { id } = await post(body)
    const page = await open(`jobs/${id}`, options)
    await page.getByRole('region', { name: 'Result' }).waitFor()
    return page
  }

  /** The page with settings of the page Speak that were stored before. */
  async function openWithSettings(settings: object): Promise<Page> {
    const page = await open('jobs/new')
    await page.evaluate((stored) => localStorage.setItem('hoarfrost.settings', stored), JSON.stringify(settings))
    await page.reload()
    await page.getByRole('textbox', { name: 'Text' }).fill('A text.')
    return page
  }

  /** Holds the answer to the next request of a method until it is released: it is lost then, or passed on. */
  async function hold(page: Page, path: string, method: string, isLost: boolean) {
    const events = new EventEmitter()
    const hasArrived = once(events, 'arrived')
    const isReleased = once(events, 'released')
    let isHeld = false
    await page.route(path, async (route) => {
      if (isHeld || route.request().method() !== method) return route.fallback()
      isHeld = true
      const response = await route.fetch()
      events.emit('arrived')
      await isReleased
      return isLost ? route.abort() : route.fulfill({ response })
    })
    return { hasArrived, release: () => void events.emit('released') }
  }

  const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

  const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path())

  test('a text is submitted, heard by chapter with its captions, and downloaded; none of it is in a URL or the log', async () => {
    const page = await open('jobs')
    const urls: string[] = []
    const ranges: (string | undefined)[] = []
    page.on('request', (request) => urls.push(request.url()))
    page.on('response', (answer) => {
      if (answer.url().endsWith('/result?chapter=2')) ranges.push(answer.headers()['content-range'])
    })
    await page.getByRole('link', { name: 'New job' }).click()
    await page.getByRole('textbox', { name: 'Text' }).fill(BOOK)
    await page.getByText('85 / 5,000,000 characters').waitFor()
    await page.getByLabel('WebVTT (.vtt)').check()
    await page.getByRole('button', { name: 'Submit job' }).click()
    await page
      .getByRole('status')
      .getByText(/^Submitted: \d+ characters in 2 chapters$/)
      .waitFor()
    await page.getByRole('status').getByText('done').waitFor()
    await page.getByRole('button', { name: 'Play The Carpet-Bag' }).click()
    await page.getByRole('button', { name: 'Pause The Carpet-Bag' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0)).toBeGreaterThan(0.2)
    await expect.poll(() => page.locator('.caption').textContent()).toBe('I stuffed a shirt or two into my bag.')
    expect(ranges[0]).toMatch(/^bytes 0-/)
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the audio' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('result.mp3')
    expect((await bytesOf(saved)).toString('latin1', 0, 3)).toMatch(/^(ID3|\xff\xfb|\xff\xf3)/)
    const savingCaptions = page.waitForEvent('download')
    await page.getByRole('link', { name: 'vtt of Loomings' }).click()
    expect((await bytesOf(await savingCaptions)).toString()).toMatch(/^WEBVTT\n.*Call me Ishmael\./s)
    expect([...urls, ...log].join('\n')).not.toMatch(/Ishmael|stuffed|Carpet|Loomings/)
    // The form is empty again, with the captions that were chosen.
    await page.getByRole('link', { name: 'All jobs' }).click()
    await page.getByRole('link', { name: 'New job' }).click()
    expect(await page.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('')
    expect(await page.getByLabel('WebVTT (.vtt)').isChecked()).toBe(true)
  })

  test('several files become chapters, and are still there after another page was open', async () => {
    const page = await open('jobs/new')
    await page.locator('input[type=file]').setInputFiles([
      { name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('First file.') },
      { name: 'two.md', mimeType: 'text/markdown', buffer: Buffer.from('Second file, in español.') },
    ])
    await page.getByText('35 / 5,000,000 characters in 2 chapters').waitFor()
    await page.locator('input[type=file]').setInputFiles({
      name: 'latin.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('español', 'latin1'),
    })
    await page.getByRole('alert').getByText('latin.txt is not UTF-8 text').waitFor()
    await page.getByRole('link', { name: 'Voices' }).click()
    await page.getByRole('heading', { name: 'Voices' }).waitFor()
    await page.goBack()
    await page.getByText('two.md').waitFor()
    await page.getByRole('button', { name: 'Submit job' }).click()
    await page.getByRole('cell', { name: 'one', exact: true }).waitFor()
    await page.getByRole('cell', { name: 'two', exact: true }).waitFor()
  })

  test('a book that is pasted does not stop the page: it becomes a file, with what was typed around it', async () => {
    const page = await open('jobs/new')
    const text = page.getByRole('textbox', { name: 'Text' })
    await text.fill('# One\n\n')
    await text.evaluate((area) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'These are ten words. \n\n'.repeat(200_000))
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await page.getByText('Pasted text').waitFor()
    await page.getByText('4,600,007 / 5,000,000 characters').waitFor()
    await page.getByRole('button', { name: 'Remove Pasted text' }).click()
    expect(await text.inputValue()).toBe('')
  })

  test('a job is named after its file, or as one types, and an estimate is there before anything is spoken', async () => {
    const page = await open('jobs/new')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'Moby-Dick.txt', mimeType: 'text/plain', buffer: Buffer.from(BOOK) })
    await page.getByRole('button', { name: 'Submit job' }).click()
    await page.getByRole('heading', { name: 'Moby-Dick', exact: true }).waitFor()
    await page.goto(`${service.url}/dashboard/jobs/new`)
    await page.getByRole('textbox', { name: 'Text' }).fill('A text.')
    await page.getByRole('textbox', { name: 'Name' }).fill(' <b>Emma</b> ')
    await page.getByRole('button', { name: 'Submit job' }).click()
    await page.getByRole('heading', { name: '<b>Emma</b>', exact: true }).waitFor()
    await page.getByRole('link', { name: 'All jobs' }).click()
    await page.getByRole('link', { name: 'Moby-Dick', exact: true }).waitFor()
    await page.getByRole('link', { name: '<b>Emma</b>', exact: true }).waitFor()
    const other = await startTestService({ speak: speakUntilCancelled })
    const { id } = await post({ text: 'words '.repeat(4000) }, other.url, TEST_KEY)
    const waiting = await openAt(other.url, `jobs/${id}`, TEST_KEY)
    await waiting.getByText('0 % · about 3 minutes left').waitFor()
  })

  test('prompts become an archive, and one that cannot be spoken is named beside them', async () => {
    const page = await open('jobs/new')
    await page.getByText('Prompts', { exact: true }).click()
    const prompts = page.getByRole('textbox', { name: 'Prompts' })
    await prompts.fill('name,text,speaker\nwelcome,Welcome.,\nclosed,"We are closed, sorry.",nobody')
    await page.getByRole('cell', { name: 'We are closed, sorry.' }).waitFor()
    await page.getByText('2 / 10,000 prompts').waitFor()
    await page.getByRole('button', { name: 'Submit job' }).click()
    await page.getByText('Prompt 2: Speaker not found').waitFor()
    expect(await prompts.getAttribute('aria-invalid')).toBe('true')
    expect(await page.evaluate(() => document.activeElement?.value)).toContain('nobody')
    await page.locator('input[type=file]').setInputFiles({
      name: 'prompts.json',
      mimeType: 'application/json',
      buffer: Buffer.from(
        JSON.stringify([
          { name: 'welcome', text: 'Welcome.' },
          { name: 'closed', text: 'Closed.' },
        ]),
      ),
    })
    await page.locator('.main').getByText('prompts.json').waitFor()
    expect(await page.getByText('Speaker not found').count()).toBe(0)
    await page.getByRole('combobox', { name: 'Format' }).click()
    await page.getByRole('option', { name: 'µ-law' }).click()
    await page.getByRole('button', { name: 'Submit job' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the archive' }).click()
    const files = await unzipped(await bytesOf(await saving))
    expect([...files.keys()]).toEqual(['welcome.ul', 'closed.ul'])
    const savingOne = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Audio of closed' }).click()
    const one = await savingOne
    expect(one.suggestedFilename()).toBe('closed.ul')
    expect(await bytesOf(one)).toEqual(files.get('closed.ul')?.content)
  })

  test('at 360 px, an error of the API is shown at its field, which gets the focus, until the field is changed', async () => {
    const page = await open('jobs/new', { width: 360 })
    await page.getByRole('textbox', { name: 'Text' }).fill('A text.')
    await page.getByText('Webhook', { exact: true }).click()
    const url = page.getByLabel('URL')
    await url.fill('http://hooks.example.com/')
    await page.getByRole('button', { name: 'Submit job' }).click()
    await page.getByText('Must begin with https://').waitFor()
    expect(await page.evaluate(() => document.activeElement?.value)).toBe('http://hooks.example.com/')
    await url.fill('https://hooks.example.com/')
    await page.getByText('Must begin with https://').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Submit job' }).click()
    await page.getByText('Is required').waitFor()
    await page.getByLabel('Secret').fill('whsec_of-no-url')
    await url.fill('')
    await page.getByRole('button', { name: 'Submit job' }).click()
    await expect.poll(() => url.getAttribute('aria-invalid')).toBe('true') // a secret alone is no webhook
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })

  test('limits are shown before they are hit: what is too long cannot be submitted', async () => {
    const page = await open('jobs/new')
    const submit = page.getByRole('button', { name: 'Submit job' })
    const file = page.locator('input[type=file]')
    const text = (characters: number) => ({ mimeType: 'text/plain', buffer: Buffer.alloc(characters, 'a ') })
    await file.setInputFiles({ name: 'most.txt', ...text(5_000_000) })
    await page.getByText('5,000,000 / 5,000,000 characters').waitFor()
    expect(await submit.isEnabled()).toBe(true)
    await page.getByRole('button', { name: 'Remove most.txt' }).click()
    await file.setInputFiles({ name: 'more.txt', ...text(5_000_001) })
    await page.locator('.counter').getByText('1 character too many').waitFor()
    expect(await submit.isDisabled()).toBe(true)
    await page.getByText('Prompts', { exact: true }).click()
    const prompts = Array.from({ length: 10_001 }, (_, i) => ({ name: `p${i}`, text: 'a' }))
    await file.setInputFiles({
      name: 'prompts.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(prompts)),
    })
    await page.locator('.counter').getByText('1 prompt too many').waitFor()
    expect(await submit.isDisabled()).toBe(true)
  })

  test('a job whose answer was lost is not submitted twice, even after another page was open; what it is not made of stays', async () => {
    const page = await open('jobs/new')
    const before = (await listed()).length
    const submit = page.getByRole('button', { name: 'Submit job' })
    const text = page.getByRole('textbox', { name: 'Text' })
    const prompts = page.getByRole('textbox', { name: 'Prompts' })
    const leaveAndReturn = async () => {
      await page.getByRole('link', { name: 'Speak' }).click()
      await page.getByLabel('Text to speak').fill('Another text.')
      await page.goBack()
    }
    await page.getByText('Prompts', { exact: true }).click()
    await prompts.fill('name,text\nlater,Not yet.')
    await page.getByRole('radiogroup').getByText('Text').click()
    await text.fill('Only once.')
    const { hasArrived, release } = await hold(page, '**/v1/jobs', 'POST', true)
    await submit.click()
    await hasArrived
    await leaveAndReturn()
    expect([await text.isDisabled(), await submit.isDisabled()]).toEqual([true, true])
    const speed = page.getByRole('slider', { name: 'Speed' })
    expect(await speed.count()).toBe(0)
    release()
    await page.getByText('The server cannot be reached').waitFor()
    await leaveAndReturn()
    await page.getByText('The server cannot be reached').waitFor()
    expect([await text.inputValue(), await speed.count()]).toEqual(['Only once.', 1])
    await submit.click()
    await page.getByRole('status').getByText('Submitted').waitFor()
    expect((await listed()).length).toBe(before + 1)
    await page.goBack()
    await text.waitFor()
    expect(await text.inputValue()).toBe('')
    await page.getByText('Prompts', { exact: true }).click()
    expect(await prompts.inputValue()).toContain('Not yet.')
  })

  test('prompts in JSON that are none are refused with their number, and the form goes on', async () => {
    const page = await open('jobs/new')
    await page.getByText('Prompts', { exact: true }).click()
    const prompts = page.getByRole('textbox', { name: 'Prompts' })
    for (const json of ['[null]', '["a"]']) {
      await prompts.fill(json)
      await page.locator('.counter').getByText('Prompt 1: it must be an object with name and text.').waitFor()
      expect(await page.getByRole('button', { name: 'Submit job' }).isDisabled()).toBe(true)
    }
    await prompts.fill('[{"name": "a", "text": "b"}]')
    await page.getByText('1 prompt with 1 character').waitFor()
  })

  test('of several files of prompts none is dropped silently', async () => {
    const page = await open('jobs/new')
    await page.getByText('Prompts', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Prompts' }).evaluate((area) => {
      const dataTransfer = new DataTransfer()
      for (const name of ['a.csv', 'b.csv']) dataTransfer.items.add(new File(['name,text'], name))
      area.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    })
    await page.getByRole('alert').getByText('Prompts must be in a single file. Open one file only.').waitFor()
  })

  test('what jobs do not read is not sent', async () => {
    const advanced = { pauseBetweenBrackets: true, inlineSpeedAlpha: '2', saveOovs: true }
    const page = await openWithSettings({ model: 'mistv2', speaker: 'abbie', language: 'eng', advanced })
    const sending = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/v1/jobs'))
    await page.getByRole('button', { name: 'Submit job' }).click()
    const body = (await sending).postDataJSON()
    expect(body).toMatchObject({ modelId: 'mistv2', text: 'A text.', pauseBetweenBrackets: true })
    for (const name of ['inlineSpeedAlpha', 'saveOovs', 'webhook']) expect(body).not.toHaveProperty(name)
    await page.getByRole('status').getByText('Submitted').waitFor()
  })

  test('an error of a field under Advanced is shown at it', async () => {
    const page = await openWithSettings({ model: 'coda', speaker: 'luna', advanced: { temperature: -1 } })
    await page.getByRole('button', { name: 'Submit job' }).click()
    await page.getByText('Must be at least 0').waitFor()
    const temperature = page.getByRole('textbox', { name: 'Temperature' })
    expect([await temperature.isVisible(), await temperature.getAttribute('aria-invalid')]).toEqual([true, 'true'])
  })

  test('a job that runs is counted, cancelled after a question, and deleted', async () => {
    const { url } = await startTestService({ speak: speakUntilCancelled })
    const page = await openAt(url, 'jobs', TEST_KEY)
    await page.getByText('There are no jobs yet').waitFor()
    await post({ text: 'A text without an end.', audioFormat: 'ogg' }, url, TEST_KEY)
    await page.reload()
    await page.getByRole('link', { name: 'Jobs 1 jobs in progress' }).waitFor()
    const row = page.getByRole('row').filter({ hasText: 'Opus (Ogg)' })
    await row.getByText('running').waitFor()
    await row.getByRole('progressbar').waitFor({ state: 'attached' })
    await row.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep running' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await row.getByText('running').waitFor()
    await row.getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Job of' }).waitFor()
    await page.getByRole('button', { name: 'Cancel this job' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByText('Cancelled at 0 %').waitFor()
    await page.getByRole('link', { name: 'Jobs', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Delete this job' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('There are no jobs yet').waitFor()
  })

  test('the number of jobs in progress is not polled on other pages, so that an idle session ends', async () => {
    const { url } = await startTestService({ speak: speakUntilCancelled })
    await post({ text: 'A text without an end.' }, url, TEST_KEY)
    const page = await openAt(url, 'voices', TEST_KEY)
    await page.getByRole('link', { name: 'Jobs 1 jobs in progress' }).waitFor()
    expect(await askedIn(page, '/v1/jobs', 60_000)).toEqual([])
    await page.getByRole('link', { name: 'Jobs' }).click()
    await page.getByText('running').waitFor()
    expect(await askedIn(page, '/v1/jobs', 5000)).not.toEqual([])
  })

  test.each(['the list', 'a job'])(
    '%s is not asked for when the session has ended, and is when one signs in again',
    async (what) => {
      const { url } = await startTestService({ speak: speakUntilCancelled })
      const { id } = await post({ text: 'A text without an end.' }, url, TEST_KEY)
      const page = await openAt(url, what === 'a job' ? `jobs/${id}` : 'jobs', TEST_KEY)
      await page.getByText('running').waitFor()
      await page.context().clearCookies()
      await page.getByText('Your session has ended').waitFor()
      expect(await askedIn(page, '/v1/jobs', 60_000)).toEqual([])
      await typeKey(page, TEST_KEY)
      await page.getByText('running').waitFor()
      expect(await askedIn(page, '/v1/jobs', 5000)).not.toEqual([])
    },
  )

  test('a job that cannot be read is shown as it was, with the error, and one that is gone is not asked for again', async () => {
    const { url } = await startTestService({ speak: speakUntilCancelled })
    const { id } = await post({ text: 'A text without an end.' }, url, TEST_KEY)
    const page = await openAt(url, `jobs/${id}`, TEST_KEY)
    await page.getByText('running').waitFor()
    await page.route(`**/v1/jobs/${id}`, (route) => route.fulfill({ status: 500, body: 'Something broke' }))
    await page.getByRole('alert').getByText('Something broke').waitFor()
    await page.getByText('running').waitFor()
    await page.unroute(`**/v1/jobs/${id}`)
    await page.getByRole('alert').waitFor({ state: 'detached' })
    for (let i = 0; i < 2; i++) {
      const headers = { authorization: `Bearer ${TEST_KEY}` }
      expect((await fetch(`${url}/v1/jobs/${id}`, { method: 'DELETE', headers })).status).toBe(204)
    }
    await page.getByText('This job does not exist.').waitFor()
    expect(await askedIn(page, '/v1/jobs', 60_000)).toEqual([])
  })

  test('a webhook that is being sent is followed after the end of its job', async () => {
    let accept = () => {}
    const receiver = createServer((_, response) => {
      accept = () => response.end()
    })
    await once(receiver.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => {
      receiver.close()
      receiver.closeAllConnections()
    })
    const { url } = await startTestService({ webhookHosts: new Set(['127.0.0.1']) })
    const { port } = receiver.address() as AddressInfo
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
    const webhook = { url: `http://127.0.0.1:${port}/`, secret }
    const asked = once(receiver, 'request')
    const { id } = await post({ text: 'A text.', webhook }, url, TEST_KEY)
    await asked
    const page = await openAt(url, `jobs/${id}`, TEST_KEY)
    await page.getByText(`delivery to 127.0.0.1:${port} is pending`).waitFor()
    expect(await askedIn(page, '/v1/jobs', 6000)).not.toEqual([])
    accept()
    await page.getByText(`delivered to 127.0.0.1:${port}.`).waitFor({ timeout: 20_000 })
    expect(await askedIn(page, '/v1/jobs', 60_000)).toEqual([])
  })

  test('jobs of the same minute have names of their own, and a page that has become empty gives way to the one before', async () => {
    const { url } = await startTestService({ speak: speakUntilCancelled, jobsPerKey: 100 })
    const { id: oldest } = await post({ text: 'A text.' }, url, TEST_KEY)
    for (let i = 0; i < 50; i++) await post({ text: 'A text.' }, url, TEST_KEY)
    const page = await openAt(url, 'jobs', TEST_KEY)
    await page.getByRole('row').nth(50).waitFor()
    const names = await page
      .getByRole('button', { name: /^Cancel the job/ })
      .evaluateAll((buttons) => buttons.map((button) => `${button.getAttribute('aria-label')}`))
    expect([names.length, new Set(names).size]).toEqual([50, 50])
    await page.getByRole('button', { name: 'Page 2' }).click()
    await page.getByText(oldest.slice(0, 8)).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    for (let i = 0; i < 2; i++)
      await fetch(`${url}/v1/jobs/${oldest}`, { method: 'DELETE', headers: { authorization: `Bearer ${TEST_KEY}` } })
    await page.getByRole('row').nth(50).waitFor()
    expect(await page.getByRole('button', { name: 'Page 2' }).count()).toBe(0)
  })

  test('whoever has left a job while it was deleted stays where they are', async () => {
    const page = await openDone({ text: 'A text.' })
    const { hasArrived, release } = await hold(page, `**/v1/jobs/${idOf(page)}`, 'DELETE', false)
    await page.getByRole('button', { name: 'Delete this job' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await hasArrived
    const counted = () => page.waitForResponse((answer) => answer.url().includes('/v1/jobs?'))
    await Promise.all([counted(), page.getByRole('link', { name: 'Voices' }).click()])
    await page.getByRole('heading', { name: 'Voices' }).waitFor()
    const countedAgain = counted()
    release()
    await countedAgain
    expect(new URL(page.url()).pathname).toBe('/dashboard/voices')
  })

  test('audio that does not arrive is reported beside its player', async () => {
    const page = await openDone({ text: BOOK, audioFormat: 'mp3' })
    await page.route('**/result?chapter=2', (route) => route.abort())
    const play = page.getByRole('button', { name: 'Play The Carpet-Bag' })
    await play.click()
    await page.getByText('The audio cannot be played here.').waitFor()
    await play.click() // no error on the console either
  })

  test('why a job failed is told in a sentence', async () => {
    const full = new SpeechError('store.full', 'the disk has no space for this job')
    const { url } = await startTestService({ speak: failWith(full) })
    const { id } = await post({ text: 'A text.' }, url, TEST_KEY)
    const page = await openAt(url, `jobs/${id}`, TEST_KEY)
    await page.getByText('The disk has no space for this job.').waitFor()
    await page.getByText('The job failed at 0 %').waitFor()
  })

  test('a key without the role admin sees its own jobs, an admin all with the names of their keys', async () => {
    const made = await fetch(`${service.url}/v1/keys`, {
      method: 'POST',
      headers: AUTHORIZATION,
      body: JSON.stringify({ name: 'audio books' }),
    })
    const { key } = (await made.json()) as { key: string }
    const others = await post({ text: 'Of the operator.' })
    const own = await post({ text: 'Of the key.', audioFormat: 'flac' }, service.url, key)
    const page = await openAt(service.url, 'jobs', key)
    await page.getByRole('row').filter({ hasText: 'FLAC' }).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    await page.goto(`${service.url}/dashboard/jobs/${others.id}`)
    await page.getByText('This job does not exist.').waitFor()
    const admins = await open('jobs')
    await admins.getByRole('row').filter({ hasText: 'audio books' }).getByText('FLAC').waitFor()
    expect(await admins.getByRole('row').count()).toBeGreaterThan(2)
    await admins.goto(`${service.url}/dashboard/jobs/${own.id}`)
    await admins.getByRole('heading', { name: 'Job of' }).waitFor()
  })

  test('a server without jobs says so, with the settings that it needs', async () => {
    const { url } = await startTestService({ hasNoJobFiles: true })
    const page = await openAt(url, 'jobs', TEST_KEY)
    await page.getByText('Jobs are not available on this server: jobs need HOARFROST_JOBS_DIR or').waitFor()
    expect(await page.getByRole('link', { name: 'New job' }).count()).toBe(0)
  })

  test.each(['curl', 'Command line'])('the commands of "Copy as" for %s download a job', async (name) => {
    const page = await openDone({ text: BOOK, audioFormat: 'mp3', captions: ['srt'] })
    await page.getByRole('tab', { name }).click()
    await page.getByRole('button', { name: `Copy ${name}` }).waitFor()
    const commands = (await page.locator('.snippet').textContent()) ?? ''
    if (spawnSync(name === 'curl' ? 'curl' : 'bash', ['--version']).status !== 0) return
    const cwd = mkdtempSync(join(tmpdir(), 'hoarfrost-job-snippet-'))
    onTestFinished(() => rmSync(cwd, { recursive: true }))
    const program = commands.replaceAll('npx hoarfrost', `'${process.execPath}' '${HOARFROST}'`)
    await run('bash', ['-ec', program], { cwd, env: { ...process.env, HOARFROST_API_KEY: KEY } })
    expect(readFileSync(join(cwd, 'speech.srt'), 'utf8')).toContain('Call me Ishmael.')
    const whole = await fetch(`${service.url}/v1/jobs/${idOf(page)}/result`, { headers: AUTHORIZATION })
    expect(readFileSync(join(cwd, 'speech.mp3'))).toEqual(Buffer.from(await whole.arrayBuffer()))
  })

  test.each(['light', 'dark'] as const)('axe finds nothing on a list and on a job in %s colours', async (scheme) => {
    const page = await openDone({ text: BOOK, audioFormat: 'mp3', captions: ['vtt'] }, { scheme })
    expect(await faultsByAxe(page)).toEqual([])
    await page.getByRole('link', { name: 'All jobs' }).click()
    await page.getByRole('row').nth(1).waitFor()
    expect(await faultsByAxe(page)).toEqual([])
  })

  test.each([360, 2560])('a list and a job do not overflow at a width of %i px', async (width) => {
    const chapters = [
      { title: 'x'.repeat(200), text: 'One.' },
      { title: 'A long title '.repeat(15).trim(), text: 'Two.' },
    ]
    const page = await openDone({ chapters, audioFormat: 'webm', captions: ['srt', 'vtt', 'json'] }, { width })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth)
    await page.getByRole('button', { name: 'Play A long title' }).click()
    await page.locator('audio').waitFor()
    expect(await overflow()).toBeLessThanOrEqual(width)
    const table = page.locator('.table-scroll')
    await expect.poll(() => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await page.getByRole('link', { name: 'All jobs' }).click()
    await page.getByRole('row').nth(1).waitFor()
    expect(await overflow()).toBeLessThanOrEqual(width)
  })
})
