import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { canTestWith } from '../../scripts/needed-program.ts'
import { KEY, startWholeService } from '../whole-service.ts'

/** Debian's. */
const FIREFOX = '/usr/bin/firefox-esr'

/** Without a sound device, Firefox lets no time of an AudioContext pass. This one is heard by nobody. */
const PULSEAUDIO = '/usr/bin/pulseaudio'

/** Starts a sound server; returns the variables by which programs find it. */
async function startSoundServer(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'hoarfrost-sound-'))
  const socket = join(folder, 'socket')
  const modules = ['module-null-sink', `module-native-protocol-unix socket=${socket} auth-anonymous=1`]
  const args = ['-n', '--daemonize=no', '--exit-idle-time=-1', ...modules.map((module) => `--load=${module}`)]
  const env = { PATH: process.env.PATH, HOME: folder, XDG_RUNTIME_DIR: folder }
  const child = spawn(PULSEAUDIO, args, { stdio: 'ignore', env })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  await expect.poll(() => existsSync(socket)).toBe(true)
  return { PULSE_SERVER: `unix:${socket}` }
}

/** Longest time that Firefox takes to start, or to answer a command. */
const ANSWER_MS = 40_000

/** Pages may play sound without a click, as in the tests with Chromium; there is no first-run page. */
const PREFERENCES = `user_pref('media.autoplay.default', 0);
user_pref('media.autoplay.blocking_policy', 0);
user_pref('browser.shell.checkDefaultBrowser', false);
user_pref('app.update.enabled', false);
user_pref('datareporting.policy.dataSubmissionEnabled', false);
`

/** Starts Firefox and returns a page of it, which is driven by WebDriver BiDi. */
async function openFirefox(sound: Readonly<Record<string, string>>) {
  const profile = mkdtempSync(join(tmpdir(), 'hoarfrost-firefox-'))
  writeFileSync(join(profile, 'user.js'), PREFERENCES)
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0']
  const child = spawn(FIREFOX, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, ...sound },
  })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 10 })
  })
  const address = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('Firefox did not start')))
    setTimeout(() => reject(new Error('Firefox did not listen')), ANSWER_MS).unref()
    createInterface({ input: child.stderr }).on('line', (line) => {
      const [, found] = /^WebDriver BiDi listening on (\S+)/.exec(line) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')
  onTestFinished(() => socket.close())
  const waiting = new Map<number, (answer: { type: string; result: unknown; message?: string }) => void>()
  socket.on('message', (data) => {
    const answer = JSON.parse(`${data}`)
    waiting.get(answer.id)?.(answer)
  })
  let id = 0
  let isSilent = false
  // biome-ignore lint/suspicious/noExplicitAny: results of several commands
  const send = (method: string, params: object): Promise<any> =>
    new Promise((resolve, reject) => {
      const own = ++id
      const timer = setTimeout(() => {
        isSilent = true
        reject(new Error(`${method} ${JSON.stringify(params)}: no answer from Firefox`))
      }, ANSWER_MS)
      waiting.set(own, ({ type, result, message }) => {
        clearTimeout(timer)
        if (type === 'success') resolve(result)
        else reject(new Error(`${method}: ${message}`))
      })
      socket.send(JSON.stringify({ id: own, method, params }))
    })
  await send('session.new', { capabilities: {} })
  const { contexts } = await send('browsingContext.getTree', {})
  const context = contexts[0].context
  return {
    /** Whether it has left a command without an answer. */
    get isSilent() {
      return isSilent
    },
    open: (url: string) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    type: (text: string) => {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      return send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] })
    },
    /** The value of an expression in the page; a number or a text. */
    evaluate: async (expression: string) => {
      const target = { context }
      const { result, exceptionDetails } = await send('script.evaluate', { expression, target, awaitPromise: true })
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
      return result.value
    },
  }
}

const ENTER = '\uE007'

/** Keeps the words that were highlighted, since a busy machine may ask too late for one of them. */
const KEEP_HIGHLIGHTED = `
  window.highlighted = new Set()
  new MutationObserver(() => {
    const word = document.querySelector('.reading mark')?.textContent
    if (word) highlighted.add(word)
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })`

const hasPrograms = [FIREFOX, PULSEAUDIO].map((path) => canTestWith(path, existsSync(path))).every(Boolean)

test.runIf(hasPrograms)(
  'in Firefox, one signs in, hears a text while its words are highlighted, and the pages show what they have',
  { timeout: 180_000 },
  async (context) => {
    const service = await startWholeService()
    const page = await openFirefox(await startSoundServer())
    // On a busy machine, its process of the page and the one that opens sound devices may wait for each other for ever.
    try {
      await hearWordsIn(page, service.url)
      await openPagesIn(page, service.url)
    } catch (error) {
      context.skip(page.isSilent, 'Firefox does not answer any more on this machine')
      throw error
    }
  },
)

async function hearWordsIn(page: Awaited<ReturnType<typeof openFirefox>>, url: string): Promise<void> {
  await page.open(`${url}/dashboard/`)
  await expect.poll(() => page.evaluate(`document.activeElement?.type ?? ''`)).toBe('password')
  await page.type(`${KEY}${ENTER}`)
  await expect.poll(() => page.evaluate(`document.querySelector('h1')?.textContent ?? ''`)).toBe('Speak')
  await page.evaluate(KEEP_HIGHLIGHTED)
  await page.evaluate(`document.querySelector('[data-speak]').click()`)
  await expect.poll(() => page.evaluate(`[...highlighted].join(' ')`)).toMatch(/morning! .*Hoarfrost,/)
  expect(await page.evaluate(`Number(document.querySelector('.wave input').value)`)).toBeGreaterThan(1)
  const reported = await page.evaluate(`document.querySelector('[aria-label=Player]').textContent`)
  expect(reported).toMatch(/first audio after \d+ ms(?!.*HTTP)/)
  expect(await page.evaluate(`document.querySelectorAll('[role=alert]').length`)).toBe(0)
}

/** What pages show that are made of parts which browsers differ in: charts, audio, downloads. */
const SHOWN = {
  agent: `document.querySelectorAll('.agent pre').length > 1`,
  latency: `document.querySelector('button[type=button]') !== null`,
  keys: `document.querySelectorAll('tbody tr').length > 0`,
  usage: `document.querySelector('.chart canvas')?.width > 0`,
  live: `document.querySelectorAll('.live-charts canvas').length === 2`,
  packs: `document.querySelectorAll('[aria-label="Built in"] li').length > 0`,
  'jobs/new': `document.querySelector('textarea') !== null`,
}

async function openPagesIn(page: Awaited<ReturnType<typeof openFirefox>>, url: string): Promise<void> {
  for (const [path, isShown] of Object.entries(SHOWN)) {
    await page.open(`${url}/dashboard/${path}`)
    await expect.poll(() => page.evaluate(`String(${isShown})`), { message: path }).toBe('true')
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(overflow, path).toBeLessThanOrEqual(0)
    expect(await page.evaluate(`document.querySelectorAll('[role=alert]').length`), path).toBe(0)
  }
}
