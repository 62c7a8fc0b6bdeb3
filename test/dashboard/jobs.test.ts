import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pino } from 'pino'
import type { Browser, Download, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { refuseJobs } from '../../src/app/jobs.ts'
import { SpeechError } from '../../src/core/errors.ts'
import type { ShownJob } from '../../src/protocols/jobs/job-bodies.ts'
import { failWith, speakUntilCancelled } from '../api/failing-speech.ts'
import { startTestService, TEST_KEY } from '../api/test-service.ts'
import { unzipped } from '../unzipped.ts'
import { AUTHORIZATION, KEY, openWholeService, TONE_THREAD } from '../whole-service.ts'
import { faultsByAxe, hasChromium, openBrowser, openPage, type PageOptions, signedIn, typeKey } from './browser.ts'

// What functions that run in the page use of it. The types of the DOM would replace some of Node's.
declare class DataTransfer {
  setData(type: string, text: string): void
}
declare const ClipboardEvent: new (type: string, init: object) => Event
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

  /** A page of another service. */
  async function openAt(url: string, path: string, key: string): Promise<Page> {
    const { page } = await openPage(browser, url)
    onTestFinished(() => page.close())
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
    await page.getByRole('alert').getByText('latin.txt is not a text in UTF-8').waitFor()
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
    await page.getByText('webhook.secret is required').waitFor()
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

  test('a job whose answer was lost is not submitted twice', async () => {
    const page = await open('jobs/new')
    const before = (await listed()).length
    await page.route(
      '**/v1/jobs',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await page.getByRole('textbox', { name: 'Text' }).fill('Only once.')
    await page.getByRole('button', { name: 'Submit job' }).click()
    await page.getByText('The server cannot be reached').waitFor()
    await page.getByRole('button', { name: 'Submit job' }).click()
    await page.getByRole('status').getByText('Submitted').waitFor()
    expect((await listed()).length).toBe(before + 1)
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
    await page.getByRole('dialog').getByRole('button', { name: 'Let it go on' }).click()
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

  test('why a job failed is told in a sentence', async () => {
    const full = new SpeechError('store.full', 'the disk has no space for this job')
    const { url } = await startTestService({ speak: failWith(full) })
    const { id } = await post({ text: 'A text.' }, url, TEST_KEY)
    const page = await openAt(url, `jobs/${id}`, TEST_KEY)
    await page.getByText('The disk has no space for this job.').waitFor()
    await page.getByText('It failed at 0 %').waitFor()
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
    await page.getByText('There is no such job.').waitFor()
    const admins = await open('jobs')
    await admins.getByRole('row').filter({ hasText: 'audio books' }).getByText('FLAC').waitFor()
    expect(await admins.getByRole('row').count()).toBeGreaterThan(2)
    await admins.goto(`${service.url}/dashboard/jobs/${own.id}`)
    await admins.getByRole('heading', { name: 'Job of' }).waitFor()
  })

  test('a server without jobs says so, with the settings that it needs', async () => {
    const { url } = await startTestService({ jobs: refuseJobs('jobs need HOARFROST_JOBS_DIR') })
    const page = await openAt(url, 'jobs', TEST_KEY)
    await page.getByText('Jobs are not available on this server: jobs need HOARFROST_JOBS_DIR.').waitFor()
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
