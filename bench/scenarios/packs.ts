import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median } from '../../src/benchmark/statistics.ts'
import type { LoadedEngine } from '../../src/core/engine.ts'
import { NO_MARKUP } from '../../src/core/request.ts'
import type { SpeechTask } from '../../src/core/speech.ts'
import type { Utterance } from '../../src/core/utterance.ts'
import type { LeveledVoice } from '../../src/core/voice.ts'
import { OWN_THREAD_ENGINES } from '../../src/engines/engine-list.ts'
import { requireRuntime } from '../../src/engines/onnx-runtime.ts'
import { KOKORO } from '../../src/engines/pack/families/kokoro.ts'
import { sessionOptions } from '../../src/engines/pack/model-graph.ts'
import { createPackEngine } from '../../src/engines/pack/pack-engine.ts'
import { SoundReader } from '../../src/engines/sounds/sound-reader.ts'
import { openLexicon } from '../../src/lexicon/open-lexicon.ts'
import { createPronouncer } from '../../src/lexicon/pronounce-utterance.ts'
import { planUtterances } from '../../src/text/plan-utterances.ts'
import { createThreadPool } from '../../src/workers/thread-pool.ts'
import { styleGraph } from '../../test/onnx-graphs.ts'
import { kokoroPack } from '../../test/pack-fixture.ts'
import { residentMbOf } from '../process-usage.ts'
import type { Row, Table } from '../report.ts'
import type { Scenario, ScenarioOptions } from '../scenario.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'

/** What `npm run test:packs` fetches. */
const KOKORO_FOLDER = fileURLToPath(new URL('../../.cache/packs/kokoro', import.meta.url))
const SPEAKER = 'af_heart'
const THREAD = new URL('../../dist/main/thread.js', import.meta.url)
const SAMPLE_RATE_HZ = 24_000
const FULL = { rounds: 8, perStream: 4, utterances: 10_000 }
const SMOKE = { rounds: 3, perStream: 1, utterances: 200 }

export const packs: Scenario = {
  name: 'pack',
  summary: 'Voice packs: Kokoro at 1 and 4 streams, our path beside the bare runtime, memory over 10,000 utterances',
  isLong: true,
  run: async (options) => {
    const memory = await measureMemory(options)
    if (existsSync(KOKORO_FOLDER)) return [await measureOverhead(options), await measureStreams(options), memory]
    options.tell(`no Kokoro in ${KOKORO_FOLDER}: run npm run test:packs first`)
    return [memory]
  },
}

const voiceOf = (folder: string, speaker: string): LeveledVoice => ({
  engine: 'pack',
  base: `${folder}#${speaker}`,
  timbre: { formantRatio: 1, pitchMeanHz: 150, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 },
  gainDb: 0,
})

function utterancesOf(text: string): readonly Utterance[] {
  const options = { language: 'eng', rate: 1, markup: NO_MARKUP, isNormalized: true, isBusy: false } as const
  const pronounce = createPronouncer(openLexicon())
  return [...planUtterances(text, options)].filter((one) => one !== undefined).map(pronounce)
}

/**
 * One phrase, spoken by the engine and by the bare runtime from the same tokens, in turns. Two inferences of seconds differ
 * by more than the engine adds, so the time outside of the model is measured, too.
 */
