// What the checks of all JavaScript clients share, as checks.py does for those in Python.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import process from 'node:process'

export const URL_OF_SERVER = process.env.HOARFROST_URL
export const SOCKET_URL = URL_OF_SERVER.replace('http', 'ws')
export const KEY = process.env.HOARFROST_KEY
export const WRONG_KEY = 'not-a-key-of-this-server'
/** How long a language model stalls within a turn. */
export const PAUSE_MS = 15_000
/** A check that takes longer hangs. */
const CHECK_TIMEOUT_MS = 240_000

const texts = JSON.parse(readFileSync(new URL('texts.json', import.meta.url), 'utf8'))
export const TEXTS = { ...texts, interrupted: texts.interrupted.repeat(10), long: texts.long.repeat(52) }

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Speech has between 9 and 25 characters a second. */
export function checkSeconds(seconds, text) {
  const { length } = text
  assert(length / 25 < seconds && seconds < length / 9 + 1, `${length} characters took ${seconds.toFixed(1)} s`)
}

/** A turn after an interruption lasts as long as one without; speech varies by a few percent. */
export const checkUndisturbed = (seconds, undisturbed) =>
  assert(Math.abs(seconds / undisturbed - 1) < 0.2, `the turn lasts ${seconds} s, undisturbed ${undisturbed} s`)

/** Every word is there once, in order, at times that rise within the audio. `words` are pairs of word and start. */
export function checkWords(words, text, seconds) {
  assert.equal(
    words
      .map(([word]) => word)
      .join('')
      .replaceAll(' ', ''),
    text.replaceAll(' ', ''),
  )
  const starts = words.map(([, start]) => start)
  const said = JSON.stringify(words)
  assert.deepEqual(
    starts,
    starts.toSorted((a, b) => a - b),
    `times do not rise: ${said}`,
  )
  assert(starts[0] < 0.5 && starts.at(-1) > seconds / 3 && starts.at(-1) < seconds, `not within ${seconds} s: ${said}`)
}

/**
 * Runs checks of { client, package, version, check, run } and prints the results: all pauses at once, since they wait, then
 * the others one by one, since clients give up on a busy machine.
 */
export async function runChecks(checks) {
  const isPause = ({ check }) => check === 'pause'
  await Promise.all(checks.filter(isPause).map(runOne))
  for (const each of checks.filter((other) => !isPause(other))) await runOne(each)
}

async function runOne({ run, ...names }) {
  const startedAtMs = performance.now()
  let timer
  const expired = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('it takes too long')), CHECK_TIMEOUT_MS)
  })
  let error = ''
  try {
    await Promise.race([run(), expired])
  } catch (thrown) {
    error = `${thrown}`
    console.error(names.client, names.check, thrown)
  }
  clearTimeout(timer)
  const seconds = Math.round((performance.now() - startedAtMs) / 100) / 10
  console.log(JSON.stringify({ ...names, seconds, error }))
}
