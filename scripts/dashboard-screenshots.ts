// Writes docs/images/dashboard-PAGE.png and the moving picture dashboard.webp, with a service of its own and Debian's Chromium and FFmpeg.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { chromium, type Page } from 'playwright-core'
import { readConfig } from '../src/main/config.ts'
import { startService } from '../src/main/service.ts'

const KEY = 'key-of-the-screenshots'
const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url))
const TEXT = 'Dr. Smith paid $12.50 for 3 kg of quinoa at 7:45 p.m. Call blorbify at (213) 555-9274.'
const BOOK = `# Loomings

Call me Ishmael. Some years ago, never mind how long precisely, I thought I would sail about a little.

# The Carpet-Bag

I stuffed a shirt or two into my old carpet-bag, tucked it under my arm, and started for Cape Horn and the Pacific.

# The Spouter-Inn

Entering that gable-ended inn, you found yourself in a wide, low, straggling entry.`

/** Of the moving picture. */
const FILM = { width: 880, height: 560, seconds: 9 } as const
/** Bytes; pages that show the README load it at once. */
const MAX_FILM_BYTES = 1_000_000

interface Picture {
  readonly name: string
  readonly path: string
  readonly scheme?: 'light' | 'dark'
  readonly width?: number
  readonly prepare?: (page: Page) => Promise<unknown>
}

const speak = async (page: Page) => {
  await page.getByRole('button', { name: 'Speak', exact: true }).click()
  await page.locator('.wave input[aria-valuetext^="2."]').waitFor()
}

const PICTURES: readonly Picture[] = [
  { name: 'speak', path: '', prepare: speak },
  { name: 'speak-dark', path: '', scheme: 'dark', prepare: speak },
  { name: 'speak-phone', path: '', width: 390, prepare: speak },
  {
    name: 'voices',
    path: 'voices',
    prepare: (page) => page.getByRole('button', { name: 'Speak with adeline' }).waitFor(),
  },
  {
    name: 'map',
    path: 'voices',
    prepare: async (page) => {
      await page.getByText('Map', { exact: true }).click()
      await page.locator('.point').first().waitFor()
    },
  },
  {
    name: 'text',
    path: 'text',
    prepare: async (page) => {
      await page.getByLabel('Text', { exact: true }).fill(TEXT)
      await page.getByRole('button', { name: 'blorbify' }).click()
    },
  },
  {
    name: 'dictionary',
    path: 'dictionary',
    prepare: async (page) => {
      for (const [word = '', pronunciation = ''] of [
        ['nginx', 'engine x'],
        ['kubectl', '{k1ubkxtxl}'],
      ]) {
        await page.getByRole('textbox', { name: 'Word' }).fill(word)
        await page.getByRole('textbox', { name: 'Pronunciation' }).fill(pronunciation)
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('cell', { name: word, exact: true }).waitFor()
      }
    },
  },
  {
    name: 'job',
    path: 'jobs/new',
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Text' }).fill(BOOK)
      await page.getByLabel('WebVTT (.vtt)').check()
      await page.getByRole('button', { name: 'Submit job' }).click()
      await page.getByRole('button', { name: 'Play The Carpet-Bag' }).click()
      await page.locator('.caption', { hasText: 'stuffed' }).waitFor()
    },
  },
  { name: 'keys', path: 'keys', prepare: (page) => page.getByRole('row').nth(1).waitFor() },
  { name: 'usage', path: 'usage', prepare: (page) => page.locator('.chart canvas').waitFor() },
  { name: 'live', path: 'live', prepare: (page) => page.getByText('Busy threads').waitFor() },
]

const dataDir = mkdtempSync(join(tmpdir(), 'hoarfrost-screenshots-'))
const service = await startService(readConfig({ PORT: '0', HOARFROST_DATA_DIR: dataDir, HOARFROST_API_KEY: KEY }), {
  clock: () => new Date(),
  logger: pino({ level: 'silent' }),
  droppedLogLines: () => 0,
  threadUrl: new URL('../dist/main/thread.js', import.meta.url),
})
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
})
mkdirSync(IMAGES, { recursive: true })
const asked = process.argv.slice(2)
for (const { name, path, scheme = 'light', width = 1280, prepare } of PICTURES.filter(
  ({ name: each }) => asked.length === 0 || asked.includes(each),
)) {
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme: scheme, reducedMotion: 'reduce' })
  await page.goto(`${service.url}/dashboard/${path}`)
  await page.getByLabel('API key').fill(KEY)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('.main h1').waitFor()
  await prepare?.(page)
  await page.screenshot({ path: join(IMAGES, `dashboard-${name}.png`) })
  await page.close()
}
if (asked.length === 0 || asked.includes('film')) await filmSpeak()
await browser.close()
await service.close()
rmSync(dataDir, { recursive: true })
/** Films how a text is spoken, in an animated WebP, which browsers and GitHub play. */
async function filmSpeak(): Promise<void> {
  const { width, height, seconds } = FILM
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(`${service.url}/dashboard/`)
  await page.getByLabel('API key').fill(KEY)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('.main h1').waitFor()
  const frames = mkdtempSync(join(tmpdir(), 'hoarfrost-film-'))
  const client = await page.context().newCDPSession(page)
  const times: number[] = []
  client.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    writeFileSync(join(frames, `${times.length}.png`), Buffer.from(data, 'base64'))
    times.push(metadata.timestamp ?? 0)
    void client.send('Page.screencastFrameAck', { sessionId })
  })
  await client.send('Page.startScreencast', { format: 'png', everyNthFrame: 6 })
  await page.getByRole('button', { name: 'Speak', exact: true }).click()
  await page.waitForTimeout(1000 * seconds)
  await client.send('Page.stopScreencast')
  await page.close()
  const list = times.map((time, i) => `file '${i}.png'\nduration ${((times[i + 1] ?? time + 1) - time).toFixed(3)}`)
  writeFileSync(join(frames, 'list.txt'), list.join('\n'))
  const file = join(IMAGES, 'dashboard.webp')
  const input = ['-v', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', join(frames, 'list.txt')]
  const encoding = ['-vf', `fps=8,scale=${width}:-1`, '-c:v', 'libwebp_anim', '-loop', '0', '-quality', '60']
  execFileSync('ffmpeg', [...input, ...encoding, file])
  rmSync(frames, { recursive: true })
  if (statSync(file).size > MAX_FILM_BYTES) throw new Error(`${file} is larger than ${MAX_FILM_BYTES} bytes`)
}

process.exit() // native threads may still end
