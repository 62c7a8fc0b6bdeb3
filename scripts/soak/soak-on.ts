import { setTimeout as sleep } from 'node:timers/promises'
import { deadline } from '../../src/core/abort.ts'
import { callAdmin } from './call-admin.ts'
import { type Asked, Refusal, type SpeechCase } from './client.ts'
import { SPEECH_CASES } from './client-list.ts'
import { readSlowly, vanish } from './clients/leaving.ts'
import { LISTENER } from './clients/rime-http.ts'
import { DRAIN_S, type Fault } from './fault.ts'
import { FAULTS } from './fault-list.ts'
import { createJobs } from './jobs.ts'
import { createRecords, makeKey } from './records.ts'
import type { CompleteAnswer, Findings, Growth, InjectedFault, Sample } from './report.ts'
import { type Holdings, type StoreName, startSoakServer } from './server.ts'

export interface SoakOptions {
  readonly store: StoreName
  readonly seconds: number
  /** How often each fault was injected; those that were injected least come next. */
  readonly injected: Map<Fault, number>
}

/** Callers at once. */
const CALLERS = 3
/** Between two faults, so that the effects of one are not taken for those of the next. */
const CALM_MS = 3000
const PROBE_MS = 20
const ANSWER_MS = 120_000
/** What a killed server may forget of the usage. */
const FORGOTTEN_S = 1.5
/** Faults that change what a process holds end before this share of the time, so that the rest shows what it gathers. */
const CHANGING_SHARE = 0.6
const MAX_GROWTH: Growth = { residentMb: 100, descriptors: 20, threads: 4 }
/** In its first minutes, a process still loads and compiles what speaks each language. */
const WARM_S = 300
/** Of the length without faults, for protocols that vary the rate at each request. */
const MIN_SHARE = 0.7
const MAX_PROBLEMS = 50

/** A fault, from its start until the first good answer after its end. */
interface Disturbance {
  readonly fault: Fault
  readonly fromMs: number
  toMs: number
}

