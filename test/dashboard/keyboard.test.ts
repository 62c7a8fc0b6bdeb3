import type { Locator, Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasChromium, openPage, PAGES, signedIn, useDashboard } from './browser.ts'

// What functions that run in the page use of it. The types of the DOM would replace some of Node's.
interface PageElement {
  readonly tagName: string
  readonly tabIndex: number
  readonly outerHTML: string
  readonly parentElement: PageElement | null
  readonly children: Iterable<PageElement>
  checkVisibility(): boolean
  closest(selector: string): PageElement | null
}
declare const document: {
  readonly activeElement: PageElement | null
  readonly body: PageElement
  querySelectorAll(selector: string): Iterable<PageElement>
}
declare const getComputedStyle: (element: PageElement) => Readonly<Record<string, string>>

/** Remembers the controls of the page, each with how it looks without the focus. */
const rememberControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const looks = (element: PageElement): string =>
      [element, ...(element.parentElement?.children ?? []), element.parentElement, element.parentElement?.parentElement]
        .map((each) => {
          if (!each) return ''
          const { outlineStyle, outlineWidth, borderColor, boxShadow, backgroundColor } = getComputedStyle(each)
          return [outlineStyle, outlineStyle === 'none' || outlineWidth, borderColor, boxShadow, backgroundColor].join()
        })
        .join(';')
    const isRadio = (element: PageElement) => /^<input[^>]* type="radio"/.test(element.outerHTML)
    const controls = [
      ...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]'),
    ].filter(
      (element) =>
        element.tabIndex >= 0 &&
        element.checkVisibility() &&
        element.closest(':disabled, [hidden], [inert]') === null &&
        // One of a group of radio buttons has the focus; the arrow keys choose another.
        !(isRadio(element) && element.closest(':checked') === null),
    )
    const known = controls.map((element) => ({ element, look: looks(element) }))
    Object.assign(globalThis, { known, looks })
    return known.map(({ element }) => element.outerHTML.slice(0, 120))
  })

/** Which control has the focus, and whether that can be seen. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { known, looks } = globalThis as unknown as {
      known: { element: PageElement; look: string }[]
      looks: (element: PageElement) => string
    }
    const { activeElement } = document
    const index = known.findIndex(({ element }) => element === activeElement)
    const found = known[index]
    return {
      index,
      isBody: activeElement === document.body || activeElement === null,
      isVisible: found !== undefined && looks(found.element) !== found.look,
      html: activeElement?.outerHTML.slice(0, 120) ?? '',
    }
  })

const hasFocus = async (control: Locator): Promise<boolean> =>
  (await control.and(control.page().locator(':focus')).count()) === 1

describe.skipIf(!hasChromium)('by keyboard', () => {
  const dashboard = useDashboard()

  async function open(path: string): Promise<Page> {
    const { page } = await signedIn(dashboard.browser, dashboard.url, path)
    onTestFinished(() => page.close())
    return page
  }

  /** Tab goes to each control once, shows it, and comes to the end of the page. */
  async function walk(page: Page): Promise<void> {
    const controls = await rememberControls(page)
    const reached = new Set<number>()
    const unseen: string[] = []
    for (let i = 0; i < controls.length + 5; i++) {
      await page.keyboard.press('Tab')
      const { index, isBody, isVisible, html } = await focused(page)
      if (isBody || reached.has(index)) break
      if (!isVisible) unseen.push(html)
      reached.add(index)
    }
    expect(controls.filter((_, i) => !reached.has(i))).toEqual([])
    expect(unseen).toEqual([])
  }

  test.each(PAGES)(
    'every control of the page "%s" is reached by Tab, and shows that it has the focus',
    async (path) => {
      const page = await open(path)
      await page.waitForLoadState('networkidle').catch(() => {})
      await page.evaluate('document.activeElement?.blur()')
      await walk(page)
    },
  )

  test('one signs in, speaks and signs out without a mouse', async () => {
    const { page } = await openPage(dashboard.browser, dashboard.url)
    onTestFinished(() => page.close())
    await page.goto(`${dashboard.url}/dashboard/`)
    await page.getByLabel('API key').waitFor()
    await page.keyboard.type('chosen-by-the-operator')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Speak' }).waitFor()
    await page.keyboard.press('Tab')
    expect((await page.evaluate(() => document.activeElement?.outerHTML)) ?? '').toContain('Skip to content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+Enter')
    await page.getByText('first audio after').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).press('Enter')
    await page.getByLabel('API key').waitFor()
  })

  test('a dialog keeps the focus, and gives it back when Escape closes it', async () => {
    const page = await open('')
    const change = page.getByRole('button', { name: 'Change voice' })
    await change.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Search voices').waitFor()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    expect(await dialog.locator(':focus').count()).toBe(1)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => hasFocus(change)).toBe(true)
  })

  test('after an entry is saved, the focus is where the next one begins', async () => {
    const page = await open('dictionary')
    const word = page.getByRole('textbox', { name: 'Word' })
    await word.fill('redis')
    await page.getByRole('textbox', { name: 'Pronunciation' }).fill('red iss')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('Saved.').waitFor()
    await expect.poll(() => hasFocus(word)).toBe(true)
  })

  test('what a dialog has removed gives the focus to what is left', async () => {
    const page = await open('keys')
    await page.getByRole('textbox', { name: 'Name' }).fill('soon revoked')
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Copy', exact: true }))).toBe(true)
    const row = page.getByRole('row').filter({ hasText: 'soon revoked' })
    const revoke = row.getByRole('button', { name: 'Revoke soon revoked' })
    await revoke.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect.poll(() => hasFocus(revoke)).toBe(true)
    await revoke.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter')
    await row.getByText('revoked', { exact: true }).waitFor()
    await expect.poll(() => page.locator('main:focus, main :focus').count()).toBe(1)
  })

  test('voices of the map are chosen by the arrow keys', async () => {
    const page = await open('voices')
    await page.getByText('Map', { exact: true }).click()
    const chosen = page.locator('.point[tabindex="0"]')
    await chosen.focus()
    const first = await chosen.getAttribute('aria-label')
    await page.keyboard.press('ArrowRight')
    expect(await chosen.getAttribute('aria-label')).not.toBe(first)
    expect(await hasFocus(chosen)).toBe(true)
  })
})
