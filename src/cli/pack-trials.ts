import { availableParallelism, cpus } from 'node:os'
import { createNarrator } from '../app/speech/narrator.ts'
import { resolveRequest } from '../app/speech/resolve-request.ts'
import { LANGUAGES } from '../core/language.ts'
import { packOfBase } from '../core/pack.ts'
import { DEFAULT_SAMPLING, NO_MARKUP } from '../core/request.ts'
import type { Voice } from '../core/voice.ts'
import { LANGUAGE_MODULES } from '../languages/languages.ts'
import { requireInstalled } from './packs-actions.ts'
import type { PacksParts } from './packs-parts.ts'
import type { Speaking } from './say-command.ts'
import { formatTable } from './table.ts'

const STREAMS = [1, 2, 4, 8]
const SAMPLE_RATE_HZ = 24_000

interface Spoken {
  readonly firstAudioMs: number
  readonly speechS: number
  /** Seconds of speech a second. */
  readonly speed: number
  /** Root mean square, dB of full scale. */
  readonly levelDb: number
}

/** Speaks a text in each language of a pack. Throws an Error if the pack fails. */
export async function tryPack(pack: string, parts: PacksParts): Promise<void> {
  await requireInstalled(pack, parts)
  const speaking = await parts.openSpeaking(pack)
  await using _ = speaking.pool
  const voices = voicesOf(pack, speaking)
  await speakBy(voices[0] as Voice, speaking, parts.signal) // loads the model
  const rows: string[][] = []
  for (const voice of voices) {
    const { speechS, speed, firstAudioMs, levelDb } = await speakBy(voice, speaking, parts.signal)
    const figures = [speechS.toFixed(1), firstAudioMs.toFixed(0), speed.toFixed(2), levelDb.toFixed(1)]
    rows.push([voice.language, voice.speaker, packOfBase(voice.engineVoice.base).speaker, ...figures])
  }
  process.stdout.write(machineLine())
  process.stdout.write(
    formatTable(['LANGUAGE', 'VOICE', 'SPEAKER', 'SPEECH S', 'FIRST AUDIO MS', 'SPEED', 'LEVEL DB'], rows),
  )
}

/** Speaks more and more answers at once, and says with how many each is as fast as it is heard. */
export async function benchPack(pack: string, parts: PacksParts): Promise<void> {
  await requireInstalled(pack, parts)
  const speaking = await parts.openSpeaking(pack)
  await using _ = speaking.pool
  const [voice] = voicesOf(pack, speaking) as [Voice]
  await speakBy(voice, speaking, parts.signal) // loads the model
  const rows: string[][] = []
  let max = 0
  for (const streams of STREAMS) {
    const startedAt = performance.now()
    const all = await Promise.all(Array.from({ length: streams }, () => speakBy(voice, speaking, parts.signal)))
    const speechS = all.reduce((sum, one) => sum + one.speechS, 0)
    const speed = (1000 * speechS) / (performance.now() - startedAt)
    const first = all.map(({ firstAudioMs }) => firstAudioMs).sort((one, other) => one - other)
    if (speed >= streams) max = streams
    rows.push([streams, first[0]?.toFixed(0), first.at(-1)?.toFixed(0), speed.toFixed(2)].map(String))
    if (speed < streams) break
  }
  process.stdout.write(machineLine())
  process.stdout.write(formatTable(['STREAMS', 'FIRST AUDIO MS: BEST', 'WORST', 'SPEED'], rows))
  process.stdout.write(
    max === 0
      ? 'This machine is too slow to speak one stream in real time.\n'
      : `Concurrent streams in real time on this machine: ${max}.\n`,
  )
}

/** The first voice of each language that the pack speaks. */
function voicesOf(pack: string, { catalogue }: Speaking): readonly Voice[] {
  const own = catalogue.ofModel('coda').filter(({ engineVoice }) => engineVoice.fallback !== undefined)
  const voices = LANGUAGES.flatMap((language) => own.find((voice) => voice.language === language) ?? [])
  if (voices.length === 0) throw new Error(`${pack} speaks no voice here; see: hoarfrost packs list`)
  return voices
}

async function speakBy(voice: Voice, speaking: Speaking, signal: AbortSignal): Promise<Spoken> {
  const resolved = resolveRequest(
    {
      id: 'trial',
      text: LANGUAGE_MODULES[voice.language].trialText,
      model: voice.model,
      speaker: voice.speaker,
      owner: undefined,
      onlySpeaker: undefined,
      fallbackSpeaker: undefined,
      lang: voice.language,
      sampleRateHz: SAMPLE_RATE_HZ,
      codec: 'pcm',
      rate: 1,
      sampling: DEFAULT_SAMPLING,
      markup: NO_MARKUP,
      isNormalized: true,
    },
    speaking,
  )
  const { fallback: _, ...engineVoice } = resolved.voice.engineVoice // its failures are to be seen
  const request = { ...resolved, voice: { ...resolved.voice, engineVoice } }
  const startedAt = performance.now()
  let firstAudioMs = 0
  let samples = 0
  let squares = 0
  const whole = { text: request.text, markup: request.markup, isContinued: false, isOpenEnded: false, isAnswer: true }
  for await (const event of createNarrator(request, speaking).speak(whole, signal)) {
    if (event.kind !== 'audio') continue
    if (samples === 0) firstAudioMs = performance.now() - startedAt
    samples += event.samples.length
    for (const sample of event.samples.take()) squares += (sample / 32_768) ** 2
  }
  const speechS = samples / SAMPLE_RATE_HZ
  const speed = (1000 * speechS) / (performance.now() - startedAt)
  return { firstAudioMs, speechS, speed, levelDb: 10 * Math.log10(squares / Math.max(1, samples)) }
}

const machineLine = (): string =>
  `${cpus()[0]?.model.trim() ?? process.arch}, ${availableParallelism()} threads, Node ${process.versions.node}, ${process.platform}\n`
