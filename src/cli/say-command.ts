import { readFile } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import { audioOf } from '../app/audio-of.ts'
import { type ResolveRequestDeps, resolveRequest, type SpeechWish } from '../app/resolve-request.ts'
import { type SpeakDependencies, speak } from '../app/speak.ts'
import { createEncoder, encodeStream } from '../audio/encoder.ts'
import type { Codec, Encoder } from '../core/audio.ts'
import { languageOfCode } from '../core/language.ts'
import { MODEL_IDS, MODELS, type ModelId } from '../core/model.ts'
import { DEFAULT_SAMPLING, NO_MARKUP } from '../core/request.ts'
import type { Catalogue } from '../core/voice.ts'
import { play } from './play.ts'
import { showProgress } from './progress.ts'
import { codecOfFile, writeSoundFile } from './sound-file.ts'

/** What speaks without a server. */
export interface Speaking extends ResolveRequestDeps, SpeakDependencies {}

interface SayOptions {
  readonly file?: string
  readonly speaker?: string
  readonly model: ModelId
  readonly lang?: string
  readonly output?: string
  readonly speed: number
}

const DEFAULT_SPEAKER = 'luna'

export const sayCommand = (openSpeaking: () => Promise<Speaking>, signal: AbortSignal): Command =>
  new Command('say')
    .description('speak a text, aloud or into a file, without a server')
    .argument('[text]', 'what to say, or - to read it from standard input')
    .option('-f, --file <file>', 'read the text from a file')
    .option('-s, --speaker <name>', `who speaks (default: ${DEFAULT_SPEAKER}, or the first voice of the language)`)
    .addOption(new Option('-m, --model <model>', 'whose voice it is').choices(MODEL_IDS).default('coda'))
    .option('-l, --lang <language>', "how the text is read (default: the speaker's language)")
    .option('-o, --output <file>', 'write a file (wav, mp3, ogg, webm, ul or pcm), or - a WAV to standard output')
    .option('--speed <factor>', 'above 1 is faster', speedFactor, 1)
    .action(async (text: string | undefined, options: SayOptions) => {
      const codec = codecOf(options.output)
      const whole = await textOf(text, options.file, signal)
      const speaking = await openSpeaking()
      await using _ = speaking.pool
      const request = resolveRequest(wishOf(whole, codec, options, speaking.catalogue), speaking)
      using progress = await showProgress(whole.length)
      const events = speak(request, { ...speaking, planUtterances: progress.watching(speaking.planUtterances) }, signal)
      const audio = audioOf(events, request.sampleRateHz)
      using encoder = await createEncoder({ codec, sampleRateHz: request.sampleRateHz })
      await deliver(audio, encoder, options.output, signal)
    })

async function textOf(text: string | undefined, file: string | undefined, signal: AbortSignal): Promise<string> {
  if ((text === undefined) === (file === undefined)) {
    throw new Error('say what? Give a text, - for standard input, or --file FILE')
  }
  if (file !== undefined) return readFile(file, 'utf8')
  return text === '-' ? readText(addAbortSignal(signal, process.stdin)) : (text as string)
}

function codecOf(output = ''): Codec {
  const codec = codecOfFile(output)
  if (codec === undefined) throw new Error(`${output}: its name must end in .wav, .mp3, .ogg, .webm, .ul or .pcm`)
  return codec
}

function wishOf(
  text: string,
  codec: Codec,
  { speaker, model, lang, speed }: SayOptions,
  catalogue: Catalogue,
): SpeechWish {
  return {
    id: 'say',
    text,
    model,
    speaker: speaker ?? defaultSpeaker(catalogue, model, lang),
    lang,
    sampleRateHz: undefined,
    codec,
    speedAlpha: MODELS[model].isSpeedInverted ? 1 / speed : speed,
    timeScaleFactor: undefined,
    sampling: DEFAULT_SAMPLING,
    markup: NO_MARKUP,
    isNormalized: true,
  }
}

function defaultSpeaker(catalogue: Catalogue, model: ModelId, lang = 'eng'): string {
  const language = languageOfCode(lang)
  const voices = language === undefined ? [] : catalogue.ofModel(model, language)
  const speaker = voices.find((voice) => voice.speaker === DEFAULT_SPEAKER) ?? voices[0]
  return speaker?.speaker ?? DEFAULT_SPEAKER
}

async function deliver(
  audio: AsyncIterable<Int16Array>,
  encoder: Encoder,
  output: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (output === undefined) return play(encodeStream(audio, encoder), signal)
  if (output !== '-') return writeSoundFile(output, audio, encoder)
  await pipeline(encodeStream(audio, encoder), process.stdout, { end: false })
}

function speedFactor(text: string): number {
  const factor = Number(text)
  if (!(factor >= 0.2 && factor <= 5)) throw new InvalidArgumentError('It must be a number from 0.2 to 5.')
  return factor
}