async function measureOverhead({ isSmoke, tell }: ScenarioOptions): Promise<Table> {
  const { rounds } = isSmoke ? SMOKE : FULL
  using inference = watchInference()
  const [utterance] = utterancesOf('This sentence is one phrase for the model.') as [Utterance]
  using engine = await createPackEngine().load()
  const direct = await bareRuntime(utterance)
  const measured: Record<'runtime' | 'Hoarfrost', Spoken[]> = { runtime: [], Hoarfrost: [] }
  for (let round = 0; round <= rounds; round++) {
    tell(`beside the bare runtime, round ${round}`)
    const runtime = await timed(direct, inference)
    const ours = await timed(() => speakAlone(engine, utterance), inference)
    if (round === 0) continue // loads and compiles
    measured.runtime.push(runtime)
    measured.Hoarfrost.push(ours)
  }
  const rowOf = (path: keyof typeof measured): Row => {
    const all = measured[path]
    const medianOf = (key: keyof Spoken): number => median(all.map((one) => one[key]))
    return { path, firstMs: medianOf('wallMs'), outsideMs: medianOf('outsideMs'), cpuMs: medianOf('cpuMs') }
  }
  return {
    title: 'Voice packs: one phrase of Kokoro, by the bare runtime and by the engine',
    columns: [
      { key: 'path', heading: 'path' },
      { key: 'firstMs', heading: 'first audio ms', digits: 1 },
      { key: 'outsideMs', heading: 'of it outside of the model', digits: 1 },
      { key: 'cpuMs', heading: 'CPU ms', digits: 1 },
    ],
    rows: [rowOf('runtime'), rowOf('Hoarfrost')],
  }
}

interface Spoken {
  readonly wallMs: number
  readonly outsideMs: number
  readonly cpuMs: number
}

interface Inference extends Disposable {
  /** Milliseconds that all inferences took until now. */
  readonly ms: number
}

/** Times the inferences of sessions that are created from now on. */
function watchInference(): Inference {
  const runtime = requireRuntime().InferenceSession
  const { create } = runtime
  let ms = 0
  const watched: typeof create = async (...args) => {
    const session = await create.apply(runtime, args)
    const run = session.run.bind(session)
    session.run = async (inputs) => {
      const startedAt = performance.now()
      const outputs = await run(inputs)
      ms += performance.now() - startedAt
      return outputs
    }
    return session
  }
  runtime.create = watched
  return {
    get ms() {
      return ms
    },
    [Symbol.dispose]: () => {
      runtime.create = create
    },
  }
}

async function timed(speak: () => Promise<void>, inference: Inference): Promise<Spoken> {
  const inferenceBefore = inference.ms
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  await speak()
  const wallMs = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpuBefore)
  return { wallMs, outsideMs: wallMs - (inference.ms - inferenceBefore), cpuMs: (user + system) / 1000 }
}

const speakAlone = async (engine: LoadedEngine, utterance: Utterance): Promise<void> =>
  engine.speak(utterance, voiceOf(KOKORO_FOLDER, SPEAKER), { mark() {}, audio: () => true })

/** The unchanged file with the tokens of an utterance, prepared in advance. */
async function bareRuntime(utterance: Utterance): Promise<() => Promise<void>> {
  using reader = new SoundReader()
  const words = await reader.read(utterance, 'eng-US')
  const symbols = words.map((word) => KOKORO.symbolsOf(word) + word.mark).join(' ')
  const ids = [0, ...[...symbols].map((symbol) => KOKORO.ids.get(symbol) ?? 0), 0]
  const styles = readFileSync(join(KOKORO_FOLDER, 'voices', `${SPEAKER}.bin`))
  const style = new Float32Array(256).map((_, i) => styles.readFloatLE(4 * (256 * (ids.length - 2) + i)))
  const { InferenceSession, Tensor } = requireRuntime()
  const session = await InferenceSession.create(join(KOKORO_FOLDER, 'model.onnx'), await sessionOptions())
  return async () => {
    await session.run({
      tokens: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
      style: new Tensor('float32', style, [1, 256]),
      speed: new Tensor('float32', Float32Array.of(1), [1]),
    })
  }
}

