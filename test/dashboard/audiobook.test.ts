import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { readMp4 } from '../read-mp4.ts'
import { faultsByAxe, hasChromium, useDashboard } from './browser.ts'

describe.skipIf(!hasChromium)('an audiobook on the page New job', () => {
  const dashboard = useDashboard()

  test('is a format, is named, and is downloaded with its chapters', async () => {
    const page = await dashboard.open('jobs/new')
    await page
      .getByRole('textbox', { name: 'Text' })
      .fill('# Loomings\n\nCall me Ishmael.\n\n# The Carpet-Bag\n\nA bag.')
    await page.getByRole('textbox', { name: 'Name' }).fill('Moby-Dick')
    await page.getByRole('combobox', { name: 'Format' }).click()
    await page.getByRole('option', { name: 'M4B audiobook' }).click()
    await page.getByText('One file with chapters, for audiobook players').waitFor()
    expect(await faultsByAxe(page)).toEqual([])
    await page.getByRole('button', { name: 'Submit job' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the audio' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('Moby-Dick.m4b')
    const { chapters, items } = readMp4(await readFile(await saved.path()))
    expect(chapters.map(({ title }) => title)).toEqual(['Loomings', 'The Carpet-Bag'])
    expect(items['©nam']).toBe('Moby-Dick')
  })
})
