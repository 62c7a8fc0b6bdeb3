import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { KEY } from '../whole-service.ts'
import { hasChromium, useDashboard } from './browser.ts'

describe.skipIf(!hasChromium)('the page Build a voice agent', () => {
  const dashboard = useDashboard()
  const open = (width = 1280) => dashboard.open('agent', { width })
  const program = (page: Page) => page.getByRole('region', { name: 'Program' })

  test('a program has the address and the voice, and a key that is made here is in its commands and accepted', async () => {
    const page = await open()
    await page.getByRole('tab', { name: 'Pipecat' }).click()
    await program(page).getByText(dashboard.url).waitFor()
    await page.getByRole('button', { name: 'Change voice' }).click()
    await page.getByLabel('Search voices').fill('astra')
    await page.getByRole('button', { name: 'Use Astra' }).click()
    await program(page).getByText('VOICE = "astra"').waitFor()
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByText('Created “Pipecat agent”').waitFor()
    const key = await page.getByLabel('API key of the agent').inputValue()
    await page.getByText(`export HOARFROST_API_KEY=${key}`).waitFor()
    const answer = await fetch(`${dashboard.url}/v1/rime-tts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ text: 'Hello.', speaker: 'astra', modelId: 'coda' }),
    })
    expect(answer.status).toBe(200)
    await answer.body?.cancel()
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('Passed: this client can speak.').waitFor()
    expect(await page.locator('.findings [data-outcome=passed]').count()).toBeGreaterThan(4)
  })

  test('a key that is refused is a failed step, with what to do', async () => {
    const page = await open(390)
    await page.getByRole('tab', { name: 'LiveKit' }).click()
    await page.getByLabel('API key of the agent').fill('a-wrong-key-of-some-length')
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('1 step failed.').waitFor()
    const failed = page.locator('.findings [data-outcome=failed]')
    expect(await failed.textContent()).toContain('the server answers 401')
    expect(await failed.textContent()).toContain('hoarfrost keys create')
  })

  test('what needs no key asks for none; a server that does not listen for it is told', async () => {
    const page = await open()
    await page.getByRole('tab', { name: 'Home Assistant' }).click()
    await program(page).getByRole('heading', { name: 'wyoming_say.py' }).waitFor()
    expect(await page.getByLabel('API key of the agent').count()).toBe(0)
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByText('Set HOARFROST_WYOMING_PORT').waitFor()
  })

  test('a download is the program that is shown, with the key that was typed where the file needs it', async () => {
    const page = await open()
    await page.getByRole('tab', { name: 'Vapi' }).click()
    await page.getByLabel('API key of the agent').fill(KEY)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('vapi_assistant.json')
    const stream = await download.createReadStream()
    let text = ''
    for await (const part of stream) text += part
    expect(JSON.parse(text).voice.server.secret).toBe(KEY)
  })
})
