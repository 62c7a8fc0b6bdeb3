// A web page in Chromium speaks over WebSockets with tokens. argv[2] is the path of Chromium.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { text as readText } from 'node:stream/consumers'
import {
  checkSeconds,
  checkUndisturbed,
  checkWords,
  KEY,
  PAUSE_MS,
  runChecks,
  SOCKET_URL,
  TEXTS,
  URL_OF_SERVER,
} from './checks.mjs'

const PAGE = readFileSync(new URL('page.html', import.meta.url))

/** Ids of runs, and who waits for their results. */
const waiting = new Map()
/** Steps for the page, and the page's requests for them. */
const steps = []
const requests = []
const hand = () => {
  while (steps.length > 0 && requests.length > 0) requests.shift().end(JSON.stringify(steps.shift()))
}

/** The visitor's own server: the page, a token for it, and what the page is to do. */
const server = createServer(async (request, response) => {
  if (request.url === '/') return response.setHeader('content-type', 'text/html').end(PAGE)
  if (request.url === '/step') {
    requests.push(response)
    return hand()
  }
  if (request.url !== '/result') return response.writeHead(404).end()
  const { id, result } = JSON.parse(await readText(request))
  waiting.get(id)(result)
  response.end()
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${server.address().port}`

async function tokenFor(page) {
  const headers = { authorization: `Bearer ${KEY}` }
  const answer = await fetch(`${URL_OF_SERVER}/v1/tokens`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ expiresIn: 60, origin: page }),
  })
  return (await answer.json()).token
}

/** Runs turns in the page: each is a list of texts, with the pause before the last, and whether it is interrupted. */
async function inPage({ path, v1 = false, turns, token }) {
  const id = `${waiting.size}`
  const result = new Promise((resolve) => waiting.set(id, resolve))
  steps.push({ id, url: `${SOCKET_URL}${path}`, v1, turns, token: token ?? (await tokenFor(origin)) })
  hand()
  return result
}

const secondsOf = ({ bytes }) => bytes / 2 / 24_000

function* checksOf(client, options) {
  const names = { client, package: 'chromium', version }
  const speak = (...turns) => inPage({ ...options, turns })
  yield {
    ...names,
    check: 'turns',
    run: async () => {
      const { turns } = await speak(...TEXTS.turns.map((text) => ({ texts: [text] })))
      for (const [i, turn] of turns.entries()) checkSeconds(secondsOf(turn), TEXTS.turns[i])
    },
  }
  yield {
    ...names,
    check: 'pause',
    run: async () => {
      const texts = [TEXTS.beforePause, TEXTS.afterPause]
      const { turns } = await speak({ texts, pauseMs: PAUSE_MS })
      checkSeconds(secondsOf(turns[0]), texts.join(''))
    },
  }
  yield {
    ...names,
    check: 'barge-in',
    run: async () => {
      const turn = { texts: [TEXTS.turns[1]] }
      const interrupted = { texts: [TEXTS.interrupted], isInterrupted: true }
      const { turns } = await speak(turn, interrupted, turn, interrupted, turn)
      for (const i of [2, 4]) checkUndisturbed(secondsOf(turns[i]), secondsOf(turns[0]))
    },
  }
  yield {
    ...names,
    check: 'long text',
    run: async () => {
      const { turns } = await speak({ texts: [TEXTS.long] })
      checkSeconds(secondsOf(turns[0]), TEXTS.long)
    },
  }
  if (!options.v1) {
    yield {
      ...names,
      check: 'word times',
      run: async () => {
        const text = TEXTS.turns.join(' ')
        const path = `${options.path}&timestampsFrom=turn`
        const { turns } = await inPage({ path, turns: [{ texts: [text] }] })
        checkWords(turns[0].words, text, secondsOf(turns[0]))
      },
    }
  }
  yield {
    ...names,
    check: 'wrong key',
    run: async () => {
      const wrong = await tokenFor('https://another.example')
      for (const token of [wrong, 'hft_wrong']) {
        const { error, turns } = await inPage({ ...options, turns: [{ texts: ['Hello.'] }], token })
        assert.deepEqual([error, turns], ['closed', []])
      }
    },
  }
}

const [, , program] = process.argv
const profile = mkdtempSync(join(tmpdir(), 'hoarfrost-chromium-'))
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--user-data-dir=${profile}`]
const browser = spawn(program, [...flags, origin], { stdio: 'ignore' })
const version = /[\d.]+/.exec(
  await readText(spawn(program, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] }).stdout),
)[0]
try {
  await runChecks([
    ...checksOf('Chromium, ws3', { path: '/ws3?speaker=luna&modelId=coda&samplingRate=24000' }),
    ...checksOf('Chromium, Rime v1', { path: '/coda/ws', v1: true }),
  ])
} finally {
  browser.kill()
  await once(browser, 'exit')
  server.closeAllConnections()
  server.close()
  // Processes of the browser may write for a moment after it; only the asynchronous form looks for new files again.
  await rm(profile, { recursive: true, force: true, maxRetries: 10 })
}
