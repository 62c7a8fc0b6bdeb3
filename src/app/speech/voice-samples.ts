import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SpeechError } from '../../core/errors.ts'
import { type Quality, voiceOfQuality } from '../../core/quality.ts'
import type { Voice } from '../../core/voice.ts'
import { LANGUAGE_MODULES } from '../../languages/languages.ts'
import { repeat } from '../repeat.ts'
import { DEFAULT_PARAMETERS, type ResolveRequestDeps, resolveRequest } from './resolve-request.ts'
import { type Speech, wholeFile } from './speech.ts'
import { newTally } from './speech-tally.ts'

/** Samples are kept, so they depend on no load. */
export type SampleQuality = Exclude<Quality, 'auto'>

/** A short sentence in the language of a voice, as MP3. */
export interface VoiceSample {
  readonly bytes: Buffer
  /** Differs if the voice is spoken otherwise. */
  readonly etag: string
}

/** Samples of voices, made once and kept in a folder. Disposing stops making them. */
export interface VoiceSamples extends AsyncDisposable {
  /**
   * From the folder, else spoken now, by the quality of the service unless another is asked for. The first call starts to make those
   * of all voices while the service is idle.
   * Throws `resource.unknown`, or the errors of synthesis.
   */
  find(model: string, speaker: string, quality?: SampleQuality): Promise<VoiceSample>
}

export interface VoiceSamplesOptions {
  readonly speech: Pick<Speech, 'answer' | 'isMarked'>
  /** Read with each use, since installed packs change it. */
  readonly resolving: () => ResolveRequestDeps
  readonly folder: string
  /** Of the service. */
  readonly quality: Quality
  /** Whether nobody waits for speech. */
  readonly isIdle: () => boolean
  /** Called when a sample cannot be made or kept. */
  readonly report: (error: unknown) => void
}

/** Between two samples that are made while the service is idle. */
const INTERVAL_MS = 250
const SAMPLE_RATE_HZ = 24_000
/** Raise it when the engines sound otherwise, so that kept samples are made anew. */
const SOUND = 2

export function createVoiceSamples(options: VoiceSamplesOptions): VoiceSamples {
  const { speech, resolving, folder, isIdle, report } = options
  const usual = options.quality === 'auto' ? 'natural' : options.quality
  const nameOf = (voice: Voice, quality: SampleQuality = usual): string => nameOfSample(voice, quality, speech.isMarked)
  const making = new Map<string, Promise<VoiceSample>>()
  const stopping = new AbortController()
  let background: AsyncDisposable | undefined
  /** Names of samples that are in the folder or could not be made. */
  const settled = new Set<string>()

  async function speak(voice: Voice, quality: SampleQuality): Promise<Buffer> {
    const { model, speaker, language } = voice
    const request = resolveRequest(
      {
        ...DEFAULT_PARAMETERS,
        sampling: { ...DEFAULT_PARAMETERS.sampling, temperature: 0 },
        id: 'sample',
        owner: undefined,
        onlySpeaker: undefined,
        text: LANGUAGE_MODULES[language].greeting,
        codec: 'mp3',
        sampleRateHz: SAMPLE_RATE_HZ,
        model,
        speaker,
        lang: language,
      },
      resolving(),
    )
    const answering = {
      codec: 'mp3',
      hasTimes: false,
      tally: newTally(request),
      startedAtMs: performance.now(),
    } as const
    const answer = speech.answer({ ...request, quality }, { ...answering, signal: stopping.signal })
    return (await wholeFile(answer, request)).bytes
  }

  async function make(voice: Voice, quality: SampleQuality, name: string): Promise<VoiceSample> {
    const bytes = await speak(voice, quality)
    const file = join(folder, name)
    try {
      await mkdir(folder, { recursive: true })
      const part = `${file}.${process.pid}`
      await writeFile(part, bytes)
      await rename(part, file)
    } catch (error) {
      report(error) // it can be heard all the same
    }
    return { bytes, etag: etagOf(name) }
  }

  async function findVoice(voice: Voice, quality: SampleQuality = usual): Promise<VoiceSample> {
    const name = nameOf(voice, quality)
    const bytes = await readFile(join(folder, name)).catch(() => undefined)
    if (bytes !== undefined) return { bytes, etag: etagOf(name) }
    let sample = making.get(name)
    if (sample === undefined) {
      sample = make(voice, quality, name).finally(() => making.delete(name))
      making.set(name, sample)
    }
    return sample
  }

  async function makeNext(): Promise<void> {
    if (!isIdle()) return
    const voice = resolving().catalogue.voices.find((each) => !settled.has(nameOf(each)))
    if (voice === undefined) return
    settled.add(nameOf(voice))
    await findVoice(voice)
  }

  return {
    async find(model, speaker, quality) {
      const voice = resolving()
        .catalogue.named(speaker)
        .find((each) => each.model === model)
      if (voice === undefined) throw new SpeechError('resource.unknown', 'Speaker not found')
      const sample = await findVoice(voice, quality)
      background ??= repeat(makeNext, { intervalMs: INTERVAL_MS, onError: report })
      return sample
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await background?.[Symbol.asyncDispose]()
    },
  }
}

/** A name of its own for each way in which the voice is spoken. */
function nameOfSample({ model, speaker, language, engineVoice }: Voice, quality: Quality, isMarked: boolean): string {
  const spoken = JSON.stringify([
    SOUND,
    isMarked,
    voiceOfQuality(engineVoice, quality),
    LANGUAGE_MODULES[language].greeting,
  ])
  const digest = createHash('sha256').update(spoken).digest('hex').slice(0, 16)
  return `${model}-${speaker.replaceAll(/[^\w-]/g, '_')}-${language}-${digest}.mp3`
}

const etagOf = (name: string): string => `"${name.slice(-20, -4)}"`
