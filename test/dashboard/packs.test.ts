import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createPackInstalls } from '../../src/app/pack-installs.ts'
import { startTestService, TEST_KEY } from '../api/test-service.ts'
import { type Answer, etagOf, startFileServer } from '../file-server.ts'
import { manifestOf, SPEAKING_FILES } from '../pack-manifests.ts'
import { hasChromium, openBrowser, openPage, typeKey } from './browser.ts'

const FILES = new Map(Object.entries(SPEAKING_FILES).map(([path, content]) => [`test-pack/1.0/${path}`, content]))

describe.skipIf(!hasChromium)('the page Packs', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser.close())

  /** The page of a service whose packs come from a server of this test. */
  async function open(answer: Answer) {
    const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-packs-page-'))
    writeFileSync(join(folder, 'test-pack.json'), JSON.stringify(manifestOf()))
    mkdirSync(join(folder, 'samples'))
    copyFileSync('packs/samples/kokoro.mp3', join(folder, 'samples', `${manifestOf().family}.mp3`))
    const mirror = await startFileServer(FILES, answer)
    const packs = createPackInstalls({
      packsFolder: join(folder, 'packs'),
      manifestsFolder: folder,
      places: { mirror: mirror.url, hubEndpoint: '' },
      proxies: { noProxy: '*' },
      isOffline: false,
    })
    const { url } = await startTestService({ packs })
    const { page } = await openPage(browser, url)
    onTestFinished(async () => {
      await page.close()
      await packs[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true })
    })
    await page.goto(`${url}/dashboard/packs`)
    await typeKey(page, TEST_KEY)
    return page
  }

  test('plays a sample of a pack that is not installed', async () => {
    const page = await open(() => false)
    const answering = page.waitForResponse((answer) => answer.url().endsWith('/sample'))
    await page.getByRole('button', { name: 'Sample of test-pack' }).click()
    expect((await answering).ok()).toBe(true)
    await page.getByRole('button', { name: 'Stop the sample of test-pack' }).waitFor()
  })

  test('installs a pack, shows its progress, and removes it', async () => {
    let proceed = () => {}
    const held = new Promise<void>((resolve) => {
      proceed = resolve
    })
    // The rest of each file comes when the page has shown that a part has arrived.
    const page = await open((_request, response, content = Buffer.alloc(0)) => {
      const half = content.length >> 1
      response.writeHead(200, { 'content-length': content.length, etag: etagOf(content) })
      response.write(content.subarray(0, half))
      void held.then(() => response.end(content.subarray(half)))
      return true
    })
    await page.getByText('No packs are installed.').waitFor()
    await page.getByRole('button', { name: 'Install test-pack' }).click()
    const progress = page.getByRole('progressbar', { name: 'Download of test-pack' })
    await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
    expect(Number(await progress.getAttribute('aria-valuenow'))).toBeLessThan(100)
    expect(await page.getByRole('button', { name: 'Install test-pack' }).isDisabled()).toBe(true)
    proceed()
    const installed = page.getByRole('region', { name: 'Installed' })
    await installed.getByText('test-pack').waitFor()
    expect(Number(await progress.getAttribute('aria-valuenow'))).toBe(100)
    await installed.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No packs are installed.').waitFor()
  })

  test('tells at the download why it failed, and installs the pack when it is asked again', async () => {
    let isBroken = true
    const page = await open((_request, response) => {
      if (isBroken) response.writeHead(404).end()
      return isBroken
    })
    await page.getByRole('button', { name: 'Install test-pack' }).click()
    const downloads = page.getByRole('region', { name: 'Downloads' })
    await downloads.getByRole('alert').getByText('404').waitFor()
    await downloads.getByText('failed').waitFor()
    await page.getByText('Every voice speaks without a pack').waitFor()
    isBroken = false
    await downloads.getByRole('button', { name: 'Try again to install test-pack' }).click()
    await page.getByRole('region', { name: 'Installed' }).getByText('test-pack').waitFor()
    expect(await downloads.getByRole('alert').count()).toBe(0)
  })

  test.each([
    ['kokoro', 'pack'],
    ['remote', 'remote'],
  ])('leads from a pack of the family %s that is in use to the voices of its engine', async (family, engine) => {
    const page = await open(() => false)
    const pack = {
      name: 'a-pack',
      version: '1.0',
      family,
      state: 'in use',
      voices: 3,
      summary: '',
      bytes: 1,
      licences: [],
    }
    await page.route('**/v1/packs', (route) =>
      route.fulfill({ json: { packs: [pack], available: [], installs: [], isOffline: false } }),
    )
    await page.route('**/v1/catalogue', async (route) => {
      const { voices, ...rest } = await (await route.fetch()).json()
      const [spoken, ...others] = voices
      await route.fulfill({ json: { ...rest, voices: [{ ...spoken, engine }, ...others] } })
    })
    await page.reload()
    await page.getByRole('link', { name: 'Hear its voices' }).click()
    await page.getByRole('heading', { name: 'Voices', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/dashboard/voices?engine=${engine}`)
    await page.getByText(/^1 of /).waitFor()
    expect(await page.getByRole('combobox', { name: 'Engine' }).inputValue()).toBe(engine)
  })
})
