import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AUTHORIZATION, KEY, startWholeService } from '../whole-service.ts'
import { askedIn, faultsByAxe, hasChromium, openPage, PAGES, typeKey, useDashboard } from './browser.ts'

// What functions that run in the page use of it. The types of the DOM would replace some of Node's.
interface PageElement {
  readonly textContent: string
  readonly value: string
  readonly scrollWidth: number
  readonly scrollTop: number
}
interface PageAnalyser {
  readonly fftSize: number
  getFloatTimeDomainData(samples: Float32Array): void
}
declare const document: {
  readonly cookie: string
  readonly documentElement: PageElement
  querySelector(selector: string): PageElement | null
}
declare const localStorage: object
declare const sessionStorage: object
declare const location: { readonly href: string }
declare const requestAnimationFrame: (callback: (timeMs: number) => void) => void
declare const AudioContext: { readonly prototype: object }
declare const AudioNode: { readonly prototype: { connect: (...args: unknown[]) => unknown } }
declare const AnalyserNode: new (context: unknown) => PageAnalyser

const INJECTION = '<img src=x onerror="document.title=`broken`">'

describe.skipIf(!hasChromium)('the dashboard', () => {
  const dashboard = useDashboard()
  const { open } = dashboard

  // biome-ignore lint/suspicious/noExplicitAny: JSON of several routes
  const fetchJson = async (path: string, init: RequestInit = {}): Promise<any> =>
    (await fetch(dashboard.url + path, { ...init, headers: AUTHORIZATION })).json()

  test('a wrong key is refused with the same sentence as an unknown one, and a right one opens the page', async () => {
    const { page } = await openPage(dashboard.browser, dashboard.url)
    onTestFinished(() => page.close())
    await page.goto(`${dashboard.url}/dashboard`)
    await typeKey(page, 'wrong-key-of-some-length')
    await page.getByText('Wrong key').waitFor()
    await typeKey(page)
    await page.getByRole('heading', { name: 'Speak' }).waitFor()
    const stored = await page.evaluate(() =>
      JSON.stringify([localStorage, sessionStorage, location.href, document.cookie]),
    )
    expect(stored).not.toContain(KEY)
  })

  test('a sign-in link opens the page, leaves the address at once, and says when it was used before', async () => {
    const link = (await dashboard.service.createSignInLink()) ?? ''
    const { page } = await openPage(dashboard.browser, dashboard.url)
    onTestFinished(() => page.close())
    await page.goto(link)
    await page.getByRole('heading', { name: 'Speak' }).waitFor()
    expect(page.url()).toBe(`${dashboard.url}/dashboard/`)
    await page.goBack()
    await page.goForward()
    expect(page.url()).not.toContain('hfl_')

    const other = await openPage(dashboard.browser, dashboard.url)
    onTestFinished(() => other.page.close())
    await other.page.goto(link)
    await other.page.getByText('This sign-in link was used before, or has expired').waitFor()
    expect(other.page.url()).toBe(`${dashboard.url}/dashboard/`)
    await typeKey(other.page)
    await other.page.getByRole('heading', { name: 'Speak' }).waitFor()
  })

  test('a text is heard after one click, and the highlighted word is the one that is spoken, within 120 ms', async () => {
    const page = await open()
    const words: { text: string; startS: number; endS: number }[] = []
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const { type, word_timestamps: times } = JSON.parse(`${payload}`)
        if (type !== 'timestamps') return
        for (const [i, text] of times.words.entries()) words.push({ text, startS: times.start[i], endS: times.end[i] })
      }),
    )
    const text = 'One small sentence is spoken, and every word of it is highlighted.'
    await page.getByLabel('Text to speak').fill(text)
    await page.getByRole('button', { name: 'Speak', exact: true }).click()
    await page.getByText('first audio after').waitFor()
    const seen = await page.evaluate(async () => {
      const samples: { atMs: number; positionS: number; word: string }[] = []
      const position = document.querySelector('.wave input')
      // A busy machine plays slower than it should, with gaps.
      const until = performance.now() + 20_000
      while (performance.now() < until) {
        await new Promise(requestAnimationFrame)
        const word = document.querySelector('.reading mark')?.textContent ?? ''
        const positionS = Number(position?.value)
        samples.push({ atMs: performance.now(), positionS, word })
        if (positionS > 2.5) break
      }
      return samples
    })
    const [first, last] = [seen[0], seen.at(-1)]
    if (!first || !last) throw new Error('nothing was seen')
    // What is shown is never ahead of what can have been heard.
    expect(last.positionS - first.positionS).toBeGreaterThan(1)
    expect(last.positionS - first.positionS).toBeLessThan((last.atMs - first.atMs) / 1000 + 0.25)
    const highlighted = seen.filter(({ word }) => word !== '')
    expect(new Set(highlighted.map(({ word }) => word)).size).toBeGreaterThan(3)
    for (const { positionS, word } of highlighted) {
      const near = words.filter(({ startS, endS }) => startS - 0.12 <= positionS && positionS <= endS + 0.12)
      expect(near.map((each) => each.text)).toContain(word)
    }
  })

  test('the sound that is played is not silence', async () => {
    const { page } = await openPage(dashboard.browser, dashboard.url)
    onTestFinished(() => page.close())
    await page.addInitScript(() => {
      const { connect } = AudioNode.prototype
      AudioNode.prototype.connect = function (this: { readonly context: unknown }, ...args: unknown[]) {
        const analyser = new AnalyserNode(this.context)
        Object.assign(globalThis, { analyser })
        connect.call(this, analyser)
        return connect.apply(this, args)
      }
    })
    await page.goto(`${dashboard.url}/dashboard/`)
    await typeKey(page)
    await page.getByRole('button', { name: 'Speak', exact: true }).click()
    await page.waitForFunction(() => {
      const { analyser } = globalThis as unknown as { analyser?: PageAnalyser }
      if (analyser === undefined) return false
      const samples = new Float32Array(analyser.fftSize)
      analyser.getFloatTimeDomainData(samples)
      return samples.some((sample) => Math.abs(sample) > 0.05)
    })
  })

  test('where worklets are missing, speech is still played while it streams, and can be played again', async () => {
    const page = await open()
    await page.evaluate(() => void Object.defineProperty(AudioContext.prototype, 'audioWorklet', { value: undefined }))
    await page.getByLabel('Text to speak').fill('Hello there, this is one sentence.')
    await page.getByRole('button', { name: 'Speak', exact: true }).click()
    await page.getByText('first audio after').waitFor()
    const position = page.getByLabel('Position in seconds')
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0.2)
    await page.getByText('Finished').waitFor()
    expect(Number(await position.inputValue())).toBeGreaterThan(0.5)
    await page.getByRole('button', { name: 'Play again' }).click()
    await expect.poll(() => page.locator('.reading mark').allTextContents()).toContain('this')
    await page.getByText('Finished').waitFor()
  })

  test.each([
    ['are missing', 'undefined'],
    ['are refused', 'class { constructor() { setTimeout(() => this.onclose?.({ code: 1006 })) } close() {} }'],
  ])('where WebSockets %s, speech comes over HTTP with a note, and words are highlighted', async (_, socket) => {
    const page = await open()
    await page.evaluate(`globalThis.WebSocket = ${socket}`)
    await page.getByLabel('Text to speak').fill('Hello there. These words come over HTTP.')
    await page.getByRole('button', { name: 'Speak', exact: true }).click()
    await page.getByText('because WebSockets are blocked').waitFor()
    await expect.poll(() => page.locator('.reading mark').allTextContents()).toContain('words')
    await page.getByText('Finished').waitFor()
  })

  test('the limits of the page count characters as people do, and forbid longer texts', async () => {
    const page = await open()
    const text = page.getByLabel('Text to speak')
    const speak = page.getByRole('button', { name: 'Speak', exact: true })
    await text.fill('I 😀 you 👩‍👩‍👧‍👦! 🇫🇷 ok')
    await page.getByText('15 / 3,000 characters').waitFor()
    await text.fill('a😀'.repeat(1500))
    await page.getByText('3,000 / 3,000 characters').waitFor()
    expect(await speak.isEnabled()).toBe(true)
    await text.fill(`e\u0301${'a😀'.repeat(1500)}`)
    await page.getByText('1 character over the limit of coda').waitFor()
    expect(await speak.isDisabled()).toBe(true)
    await text.fill('a '.repeat(500))
    await page.getByRole('combobox', { name: 'Model' }).click()
    await page.getByRole('option', { name: 'mistv3' }).click()
    await page.getByText('1,000 / 1,000 characters').waitFor()
    expect(await speak.isEnabled()).toBe(true)
    await text.fill(`${'a '.repeat(500)}b`)
    expect(await speak.isDisabled()).toBe(true)
    await text.fill('😀 👩‍👩‍👧‍👦')
    await page.getByText('Emoji are not spoken').waitFor()
    expect(await speak.isDisabled()).toBe(true)
  })

  test('a text that is too long is taken to a new job, the buttons stay where they are, and none is lost', async () => {
    const page = await open()
    const speak = page.getByRole('button', { name: 'Speak', exact: true })
    const text = 'A long text. '.repeat(231)
    await page.getByLabel('Text to speak').fill(text.slice(0, 2999))
    const before = await speak.boundingBox()
    await page.getByLabel('Text to speak').fill(text)
    await page.getByText('3 characters over the limit of coda on this page').waitFor()
    expect(await speak.boundingBox()).toEqual(before)
    await page.getByRole('link', { name: 'Create a job' }).click()
    const typed = page.getByRole('textbox', { name: 'Text', exact: true })
    expect(await typed.inputValue()).toBe(text)
    await typed.fill('Another text.')
    await page.getByRole('link', { name: 'Speak', exact: true }).click()
    await page.getByRole('link', { name: 'Create a job' }).click()
    await page.getByText('Typed text').waitFor()
    await page.getByText('Text from the Speak page').waitFor()
  })

  test('after a stop, another text has no player of the one before; without a text, nothing is copied', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Speak', exact: true }).click()
    await page.getByText('Playing ·').waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByText('Stopped').waitFor()
    await page.getByLabel('Text to speak').fill('Another text.')
    await page.getByText('Nothing has been spoken yet').waitFor()
    expect(await page.getByRole('button', { name: 'Play again' }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Copy curl' }).isEnabled()).toBe(true)
    await page.getByLabel('Text to speak').fill(' ')
    await expect.poll(() => page.getByRole('button', { name: 'Copy curl' }).isDisabled()).toBe(true)
    expect(await page.locator('.snippet').textContent()).toBe('Type a text first.')
    expect(await faultsByAxe(page)).toEqual([])
  })

  test('the API reference is a click away, leads back, and sends requests with the session or a key, under its policy', async () => {
    const page = await open()
    const [docs] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'API reference' }).click(),
    ])
    const problems: string[] = []
    docs.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    await docs.waitForLoadState()
    docs.setDefaultTimeout(15_000)
    expect(docs.url()).toBe(`${dashboard.url}/docs`)
    const tryOut = async (id: string) => {
      await docs.locator(`#${id} > summary`).click()
      const figure = docs.locator(`#${id} .exchange`).first()
      await figure.getByRole('button', { name: 'Try it' }).click()
      return figure
    }
    const speech = await tryOut('synthesizeSpeech')
    await speech.getByRole('button', { name: 'Send' }).click()
    await speech.getByText('200 OK · audio/wav').waitFor()
    await speech.locator('audio').waitFor()
    const normalized = await tryOut('normalizeText')
    await normalized.getByLabel('Body').fill('{"text": "It costs $5."}')
    await normalized.getByRole('button', { name: 'Send' }).click()
    await normalized.getByText('It costs five dollars.').waitFor()
    await docs.getByLabel(/^API key for/).fill('wrong-key-of-some-length')
    await normalized.getByRole('button', { name: 'Send' }).click()
    await normalized.getByText('401 Unauthorized').waitFor()
    await docs.getByLabel(/^API key for/).fill(KEY)
    await normalized.getByRole('button', { name: 'Send' }).click()
    await normalized.getByText('It costs five dollars.').waitFor()
    const stored = await docs.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href]))
    expect(stored).not.toContain(KEY)
    expect(problems.filter((problem) => !problem.startsWith('Failed to load resource'))).toEqual([])
    expect(await faultsByAxe(docs).catch(String)).toEqual([])
    await docs.locator('header a[href="dashboard/"]').click()
    await docs.getByRole('heading', { name: 'Speak' }).waitFor()
    await docs.close()
  })

  test('a text in a script that the voice does not use leads to voices that do', async () => {
    const page = await open()
    await page.getByLabel('Text to speak').fill('مرحبا بكم في القطار.')
    await page.getByRole('button', { name: 'Voices that speak Arabic' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Use / }).first().click()
    await page.getByLabel('Voice').getByText('Arabic').waitFor()
    expect(await page.getByRole('button', { name: 'Voices that speak' }).count()).toBe(0)
  })

  test.each([
    ['Spanish', 'Hola, ¿cómo estás? El tren sale a las ocho.'],
    ['French', 'Bonjour, votre commande a été expédiée.'],
    ['German', 'Guten Morgen! Wie geht es dir?'],
    ['Portuguese', 'Olá, tudo bem? O seu pedido foi enviado.'],
    ['Italian', 'Buongiorno, come stai? Questa è una prova.'],
    ['Dutch', 'Goedemorgen, hoe gaat het met u? Dit is een proef.'],
    ['Arabic', 'مرحبا بكم في القطار.'],
  ])('a text in %s leads to a voice that speaks it, with one click', async (language, text) => {
    const page = await open()
    const voice = page.getByLabel('Voice', { exact: true })
    await page.getByLabel('Text to speak').fill('José Martínez, Café au lait, Los Angeles')
    await page.getByLabel('Text to speak').fill(text)
    await page.getByRole('button', { name: new RegExp(`^Speak with an? ${language} voice$`) }).click()
    await voice.locator('.voice-facts', { hasText: language }).waitFor()
    await page.getByRole('button', { name: /^Speak with an? / }).waitFor({ state: 'detached' })
    await page.getByLabel('Text to speak').fill('Good morning! Your train leaves at eight.')
    await page.getByRole('button', { name: 'Speak with an English voice' }).click()
    await voice.locator('.voice-facts', { hasText: 'English' }).waitFor()
  })

  test('a text in a script that no voice is for is said to be read by a plainer one', async () => {
    const page = await open()
    await page.getByLabel('Text to speak').fill('Добрый день! Поезд отправляется в восемь.')
    await page.getByText('Most of this text is in Cyrillic script').waitFor()
    await page.getByText('A plainer voice reads those words.').waitFor()
  })

  test('a long text follows the word that is heard, until one scrolls, and what was stopped is played again', async () => {
    const page = await open('', { width: 360 })
    await page.getByLabel('Text to speak').fill('These are ten words of one short sentence.\n\n\n\n'.repeat(6))
    await page.getByRole('button', { name: 'Speak', exact: true }).click()
    await page.getByText('Playing ·').waitFor()
    const position = page.getByLabel('Position in seconds')
    const scrollTop = () => page.evaluate(() => document.querySelector('.reading')?.scrollTop ?? 0)
    expect(await scrollTop()).toBe(0)
    await position.fill(`${Math.floor(Number(await position.getAttribute('max')) - 8)}`)
    await expect.poll(scrollTop).toBeGreaterThan(100)
    await page.locator('.reading').hover()
    await page.mouse.wheel(0, -5000)
    await expect.poll(scrollTop).toBe(0)
    const before = Number(await position.inputValue())
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(before + 1)
    expect(await scrollTop()).toBe(0)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByText('Stopped ·').waitFor()
    await page.getByRole('button', { name: 'Play again' }).click()
    await expect.poll(() => page.locator('.reading mark').allTextContents()).toContain('ten')
  })

  test('the voice and its settings outlast the tab, and the text a reload, until one signs out', async () => {
    const page = await open()
    await page.getByLabel('Text to speak').fill('Keep me.')
    await page.getByRole('combobox', { name: 'Model' }).click()
    await page.getByRole('option', { name: 'mistv3' }).click()
    await page.getByRole('slider', { name: 'Speed' }).press('ArrowRight')
    await page.reload()
    await page.getByText('1.05×').waitFor()
    expect(await page.getByLabel('Text to speak').inputValue()).toBe('Keep me.')
    expect(await page.getByRole('combobox', { name: 'Model' }).inputValue()).toBe('mistv3')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Keep me.')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key').waitFor()
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Keep me.')
  })

  test('1,000 characters of mistv3 are spoken, although one message may have 500', async () => {
    const page = await open()
    await page.getByRole('combobox', { name: 'Model' }).click()
    await page.getByRole('option', { name: 'mistv3' }).click()
    await page.getByLabel('Text to speak').fill('These are ten words of one of many short sentences. '.repeat(19))
    await page.getByRole('button', { name: 'Speak', exact: true }).click()
    await page.getByText('Playing ·').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test.each([
    ['MP3', 'mp3', /^(ID3|\xff\xfb|\xff\xf3)/],
    ['WAV', 'wav', /^RIFF/],
    ['FLAC', 'flac', /^fLaC/],
    ['Opus (Ogg)', 'ogg', /^OggS/],
    ['Opus (WebM)', 'webm', /^.E/s],
    ['µ-law, 8 kHz', 'ul', /^./s],
  ])('%s is downloaded as .%s, with captions where there are times', async (title, extension, magic) => {
    const page = await open()
    await page.getByLabel('Text to speak').fill('Hello there. These are captions.')
    await page.locator('input[aria-label=Format]').click()
    await page.getByRole('option', { name: title }).click()
    const captions = page.getByLabel('WebVTT (.vtt)')
    const hasCaptions = extension !== 'webm'
    expect(await captions.isEnabled()).toBe(hasCaptions)
    if (hasCaptions) await captions.check()
    const saved = new Map<string, string>()
    page.on('download', async (download) =>
      saved.set(download.suggestedFilename(), await readFile(await download.path(), 'latin1')),
    )
    await page.getByRole('button', { name: 'Download' }).click()
    await expect.poll(() => saved.get(`luna-coda.${extension}`)).toMatch(magic)
    const isMarked = saved.get(`luna-coda.${extension}`)?.includes('trainedAlgorithmicMedia')
    expect(isMarked).toBe(extension !== 'ul')
    if (hasCaptions)
      await expect.poll(() => saved.get('luna-coda.vtt')).toMatch(/^WEBVTT\n\n00:00:00\.000 --> .+\nHello there\.\n/)
  })

  test('a voice is found, chosen and spoken with', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Change voice' }).click()
    await page.getByLabel('Search voices').fill('albion')
    await page.getByRole('button', { name: 'Use albion' }).click()
    await page.getByLabel('Voice').getByText('albion').waitFor()
    await page.getByRole('tab', { name: 'LiveKit' }).click()
    expect(await page.locator('.snippet').textContent()).toContain('speaker="albion"')
  })

  test('voices are found by what people call them, filters are cleared, and a voice leads to the top of the page Speak', async () => {
    const page = await open('voices')
    const found = async (search: string) => {
      await page.getByLabel('Search voices').fill(search)
      const facts = await page.locator('.voice-facts').allTextContents()
      expect(facts, search).not.toEqual([])
      return facts.join('; ')
    }
    await page.getByText(/^\d+ of \d+ voices$/).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    for (const search of ['british', 'united kingdom', 'england', 'GB', 'uk'])
      expect(await found(search), search).not.toMatch(/ US(;|$)/)
    expect(await found('british male')).not.toMatch(/Female|Mexico/)
    for (const search of ['mexico', 'mexican', 'MX']) expect(await found(search)).toContain('Mexico')
    expect(await found('spain')).toContain('Spain')
    expect(await found('woman elder')).not.toMatch(/ Male|Adult/)
    await page.getByLabel('Search voices').fill('nobody')
    await page.getByText('No voices match the filters.').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('combobox', { name: 'Country' }).click()
    await page.getByRole('option', { name: 'United Kingdom' }).click()
    await expect.poll(() => page.locator('.voice-facts').allTextContents()).not.toContain('US')
    const british = await page.locator('.voice-facts').allTextContents()
    expect(await page.locator('.voice-facts').first().textContent()).toContain('UK')
    await page.getByRole('button', { name: 'Clear country' }).click()
    await expect.poll(() => page.locator('.voice-facts').allTextContents()).not.toEqual(british)
    // The next page starts at its top, though this one was scrolled.
    await page
      .getByRole('button', { name: /^Speak with / })
      .last()
      .click()
    await page.getByRole('heading', { name: 'Speak' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollTop)).toBe(0)
  })

  test('a search tells how many voices a filter hides and which words find nothing, and leads to them', async () => {
    const page = await open('voices')
    const search = page.getByLabel('Search voices')
    const found = page.getByText(/^\d+ of \d+ voices$/)
    const counted = async () => Number((await found.textContent())?.split(' ')[0])
    await search.fill('british male')
    const onCoda = await counted()
    const hidden = page.getByText(/^(?:\d+ (?:more )?on mist|\d+ more on arcana)/)
    const more = [...((await hidden.textContent()) ?? '').matchAll(/(\d+) (?:more )?on \w+/g)]
    expect(more.map(([reported]) => reported)).not.toEqual([])
    await page.getByRole('button', { name: 'Show them' }).click()
    await expect.poll(counted).toBe(more.reduce((sum, [, count]) => sum + Number(count), onCoda))
    expect(await page.getByRole('combobox', { name: 'Model' }).inputValue()).toBe('')
    await search.fill('british male bank')
    await page.getByText('No voices match “bank”.').waitFor()
    await page.getByRole('button', { name: 'Search without it' }).click()
    expect(await search.inputValue()).toBe('british male')
    await search.fill('albion')
    const tags = page.getByRole('list', { name: 'Tags' })
    await tags.getByText('English accent').first().waitFor()
    await tags.getByText('casual').first().waitFor()
    await search.fill('customer support')
    await tags.getByText('customer support').first().waitFor()
    await search.fill('high')
    await tags.getByText('high', { exact: true }).first().waitFor()
  })

  test('the sample of a voice is played', async () => {
    const page = await open('voices')
    await page.getByLabel('Search voices').fill('albion')
    const answering = page.waitForResponse((answer) => answer.url().endsWith('/sample'))
    await page.getByRole('button', { name: 'Sample of albion' }).click()
    expect((await answering).headers()['content-type']).toBe('audio/mpeg')
    await page.getByRole('button', { name: 'Stop the sample of albion' }).waitFor()
  })

  test.each(['the gallery', 'the voice picker'])(
    'in %s, a sample plays while a mouse is over it, or to its end after a key or a click, one at a time',
    async (place) => {
      const page = await open(place === 'the gallery' ? 'voices' : '')
      if (place === 'the voice picker') await page.getByRole('button', { name: 'Change voice' }).click()
      const root = place === 'the gallery' ? page.locator('.main') : page.getByRole('dialog')
      await root.getByLabel('Search voices').fill('al')
      const [albion, alma] = ['Albion', 'Alma'].map((name) => ({
        idle: root.getByRole('button', { name: `Sample of ${name}`, exact: true }),
        playing: root.getByRole('button', { name: `Stop the sample of ${name}` }),
      })) as [{ idle: Locator; playing: Locator }, { idle: Locator; playing: Locator }]
      await albion.idle.hover()
      await albion.playing.waitFor()
      await alma.idle.hover()
      await Promise.all([alma.playing.waitFor(), albion.idle.waitFor()])
      await root.getByLabel('Search voices').hover()
      await alma.idle.waitFor()
      await alma.idle.press('Enter')
      await alma.playing.waitFor()
      await albion.idle.press(' ')
      await Promise.all([albion.playing.waitFor(), alma.idle.waitFor()])
      await albion.playing.press('Enter')
      await albion.idle.waitFor()
      await alma.idle.hover()
      await alma.playing.click()
      await root.getByLabel('Search voices').hover()
      await alma.playing.click()
      await alma.idle.waitFor()
    },
  )

  test('speech ends a sample, and a click on a sample ends speech', async () => {
    const page = await open()
    const sample = page.getByRole('button', { name: 'Sample of luna' })
    const playing = page.getByRole('button', { name: 'Stop the sample of luna' })
    await sample.press('Enter')
    await playing.waitFor()
    await page.getByRole('button', { name: 'Speak', exact: true }).press('Enter')
    await sample.waitFor()
    await page.getByText('Playing ·').waitFor()
    await sample.hover() // does nothing while speech is played
    await page.getByText('Playing ·').waitFor()
    await sample.press('Enter')
    await playing.waitFor()
    await page.getByText('Stopped').waitFor()
  })

  test('favourites stay in this browser, and voices are compared on a text', async () => {
    const page = await open('voices')
    await page.getByLabel('Search voices').fill('al')
    await page.getByRole('button', { name: 'Favourite albion' }).click()
    await page.getByLabel('Compare albion').check()
    await page.getByLabel('Compare alma').check()
    await page.getByText('Compare (2)').click()
    await page.getByRole('button', { name: 'Play all' }).click()
    await page.getByRole('button', { name: 'Stop albion' }).click()
    await page.getByRole('button', { name: 'Say the text with alma' }).click()
    await page.getByText('First audio after').last().waitFor()
    await page.getByRole('link', { name: 'Speak' }).click()
    await page.getByText('Nothing has been spoken yet').waitFor()
    await page.getByRole('link', { name: 'Voices' }).click()
    await page.reload()
    await page.getByLabel('Favourites only').check()
    await page.getByText(/^1 of \d+ voices$/).waitFor()
  })

  test('voices are compared blind, and the one that is chosen is named and used', async () => {
    const page = await open('voices')
    await page.getByLabel('Search voices').fill('al')
    await page.getByLabel('Compare albion').check()
    await page.getByLabel('Compare alma').check()
    await page.getByText('Compare (2)').click()
    await page.getByLabel('Blind').check()
    expect(await page.locator('main').textContent()).not.toMatch(/albion|alma/i)
    await page.getByRole('button', { name: 'Say the text with Voice B' }).click()
    await page.getByRole('button', { name: 'Stop Voice B' }).click()
    await page.getByRole('button', { name: 'Choose Voice B' }).click()
    const winner = page.locator('[data-winner]')
    const name = (await winner.locator('.voice-name').textContent()) ?? ''
    expect(['Albion', 'Alma']).toContain(name)
    await winner.getByText('Voice B, your choice').waitFor()
    await winner.getByText('Use the winner').click()
    await page.getByRole('heading', { name: 'Speak' }).waitFor()
    await page.getByRole('region', { name: 'Voice' }).getByText(name, { exact: true }).waitFor()
  })

  test('the voices that sound most like one are listed, the nearest first, until all are shown again', async () => {
    const page = await open('voices')
    await page.getByLabel('Search voices').fill('albion')
    await page.getByRole('button', { name: 'Similar to Albion' }).click()
    await page.getByText('Voices that sound most like Albion').waitFor()
    const names = await page.locator('.voice-name').allTextContents()
    expect([names[0], names.length]).toEqual(['Albion', 13])
    for (const facts of await page.locator('.voice-facts').allTextContents()) expect(facts).toMatch(/English · Male/)
    await page.getByRole('button', { name: 'Show all voices' }).click()
    await expect.poll(() => page.locator('.voice-name').allTextContents()).toEqual(['Albion'])
  })

  test('a selected word is said like other words in this text, and like phonemes from the dictionary', async () => {
    const page = await open()
    const text = page.getByLabel('Text to speak')
    await text.fill('Restart nginx now.')
    const sayLikeThis = async () => {
      await text.evaluate((element) => {
        const area = element as unknown as { value: string; setSelectionRange(from: number, to: number): void }
        const at = area.value.indexOf('x n') // in the last letter of nginx
        area.setSelectionRange(at, at)
      })
      await page.getByRole('button', { name: 'Say it like this' }).click()
      await page.getByRole('dialog', { name: 'Say “nginx” like this' }).waitFor()
    }
    await sayLikeThis()
    await page.getByRole('textbox', { name: 'Pronunciation' }).fill('/ˈɛndʒən/')
    await page.getByText('In a text, coda reads no phonemes.').waitFor()
    expect(await page.getByRole('button', { name: 'Use in this text' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Keep in the dictionary' }).click()
    await page.getByText('From now on, “nginx” is read like this in every text.').waitFor()
    expect(await fetchJson('/v1/dictionary/words?search=nginx')).toMatchObject([{ word: 'nginx' }])
    await fetchJson('/v1/dictionary/words/nginx', { method: 'DELETE' }).catch(() => {}) // no body
    await page.getByRole('textbox', { name: 'Pronunciation' }).fill('engine x')
    await page.getByRole('button', { name: 'Use in this text' }).click()
    expect(await text.inputValue()).toBe('Restart engine x now.')
    // On mistv3, phonemes and pauses stand in the text.
    await text.fill('Restart nginx now.')
    await page.getByRole('combobox', { name: 'Model' }).click()
    await page.getByRole('option', { name: 'mistv3' }).click()
    await sayLikeThis()
    await page.getByRole('textbox', { name: 'Pronunciation' }).fill('EH1 N JH AH0 N')
    await page.getByRole('button', { name: 'Use in this text' }).click()
    await page.getByRole('button', { name: 'Pause' }).click()
    expect(await text.inputValue()).toBe('Restart {1EnJ0xn} <500> now.')
    await page.getByRole('button', { name: 'Speak', exact: true }).click()
    await page.getByText('first audio after').waitFor()
  })

  test('a guessed word is fixed from the reading of its text', async () => {
    const page = await open('text')
    await page.getByLabel('Text', { exact: true }).fill('Ask blorbify at 7:45.')
    await page.getByRole('button', { name: 'blorbify, Word, guessed' }).click()
    await page.getByRole('button', { name: 'Fix blorbify' }).click()
    await page.locator('input[name=pronunciation]:focus').waitFor()
    expect(await page.getByRole('textbox', { name: 'Pronunciation' }).inputValue()).toMatch(/^B L AO1 R B/)
    await page.getByRole('textbox', { name: 'Pronunciation' }).fill('blorb if eye')
    await page.getByRole('button', { name: 'Hear', exact: true }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    const [entry] = await fetchJson('/v1/dictionary/words?search=blorbify')
    expect(entry).toMatchObject({ word: 'blorbify', pronunciation: 'blorb if eye' })
  })

  test('a homograph is shown and heard as it is read in its sentence', async () => {
    const page = await open('text')
    await page.getByLabel('Text', { exact: true }).fill('They record a record.')
    await page.getByRole('button', { name: 'record, Word' }).nth(0).click()
    await page.getByText('verb, from context').waitFor()
    await page.getByText('R IH0 K AO1 R D').waitFor()
    const sent: string[] = []
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(`${payload}`)))
    await page.getByRole('button', { name: 'Hear record' }).click()
    await expect.poll(() => sent.join()).toContain('{r0Ik1ord}')
    await page.getByRole('button', { name: 'record, Word' }).nth(1).click()
    await page.getByText('noun, from context').waitFor()
    await page.getByText('R EH1 K ER0 D').waitFor()
  })

  test('an entry of another language is heard by a voice of it, saved, and listed beside the English one', async () => {
    const page = await open('dictionary')
    const sent: string[] = []
    page.on('websocket', (socket) => {
      sent.push(socket.url())
      socket.on('framesent', ({ payload }) => sent.push(`${payload}`))
    })
    await page.getByRole('textbox', { name: 'Word' }).fill('chat')
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'French' }).click()
    await page.getByRole('textbox', { name: 'Pronunciation' }).fill('chatte')
    await page.getByRole('button', { name: 'Hear', exact: true }).click()
    await expect.poll(() => sent.join()).toContain('chatte')
    expect(sent.join()).toContain('lang=fra')
    await page.getByRole('textbox', { name: 'Pronunciation' }).fill('/ʃa/')
    expect(await page.getByRole('button', { name: 'Hear', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'chat' })
    await row.getByText('French').waitFor()
    expect(await fetchJson('/v1/dictionary/words?search=chat&language=fr')).toMatchObject([{ pronunciation: '/ʃa/' }])
    await row.getByRole('button', { name: 'Hear chat' }).click()
    await page.getByRole('button', { name: 'Delete chat' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await row.waitFor({ state: 'detached' })
  })

  test('IPA is heard', async () => {
    const page = await open('dictionary')
    const sent: string[] = []
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(`${payload}`)))
    await page.getByRole('textbox', { name: 'Pronunciation' }).fill('/wɪn/')
    await page.getByRole('button', { name: 'Hear', exact: true }).click()
    await expect.poll(() => sent.join()).toContain('{w1In}')
  })

  test('an invalid pronunciation is refused where it was typed', async () => {
    const page = await open('dictionary')
    await page.getByRole('textbox', { name: 'Word' }).fill('kafka')
    await page.getByRole('textbox', { name: 'Pronunciation' }).fill('{k1qf}')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('"q"').waitFor()
    await page.locator('input[name=pronunciation][aria-invalid=true]:focus').waitFor()
  })

  test('a request of a key without the role admin is counted, shown with who made it, and approved by the operator', async () => {
    const { key } = await fetchJson('/v1/keys', { method: 'POST', body: JSON.stringify({ name: 'agent' }) })
    const operators = await open()
    const { page: agents } = await openPage(dashboard.browser, dashboard.url)
    onTestFinished(() => agents.close())
    await agents.goto(`${dashboard.url}/dashboard/dictionary`)
    await typeKey(agents, key)
    const note = agents.getByLabel('Note for the operator')
    await agents.getByRole('textbox', { name: 'Word' }).fill('nginx')
    await agents.getByRole('textbox', { name: 'Pronunciation' }).fill('engine x')
    await note.fill(INJECTION)
    await agents.getByRole('button', { name: 'Request' }).click()
    await agents.getByText('Requested.').waitFor()
    expect(await note.inputValue()).toBe('')
    const requests: { status: string }[] = await fetchJson('/v1/dictionary/requests?all=true')
    const count = requests.filter(({ status }) => status === 'requested').length
    await operators.getByRole('link', { name: 'Voices' }).click()
    await operators.getByRole('link', { name: `Dictionary ${count} open requests`, exact: true }).click()
    await operators.getByRole('tab', { name: `Requests ${count} open`, exact: true }).click()
    const row = operators.getByRole('row').filter({ hasText: 'nginx' })
    await row.getByText(INJECTION).waitFor()
    await row.getByRole('cell', { name: 'agent', exact: true }).waitFor()
    await operators.getByRole('button', { name: 'Approve nginx' }).press('Enter')
    await row.getByRole('cell', { name: 'added', exact: true }).waitFor()
    await operators.locator('main:focus').waitFor()
    await operators.getByText(`${count} open requests`).waitFor({ state: 'detached' })
    expect(await fetchJson('/v1/dictionary/words?search=nginx')).toMatchObject([{ pronunciation: 'engine x' }])
  })

  test('10,000 entries are imported, searched and shown 50 at a time', async () => {
    const page = await open('dictionary')
    const name = (i: number) => `zz${[...`${i}`.padStart(4, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
    const csv = `word,pronunciation\n${Array.from({ length: 10_000 }, (_, i) => `${name(i)},zed ${name(i)}`).join('\n')}\n`
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'words.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByText('10,000 imported').waitFor()
    expect(await page.getByRole('row').count()).toBe(51)
    await page.getByLabel('Search entries').fill('zzjjjj')
    await page.getByRole('cell', { name: 'zzjjjj', exact: true }).waitFor()
  })

  test('a key is made, shown once until it is revoked, and gives the next one nothing; markup in its name is text', async () => {
    const page = await open('keys')
    await page.getByRole('textbox', { name: 'Name' }).fill(INJECTION)
    await page.getByRole('combobox', { name: 'Expires' }).click()
    await page.getByRole('option', { name: 'In 30 days' }).click()
    await page.getByLabel('Concurrent requests').fill('3')
    await page.getByLabel('Characters per minute').fill('20000')
    await page.getByLabel('role admin').check()
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = (await page.locator('.new-key').textContent()) ?? ''
    const check = async () =>
      (await fetch(`${dashboard.url}/dashboard/session`, { method: 'POST', body: JSON.stringify({ key }) })).status
    expect(await check()).toBe(204)
    await page.getByRole('row').filter({ hasText: '3 concurrent requests, 20,000 characters per minute' }).waitFor()
    for (const [field, value] of [
      [page.getByRole('textbox', { name: 'Name' }), ''],
      [page.getByRole('combobox', { name: 'Expires' }), 'Never'],
      [page.getByLabel('Concurrent requests'), ''],
      [page.getByLabel('Characters per minute'), ''],
    ] as const)
      expect(await field.inputValue()).toBe(value)
    expect(await page.getByLabel('role admin').isChecked()).toBe(false)
    await page.getByRole('button', { name: `Revoke ${INJECTION}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('revoked', { exact: true }).waitFor()
    expect(await page.content()).not.toContain(key)
    await expect.poll(check).toBe(401)
    expect(await page.title()).toBe('Keys · Hoarfrost')
    await page.reload()
    await page.getByText('revoked', { exact: true }).waitFor()
    expect(await page.content()).not.toContain(key)
  })

  test('a new key is first and marked, is edited with all its limits, and errors stand at their fields', async () => {
    const page = await open('keys')
    const form = page.getByRole('form', { name: 'New key' })
    await form.getByRole('textbox', { name: 'Name' }).fill('desk')
    await form.getByLabel('Requests per second').fill('7')
    await form.getByLabel('Open sockets').fill('8')
    await form.getByLabel('Weight').fill('2')
    await page.getByRole('button', { name: 'Create key' }).click()
    const first = page.getByRole('row').nth(1)
    await first.getByText('desk').waitFor()
    await first.getByText('new', { exact: true }).waitFor()
    await first.getByText('8 sockets, 7 requests per second, weight 2').waitFor()
    await first.getByText('active', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Edit desk' }).click()
    const edit = page.getByRole('form', { name: 'Edit desk' })
    await edit.getByRole('textbox', { name: 'Name' }).fill('front desk')
    await edit.getByLabel('Open sockets').fill('')
    await edit.getByLabel('Concurrent requests').fill('3')
    await edit.getByRole('button', { name: 'Save' }).click()
    await first.getByText('3 concurrent requests, 7 requests per second, weight 2').waitFor()
    await edit.waitFor({ state: 'detached' })
    const { keys } = await fetchJson('/v1/keys')
    const { id } = keys.find(({ name }: { name: string }) => name === 'front desk')
    await page.getByRole('button', { name: 'Edit front desk' }).click()
    const again = page.getByRole('form', { name: 'Edit front desk' })
    await again.getByRole('textbox', { name: 'Name' }).fill('a\u0085b')
    await again.getByRole('button', { name: 'Save' }).click()
    await again.getByText('name must not contain control characters').waitFor()
    await again.locator('input[aria-invalid=true]:focus').waitFor()
    await fetch(`${dashboard.url}/v1/keys/${id}`, { method: 'DELETE', headers: AUTHORIZATION })
    await again.getByRole('textbox', { name: 'Name' }).fill('desk')
    await again.getByRole('button', { name: 'Save' }).click()
    await again.getByRole('alert').getByText('the key is revoked').waitFor()
    expect(await faultsByAxe(page)).toEqual([])
  })

  test('the key of the settings, which is in use, is active and was used just now', async () => {
    const page = await open('keys')
    const row = page.getByRole('row').filter({ hasText: 'HOARFROST_API_KEY' })
    await row.getByText('active', { exact: true }).waitFor()
    const { keys } = await fetchJson('/v1/keys')
    const { lastUsedAt } = keys.find(({ isConfigured }: { isConfigured: boolean }) => isConfigured)
    expect(Date.now() - Date.parse(lastUsedAt)).toBeLessThan(180_000)
    expect(await row.getByText('in the settings').count()).toBe(1)
  })

  test('one is told of revoking the key one is signed in with, and then signs in with another', async () => {
    const { key } = await fetchJson('/v1/keys', {
      method: 'POST',
      body: JSON.stringify({ name: 'mine', roles: ['synthesis', 'admin'] }),
    })
    const { page } = await openPage(dashboard.browser, dashboard.url)
    onTestFinished(() => page.close())
    await page.goto(`${dashboard.url}/dashboard/keys`)
    await typeKey(page, key)
    await page.getByRole('button', { name: 'Revoke mine' }).click()
    await page.getByRole('dialog').getByText('You are signed in with this key').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Your session has ended').waitFor()
    expect(await page.context().cookies()).toEqual([])
    await typeKey(page)
    await page.getByRole('row').filter({ hasText: 'mine' }).getByText('revoked').waitFor()
  })

  test('tables hide nothing at any width: rows that do not fit are lists', async () => {
    const name = 'phone agents of the second support team'
    const limits = { sockets: 1000, requestsPerSecond: 1000, charactersPerMinute: 1_000_000, weight: 100 }
    const expiresAt = new Date(Date.now() + 1e9).toISOString()
    const body = { name, roles: ['synthesis', 'admin'], expiresAt, maxConcurrent: 1000, limits }
    const { key } = await fetchJson('/v1/keys', { method: 'POST', body: JSON.stringify(body) })
    await fetch(`${dashboard.url}/v1/dictionary/requests`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({
        word: 'etcd',
        pronunciation: 'et see dee',
        note: `${'x'.repeat(200)} ${'why '.repeat(50)}`,
      }),
    })
    const page = await open('keys')
    const table = page.locator('.table-scroll')
    const hidden = () => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    for (const [path, text] of [
      ['keys', name],
      ['dictionary', 'etcd'],
    ] as const) {
      await page.goto(`${dashboard.url}/dashboard/${path}`)
      if (path === 'dictionary') await page.getByRole('tab', { name: 'Requests' }).click()
      await table.getByText(text).waitFor()
      for (const width of [1280, 1024, 820, 360, 820, 2560]) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(hidden, { message: `${path} at ${width} px` }).toBe(0)
        if (width >= 1280)
          await expect.poll(() => page.getByRole('columnheader', { name: 'Actions' }).isVisible()).toBe(true)
      }
    }
  })

  test('markup in a text is text, on the pages that show it', async () => {
    const page = await open()
    await page.getByLabel('Text to speak').fill(`Hello ${INJECTION}`)
    await page.getByRole('button', { name: 'Speak', exact: true }).click()
    await page.getByText('first audio after').waitFor()
    await page.getByRole('link', { name: 'Pronunciation check' }).click()
    await page.locator('.tokens button').first().waitFor()
    expect(await page.locator('.main img').count()).toBe(0)
    expect(await page.title()).toBe('Pronunciation check · Hoarfrost')
  })

  test('the history is off, keeps texts in this browser when it is turned on, and is deleted when it is turned off', async () => {
    const page = await open()
    const speak = async (text: string) => {
      await page.getByRole('link', { name: 'Speak' }).click()
      await page.getByLabel('Text to speak').fill(text)
      await page.getByRole('button', { name: 'Speak', exact: true }).click()
      await page.getByText('Playing ·').or(page.getByText('Finished ·')).waitFor()
      await page.getByRole('link', { name: 'History' }).click()
    }
    await speak('Not kept.')
    await page.getByLabel('Keep a history').check()
    await speak('Kept, please.')
    await page.getByRole('cell', { name: 'Kept, please.', exact: true }).waitFor()
    expect(await page.getByText('Not kept.').count()).toBe(0)
    await speak(`Kept too. ${'This is a long text. '.repeat(10)}`)
    const row = page.getByRole('row').filter({ hasText: 'Kept too.' })
    await row.getByRole('button', { name: 'Hear' }).click()
    await row.getByRole('button', { name: 'Stop' }).click()
    await row.getByRole('button', { name: 'Hear' }).waitFor()
    await row.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('cell', { name: 'Kept, please.', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Delete all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click()
    await page.getByText('The history is empty.').waitFor()
    await speak('Kept again.')
    await page.getByLabel('Keep a history').uncheck()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Kept')
  })

  test('when a session ends, one signs in again and the text is still there', async () => {
    const page = await open()
    await page.getByLabel('Text to speak').fill('Do not lose me.')
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByText('Your session has ended').waitFor()
    await typeKey(page)
    await page.getByRole('link', { name: 'Speak' }).click()
    expect(await page.getByLabel('Text to speak').inputValue()).toBe('Do not lose me.')
  })

  test('live figures are asked for each second, and no more when the session has ended', async () => {
    const page = await open()
    await page.clock.install()
    await page.getByRole('link', { name: 'Live' }).click()
    await page.getByText('Streams', { exact: true }).waitFor()
    expect(await askedIn(page, '/v1/live', 5000)).not.toEqual([])
    await page.context().clearCookies()
    await page.clock.runFor(2000)
    await page.getByText('Your session has ended').waitFor()
    expect(await askedIn(page, '/v1/live', 60_000)).toEqual([])
  })

  test('a server that goes away is reported, and found again when it is back', async () => {
    const first = await startWholeService()
    const page = await open('live', {}, first.url)
    await page.getByText('Streams', { exact: true }).waitFor()
    await first.close()
    const lost = page.getByText('The connection to the server is lost')
    await lost.waitFor()
    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor()
    await lost.waitFor()
    // Another server of the same address, whose store has no sessions.
    const again = await startWholeService({ PORT: new URL(first.url).port })
    expect(again.url).toBe(first.url)
    await page.getByText('Your session has ended').waitFor()
    await typeKey(page)
    await lost.waitFor({ state: 'hidden' })
    await page.getByText('HOARFROST_API_KEY', { exact: true }).waitFor()
  })

  test.each(PAGES.flatMap((path) => (['light', 'dark'] as const).map((scheme) => ({ path, scheme }))))(
    'axe finds nothing on the page "$path" in $scheme colours',
    async ({ path, scheme }) => {
      const page = await open(path, { scheme })
      await page.waitForLoadState('networkidle').catch(() => {})
      expect(await faultsByAxe(page)).toEqual([])
    },
  )

  test.each([360, 2560])('nothing overflows at a width of %i px', async (width) => {
    const page = await open('', { width })
    for (const path of PAGES) {
      await page.goto(`${dashboard.url}/dashboard/${path}`)
      await page.locator('.main h1').waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width)
    }
  })
})