/** Speaks with a server of its own while it injects faults. */
export async function soakOn({ store, seconds, injected }: SoakOptions): Promise<Findings> {
  await using server = await startSoakServer(store, {
    LOG_LEVEL: 'info',
    HOARFROST_CACHE_MEGABYTES: '0',
    HOARFROST_DRAIN_S: String(DRAIN_S),
    // On a busy machine answers are late, but none is refused.
    HOARFROST_MAX_WAIT_MS: 'unlimited',
    // Nor is one spoken by a faster engine, whose speech is not as long.
    HOARFROST_QUALITY: 'natural',
  })
  const problems: string[] = []
  const note = (problem: string): void => {
    console.error(`problem: ${problem}`)
    if (problems.length < MAX_PROBLEMS) problems.push(problem)
  }
  const asked: Asked = { ...server, key: await makeKey(server, { name: 'callers' }) }
  const probing: Asked = { ...server, key: await makeKey(server, { name: 'callers after faults' }) }
  const leaving: Asked = { ...server, key: await makeKey(server, { name: 'callers who leave' }) }

  const disturbances: Disturbance[] = []
  const overlapping = (fromMs: number, toMs: number) =>
    disturbances.filter((disturbance) => disturbance.fromMs < toMs && disturbance.toMs > fromMs)
  const jobs = createJobs(server, note, (sinceMs) =>
    overlapping(sinceMs, performance.now()).some(({ fault }) => fault.name === 'full disk'),
  )
  await jobs.speakFirst()
  const cases = [...SPEECH_CASES, LISTENER]
  const lengths = new Map<SpeechCase, number>()
  for (const each of cases) lengths.set(each, (await askInTime(each, asked)).bytes)

  const startedAtMs = performance.now()
  const sinceS = () => (performance.now() - startedAtMs) / 1000
  const ending = new AbortController()
  const complete: (CompleteAnswer & { readonly isCounted: boolean })[] = []
  const faults: InjectedFault[] = []
  const samples: Sample[] = []
  const records = createRecords(server)
  const counts = { sent: 0, broken: 0, refused: 0 }

  const speak = async (one: SpeechCase): Promise<void> => {
    const { name, text, isExact, hasKey } = one
    const fromMs = performance.now()
    if (hasKey) counts.sent += sentCharactersOf(one)
    try {
      const { bytes, firstAudioMs } = await askInTime(one, asked)
      const totalMs = performance.now() - fromMs
      complete.push({ atS: sinceS(), firstAudioMs, totalMs, characters: text.length, isCounted: hasKey })
      const length = lengths.get(one) as number
      const isWhole = isExact ? bytes === length : bytes >= MIN_SHARE * length
      if (!isWhole) note(`${name}: ${bytes} bytes instead of ${length}, without an error`)
    } catch (error) {
      const isRefused = error instanceof Refusal || isUnanswered(error)
      if (isRefused) counts.refused++
      else counts.broken++
      const toMs = performance.now()
      const during = overlapping(fromMs, toMs)
      const isExpected = during.some(({ fault, fromMs: faultMs }) =>
        isRefused ? fault.refuses : toMs - faultMs >= 1000 * fault.breaksAnswersAfterS,
      )
      if (!isExpected) {
        note(`${sinceS().toFixed(0)} s, ${name}, ${during[0]?.fault.name ?? 'without a fault'}: ${reasonOf(error)}`)
      }
      await sleep(50)
    }
  }
  const callOn = async (caller: number): Promise<void> => {
    for (let i = caller; !ending.signal.aborted; i += CALLERS) {
      await speak(SPEECH_CASES[i % SPEECH_CASES.length] as SpeechCase)
    }
  }
  const repeat = async (act: () => Promise<unknown>, pauseMs: number): Promise<void> => {
    while (!ending.signal.aborted) {
      await act().catch(() => {})
      await sleep(pauseMs, undefined, { signal: ending.signal }).catch(() => {})
    }
  }
  const running = [
    ...Array.from({ length: CALLERS }, (_, caller) => callOn(caller)),
    repeat(() => speak(LISTENER), 0),
    repeat(() => readSlowly(leaving, ending.signal), 1000),
    repeat(() => vanish(leaving, ending.signal), 500),
    repeat(() => records.change(), 100),
    repeat(() => jobs.speakNext(ending.signal), 1000),
    repeat(async () => samples.push({ atS: sinceS(), holdings: server.holdings() }), 1000),
  ]

  const inject = async (fault: Fault): Promise<void> => {
    injected.set(fault, (injected.get(fault) ?? 0) + 1)
    const fromMs = performance.now()
    const fromS = sinceS()
    const disturbance = { fault, fromMs, toMs: Number.POSITIVE_INFINITY }
    disturbances.push(disturbance)
    let toS = Number.POSITIVE_INFINITY
    const injecting = fault.inject(server, note).then(() => {
      toS = sinceS()
    })
    const [recoveryMs] = await Promise.all([longestWait(probing, () => sinceS() >= toS), injecting])
    disturbance.toMs = performance.now()
    faults.push({ ...fault, fromS, toS, recoveryMs })
    console.error(`${fromS.toFixed(0)} s: ${fault.name}, good answers after ${recoveryMs.toFixed(0)} ms`)
  }
  while (sinceS() < seconds) {
    await sleep(CALM_MS)
    const mayChange = sinceS() < seconds * CHANGING_SHARE
    const isAllowed = ({ restarts, leavesMemory }: Fault) => mayChange || !(restarts || leavesMemory)
    const possible = FAULTS.filter((fault) => fault.isPossible(server) && isAllowed(fault))
    const [next] = possible.toSorted((one, other) => (injected.get(one) ?? 0) - (injected.get(other) ?? 0))
    await inject(next as Fault)
  }
  ending.abort()
  await Promise.all(running)
  await jobs.finish()

  for (const missing of await records.missing()) note(`${missing} is not as it was acknowledged`)
  const mayBeForgotten = ({ atS }: CompleteAnswer) =>
    faults.some(({ restarts, fromS, toS }) => restarts && atS > fromS - FORGOTTEN_S && atS < toS + FORGOTTEN_S)
  const counted = complete.filter((answer) => answer.isCounted)
  const first = cases.filter(({ hasKey }) => hasKey)
  const min =
    first.reduce((total, { text }) => total + text.length, 0) +
    charactersOf(counted.filter((answer) => !mayBeForgotten(answer)))
  const used = await usedCharacters(asked)
  const max = first.reduce((total, one) => total + sentCharactersOf(one), counts.sent)
  if (used < min) note(`usage counts ${used} characters of ${min} that were answered`)
  if (used > max) note(`usage counts ${used} characters of ${max} that were sent`)
  const growth = growthOf(samples, faults)
  for (const name of ['residentMb', 'descriptors', 'threads'] as const) {
    const more = growth?.[name] ?? 0
    if (more > MAX_GROWTH[name]) note(`${name} grew by ${more.toFixed(0)} within one process`)
  }
  const { broken, refused } = counts
  return {
    store,
    complete,
    broken,
    refused,
    records: records.acknowledged,
    jobs: jobs.acknowledged,
    usage: [min, used, max],
    growth,
    faults,
    samples,
    problems,
  }
}

