import { describe, expect, test } from 'vitest'
import { namesIn } from '../../dashboard/src/speech/dialogue.ts'
import { faultsByAxe, hasChromium, useDashboard } from './browser.ts'

const PLAY = 'The bell rings.\n\nAnna: Who is there?\nBen: Only me.\n\nAnna: Come in.'

describe.skipIf(!hasChromium)('a dialogue on the page New job', () => {
  const dashboard = useDashboard()

  test('is estimated, given voices, and submitted with a voice a name', async () => {
    const page = await dashboard.open('jobs/new')
    await page.getByRole('textbox', { name: 'Text' }).fill(PLAY)
    await page.getByText(/about \d+ seconds of audio, ready in about /).waitFor()
    const card = page.getByRole('region', { name: 'Dialogue' })
    await card.getByRole('combobox', { name: 'Ben' }).waitFor()
    await card.getByRole('button', { name: 'Choose different voices' }).click()
    const chosen = await Promise.all(['Anna', 'Ben'].map((name) => card.getByRole('combobox', { name }).inputValue()))
    expect(chosen).toEqual([expect.stringContaining('Female'), expect.not.stringContaining('Female')])
    expect(await faultsByAxe(page)).toEqual([])
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.url().endsWith('/v1/jobs') && request.method() === 'POST'),
      page.getByRole('button', { name: 'Submit job' }).click(),
    ])
    const { voices, text } = sent.postDataJSON()
    expect(text).toBe(PLAY)
    expect(voices).toEqual([
      { name: 'Anna', speaker: expect.any(String), lang: 'eng' },
      { name: 'Ben', speaker: expect.any(String), lang: 'eng' },
    ])
    await page.getByRole('heading', { name: /^Job of / }).waitFor()
    await page.getByText('done', { exact: true }).waitFor()
  })
})

test.each([
  [PLAY, ['Anna', 'Ben']],
  ['DR. BO: Yes.\nDr. Bo: No.', ['DR. BO']],
  ['**Anna:** Hello.\n**Ben**: Hi.', ['Anna', 'Ben']],
  ['Chapter one: the beginning', []],
  ['See https://example.com\nand http://example.com', []],
  ['What she said to all of us: go.\nWhat he then answered her: no.', []],
])('the names in %j', (text, names) => {
  expect(namesIn(text)).toEqual(names)
})