/** The threads of the service: streams at a time, each through some sentences. */
async function measureStreams({ isSmoke, tell }: ScenarioOptions): Promise<Table> {
  const { perStream } = isSmoke ? SMOKE : FULL
  const rows: Row[] = []
  const options = { threads: 1, threadUrl: THREAD, maxQueuedStreams: 100, warmUp: [], report: () => {} }
  await using pool = createThreadPool({ ...options, ownThreadEngines: OWN_THREAD_ENGINES })
  const speak = async (text: string) => {
    const startedAt = performance.now()
    using stream = pool.openStream()
    let firstMs = Number.NaN
    let speechS = 0
    for (const utterance of utterancesOf(text)) {
      const task: SpeechTask = {
        utterance: { ...utterance, variation: { seed: 1, spread: 0.5, longestTail: 3 } },
        voice: voiceOf(KOKORO_FOLDER, SPEAKER),
        sampleRateHz: SAMPLE_RATE_HZ,
        maxDurationS: 60,
        minFirstPartS: 0,
      }
      for await (const event of stream.speak(task, new AbortController().signal)) {
        if (event.kind !== 'audio') continue
        if (Number.isNaN(firstMs)) firstMs = performance.now() - startedAt
        speechS += event.samples.length / SAMPLE_RATE_HZ
      }
    }
    return { firstMs, speechS }
  }
  await speak('Load the model.')
  for (const streams of [1, 4]) {
    tell(`${streams} streams`)
    const cpuBefore = process.cpuUsage()
    const startedAt = performance.now()
    const spoken = await Promise.all(
      Array.from({ length: streams }, async (_, i) => {
        const all: { firstMs: number; speechS: number }[] = []
        for (let n = 0; n < perStream; n++) all.push(await speak(sentenceAt(i * perStream + n)))
        return all
      }),
    )
    const speechS = spoken.flat().reduce((sum, one) => sum + one.speechS, 0)
    const { user, system } = process.cpuUsage(cpuBefore)
    rows.push({
      streams,
      firstMs: median(spoken.flat().map(({ firstMs }) => firstMs)),
      rtf: (performance.now() - startedAt) / 1000 / speechS,
      cpu: (user + system) / 1e6 / speechS,
      residentMb: residentMbOf(process.pid)?.now,
    })
  }
  return {
    title: 'Voice packs: Kokoro in the threads of the service',
    columns: [
      { key: 'streams', heading: 'streams' },
      { key: 'firstMs', heading: 'first audio ms' },
      { key: 'rtf', heading: 'RTF', digits: 2 },
      { key: 'cpu', heading: 'CPU s a second', digits: 2 },
      { key: 'residentMb', heading: 'RSS MB, bench included' },
    ],
    rows,
  }
}

const sentenceAt = (i: number): string => ENGLISH_SENTENCES[i % ENGLISH_SENTENCES.length] ?? ''

/** Utterances of varied length on a small graph: what grows is not the model's. */
async function measureMemory({ isSmoke, tell }: ScenarioOptions): Promise<Table> {
  const { utterances } = isSmoke ? SMOKE : FULL
  using pack = kokoroPack(styleGraph())
  using engine = await createPackEngine().load()
  const [plain] = utterancesOf('Nine words are more than enough for this test.') as [Utterance]
  const rows: Row[] = []
  for (let spoken = 1; spoken <= utterances; spoken++) {
    const count = 1 + ((spoken * 7919) % 120)
    const segments = Array.from({ length: count }, (_, i) => plain.segments[i % plain.segments.length])
    const utterance = { ...plain, segments } as Utterance
    await engine.speak(utterance, pack.voice(), { mark() {}, audio: () => true })
    if (spoken % (utterances / 10) !== 0) continue
    tell(`${spoken} utterances`)
    await sleep(100)
    const { external, heapUsed } = process.memoryUsage()
    rows.push({
      spoken,
      residentMb: residentMbOf(process.pid)?.now,
      heapMb: heapUsed / 1e6,
      externalMb: external / 1e6,
    })
  }
  return {
    title: 'Voice packs: memory over utterances of 1 to 120 words, on a small graph',
    columns: [
      { key: 'spoken', heading: 'utterances' },
      { key: 'residentMb', heading: 'RSS MB' },
      { key: 'heapMb', heading: 'heap MB' },
      { key: 'externalMb', heading: 'external MB' },
    ],
    rows,
  }
}