async function askInTime({ ask }: SpeechCase, asked: Asked) {
  using signal = deadline(null, ANSWER_MS)
  return await ask(asked, signal)
}

/**
 * Asks for a short text again and again, until it is spoken once the fault is over. Returns the longest time from a request to a
 * good answer, in milliseconds.
 */
async function longestWait(asked: Asked, isOver: () => boolean): Promise<number> {
  const [shortCase] = SPEECH_CASES as [SpeechCase]
  let longestMs = 0
  let sinceMs = performance.now()
  while (performance.now() - sinceMs < ANSWER_MS) {
    const isLast = isOver()
    const isGood = await askInTime(shortCase, asked).then(
      () => true,
      () => false,
    )
    if (isGood) {
      longestMs = Math.max(longestMs, performance.now() - sinceMs)
      if (isLast) return longestMs
    }
    await sleep(PROBE_MS)
    if (isGood) sinceMs = performance.now()
  }
  throw new Error('the server gives no good answer any more')
}

/** Of the key, also of the days around this one, to which the clock may have jumped. */
async function usedCharacters({ url, key }: Asked): Promise<number> {
  const dayMs = 86_400_000
  const [from, to] = [-2, 1].map((days) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10))
  const { data } = (await callAdmin({ url, adminKey: key }, 'GET', `/v1/usage?by=day&from=${from}&to=${to}`)) as {
    data: { characters: number }[]
  }
  return data.reduce((total, { characters }) => total + characters, 0)
}

const sentCharactersOf = ({ text, charactersBesides = 0 }: SpeechCase): number => text.length + charactersBesides

const charactersOf = (answers: readonly CompleteAnswer[]): number =>
  answers.reduce((total, { characters }) => total + characters, 0)

/**
 * How much the last process grew, from the second quarter of its time to the last; undefined if it did not run for long. The
 * least of each quarter is compared: memory is freed at collections.
 */
function growthOf(samples: readonly Sample[], faults: readonly InjectedFault[]): Growth | undefined {
  const sinceS = faults.findLast(({ restarts, leavesMemory }) => restarts || leavesMemory)?.toS ?? 0
  const own = samples.flatMap(({ atS, holdings }) => (holdings !== undefined && atS > sinceS + 2 ? [holdings] : []))
  if (own.length < WARM_S) return undefined
  const quarter = Math.floor(own.length / 4)
  const [early, late] = [own.slice(quarter, 2 * quarter), own.slice(-quarter)]
  const min = (some: readonly Holdings[], name: keyof Growth) => Math.min(...some.map((held) => held[name]))
  const more = (name: keyof Growth) => min(late, name) - min(early, name)
  return { residentMb: more('residentMb'), descriptors: more('descriptors'), threads: more('threads') }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  return [message, cause?.code ?? cause?.message].filter((part) => part !== undefined).join(': ')
}

/** Nobody listens, or the server closed a kept connection while the request came. */
function isUnanswered(error: unknown): boolean {
  const { message, code, cause } = error as NodeJS.ErrnoException & { cause?: { code?: string } }
  if (message === 'fetch failed') return UNANSWERED.has(cause?.code ?? '')
  return code === 'ECONNREFUSED'
}
const UNANSWERED = new Set(['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'])
