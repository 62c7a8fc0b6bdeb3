import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasChromium, useDashboard } from './browser.ts'

const TEXT =
  'The train to Lyon leaves at ten past nine. You change in Geneva, and arrive before noon. Shall I book a seat?'

describe.skipIf(!hasChromium)('the page Latency lab', () => {
  const dashboard = useDashboard()

  async function open(): Promise<{ page: Page; sent: string[] }> {
    const page = await dashboard.open('latency')
    const sent: string[] = []
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(`${payload}`)))
    await page.getByLabel('Text', { exact: true }).fill(TEXT)
    return { page, sent }
  }

  const figure = (page: Page, name: string) => page.locator('.figures div', { hasText: name }).locator('dd')

  test('a text is sent word by word, heard, and its times are shown', async () => {
    const { page, sent } = await open()
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('button', { name: 'Interrupt', disabled: true }).waitFor()
    await page.getByRole('button', { name: 'Start', disabled: false }).waitFor()
    const messages = sent.map((message) => JSON.parse(message))
    expect(
      messages
        .filter(({ text }) => text !== undefined)
        .map(({ text }) => text)
        .join(''),
    ).toBe(TEXT)
    expect(messages.length).toBe(TEXT.split(' ').length + 1)
    expect(messages.at(-1)).toEqual({ operation: 'flush' })
    expect(await figure(page, 'First audio').textContent()).toMatch(/^\d+ ms$/)
    expect(await figure(page, 'Interruption').textContent()).toBe('none')
    expect(await page.locator('.timeline-token').count()).toBe(TEXT.split(' ').length)
    expect(await page.locator('.timeline-playing').count()).toBe(1)
  })

  test('at a slow pace, nothing is left to play between the sentences', async () => {
    const { page } = await open()
    const pace = page.getByRole('slider', { name: 'Tokens a second' })
    await pace.focus()
    await page.keyboard.press('Home')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.locator('.timeline-underrun').first().waitFor()
    expect(await figure(page, 'Underruns').textContent()).toMatch(/^\d+, /)
  })

  test('an interruption ends the sound, and what was heard and what remains are the text', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: 'Start' }).click()
    await page.locator('.timeline-playing').waitFor()
    await expect
      .poll(async () => Number(await page.locator('.timeline-playing').getAttribute('width')), { interval: 20 })
      .toBeGreaterThan(150)
    await page.getByRole('button', { name: 'Interrupt' }).click()
    await page.getByText('What the caller heard').waitFor()
    const heard = (await page.locator('.heard mark').textContent()) ?? ''
    const remaining = (await page.locator('.heard s').textContent()) ?? ''
    expect(TEXT.startsWith(heard + remaining)).toBe(true) // the rest was not written yet
    expect(heard).toMatch(/^The train/)
    expect(await figure(page, 'Interruption').textContent()).toMatch(/^after \d\.\d s$/)
    expect(await page.locator('.timeline-interruption').count()).toBe(1)
  })
})
