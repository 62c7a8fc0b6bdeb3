import { describe, expect, test } from 'vitest'
import { AUTHORIZATION } from '../whole-service.ts'
import { faultsByAxe, hasChromium, useDashboard } from './browser.ts'

describe.skipIf(!hasChromium)('the pages for admins', () => {
  const dashboard = useDashboard()
  const statusOf = async (key: string): Promise<number> =>
    (await fetch(`${dashboard.url}/v1/usage`, { headers: { authorization: `Bearer ${key}` } })).status
  async function create(name: string): Promise<string> {
    const body = JSON.stringify({ name })
    const answer = await fetch(`${dashboard.url}/v1/keys`, { method: 'POST', headers: AUTHORIZATION, body })
    return ((await answer.json()) as { readonly key: string }).key
  }

  test('a key is rotated: the new one is shown once and marked, the old one is revoked', async () => {
    const old = await create('caller')
    const page = await dashboard.open('keys')
    await page.getByRole('button', { name: 'Edit caller' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rotate the key' })
    expect(await dialog.getByRole('combobox').inputValue()).toBe('In a day')
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: 'At once' }).click()
    expect(await faultsByAxe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Rotate key' }).click()
    const made = (await page.locator('.new-key').textContent()) ?? ''
    await dialog.waitFor({ state: 'detached' })
    const first = page.getByRole('row').nth(1)
    await first.getByText('new', { exact: true }).waitFor()
    await expect.poll(() => statusOf(old)).toBe(401)
    expect(await statusOf(made)).toBe(200)
    await page.getByRole('row').filter({ hasText: 'revoked' }).getByText('caller').waitFor()
  })

  test('usage is shown and exported by day and key, with the names of keys', async () => {
    const key = await create('reader')
    const headers = { authorization: `Bearer ${key}`, accept: 'audio/wav' }
    const body = JSON.stringify({ text: 'Hi.', speaker: 'luna', modelId: 'coda' })
    await (await fetch(`${dashboard.url}/v1/rime-tts`, { method: 'POST', headers, body })).arrayBuffer()
    const page = await dashboard.open('usage')
    await page.getByRole('combobox', { name: 'Group by' }).click()
    await page.getByRole('option', { name: 'By day and key' }).click()
    const row = page.getByRole('row').filter({ hasText: 'reader' })
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date())
    await row.getByText(day).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^usage-by-day-key-/)
  })

  test('live figures are drawn, and refusals are told in plain words', async () => {
    await statusOf('wrong')
    const page = await dashboard.open('live')
    await page.getByRole('img', { name: 'Streams and threads since this page was opened' }).waitFor()
    await page.getByRole('cell', { name: 'The API key is unknown, revoked or expired' }).first().waitFor()
    const drawn = page.locator('.live-charts canvas')
    expect(await drawn.count()).toBe(2)
    expect(await faultsByAxe(page)).toEqual([])
  })

  test('each page for admins leads to its section of the API reference', async () => {
    for (const path of ['keys', 'usage', 'live', 'packs', 'jobs']) {
      const page = await dashboard.open(path)
      const link = await page.locator('.page-head').getByRole('link', { name: 'API reference' }).getAttribute('href')
      await page.goto(`${dashboard.url}${link}`)
      await page.locator(`section[id="${link?.split('#')[1]}"]`).waitFor()
    }
  })
})
