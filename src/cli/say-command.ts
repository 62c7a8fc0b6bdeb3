import { readFile } from 'node:fs/promises'
import { addAbortSignal, Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Command, Option } from 'commander'
import { type AnswerEnd, type AnswerPart, answerSpeech, audioBytes, encodeAnswer } from '../app/answer-speech.ts'
import {
  type ResolveRequestDeps,
  resolveRequest,
  type SpeechParameters,
  USUAL_SPEAKER,
} from '../app/resolve-request.ts'
import { type SpeakDependencies, speak } from '../app/speak.ts'
import { newTally } from '../app/speech-tally.ts'
import { CODECS, type Codec, type CreateEncoder } from '../audio/codecs.ts'
import { MODEL_IDS, MODELS, type ModelId } from '../core/model.ts'
import { DEFAULT_SAMPLING, NO_MARKUP } from '../core/request.ts'
import type { Catalogue } from '../core/voice.ts'
import { type CaptionPaths, requireFolders, wantsCaptions, writeCaptionFiles } from './caption-files.ts'
import { hertz, speedFactor } from './option-values.ts'
import { play } from './play.ts'
import { showProgress } from './progress.ts'
import { type SpeechServer, speakOverSocket } from './socket-speech.ts'
import { codecOfFile, SOUND_EXTENSIONS, writeSoundFile } from './sound-file.ts'
import { usualVoice, type VoiceRules } from './usual-voice.ts'

/** Synthesis without a server. */
export interface Speaking extends ResolveRequestDeps, SpeakDependencies {}

/** Encoders without a server. */
export interface Encoders extends AsyncDisposable {
  readonly createEncoder: CreateEncoder
}

export interface SayParts {
  readonly openSpeaking: () => Promise<Speaking>
  readonly openEncoders: () => Promise<Encoders>
  readonly readCatalogue: () => Promise<Catalogue>
  /** The server configured by the environment. */
  readonly readServer: () => SpeechServer
  readonly readVoiceRules: () => Promise<VoiceRules>
  /** Fires when the user cancels. */
  readonly signal: AbortSignal
}

interface SayOptions extends CaptionPaths {
  readonly file?: string
  readonly speaker?: string
  readonly model: ModelId
  readonly lang?: string
  readonly output?: string
  readonly speed: number
  readonly samplingRate?: number
  /** URL of a server, or true for the one configured by the environment. */
  readonly ws?: string | true
  readonly apiKey?: string
}

const SOCKET_RATE_HZ = 24_000

const EMPTY = 'the text is empty'

export const sayCommand = (parts: SayParts): Command =>
  new Command('say')
    .description('speak a text through the speakers or into a file, without a server')
    .argument('[text]', 'the text; - reads standard input')
    .option('-f, --file <file>', 'read the text from a file')
    .option('-s, --speaker <name>', `voice (default: that of HOARFROST_DEFAULT_SPEAKER, or ${USUAL_SPEAKER})`)
    .addOption(new Option('-m, --model <model>', 'model of the voice').choices(MODEL_IDS).default('coda'))
    .option('-l, --lang <language>', "language of the text (default: the speaker's)")
    .option(
      '-o, --output <file>',
      `write a file instead of playing it (${SOUND_EXTENSIONS.join(' ')}); - writes WAV to standard output`,
    )
    .option('--rate, --speed <factor>', 'speed of speech, from 0.2 to 5; above 1 is faster', speedFactor, 1)
    .option('--sampling-rate <hz>', 'sampling rate, from 1000 to 384000 (default: that of the model and format)', hertz)
    .option('--srt <file>', 'also write captions as SubRip')
    .option('--vtt <file>', 'also write captions as WebVTT')
    .option('--json <file>', 'also write the times of words and their positions in the text, as JSON')
    .option('--ws [url]', 'use the WebSocket of a running server; standard input is spoken while it is written')
    .option('--api-key <key>', 'API key for --ws (default: HOARFROST_API_KEY)')
    .action((text: string | undefined, options: SayOptions) =>
      options.ws === undefined ? sayAlone(text, options, parts) : sayThroughServer(text, options, parts),
    )

async function sayAlone(text: string | undefined, options: SayOptions, parts: SayParts): Promise<void> {
  const { signal } = parts
  const codec = codecOf(options.output)
  await requireFolders(options)
  const whole = await textOf(text, options.file, signal)
  const speaking = await parts.openSpeaking()
  await using _ = speaking.pool
  const request = resolveRequest(parametersOf(whole, codec, options), speaking)
  using progress = await showProgress({ length: whole.length, sampleRateHz: request.sampleRateHz })
  const watched = { ...speaking, planUtterances: progress.watching(speaking.planUtterances) }
  await using encoders = await parts.openEncoders()
  const answer = answerSpeech(
    request,
    { codec, hasTimes: wantsCaptions(options), tally: newTally(request), startedAtMs: performance.now(), signal },
    { speak: (request, signal) => speak(request, watched, signal), createEncoder: encoders.createEncoder },
  )
  const { words } = await deliver(progress.counting(answer), options.output, signal)
  if (words !== undefined) await writeCaptionFiles(options, request, words)
}

async function sayThroughServer(text: string | undefined, options: SayOptions, parts: SayParts): Promise<void> {
  const { signal } = parts
  const { speaker, model, lang, speed } = options
  if (wantsCaptions(options)) throw new Error('--srt, --vtt and --json cannot be combined with --ws')
  const codec = codecOf(options.output)
  const written = await textAsWritten(text, options.file, signal)
  const sampleRateHz = CODECS[codec].rates.nearest(options.samplingRate ?? SOCKET_RATE_HZ)
  const parameters = {
    sampleRateHz,
    modelId: model,
    speaker: speaker ?? usualVoice({ model, lang }, await parts.readVoiceRules()),
    speedAlpha: MODELS[model].isSpeedInverted ? 1 / speed : speed,
    ...(lang !== undefined && { lang }),
  }
  const audio = speakOverSocket(written, serverOf(options, parts.readServer()), parameters, signal)
  await using encoders = await parts.openEncoders()
  using encoder = await encoders.createEncoder({ codec, sampleRateHz })
  await deliver(encodeAnswer(audio, encoder), options.output, signal)
}

function serverOf({ ws, apiKey }: SayOptions, usual: SpeechServer): SpeechServer {
  if (typeof ws === 'string' && !/^(?:ws|http)s?:\/\//.test(ws)) {
    throw new Error(
      `${ws} is not a URL; give a URL such as ${usual.url} after --ws, or --ws alone with the text on standard input`,
    )
  }
  const key = apiKey ?? usual.apiKey
  if (key === '') throw new Error('no API key; set HOARFROST_API_KEY or give --api-key KEY')
  return { url: typeof ws === 'string' ? ws : usual.url, apiKey: key }
}

/** Standard input if neither a text nor a file is given, in pieces as they arrive. */
async function textAsWritten(
  text: string | undefined,
  file: string | undefined,
  signal: AbortSignal,
): Promise<AsyncIterable<string>> {
  if (file === undefined && (text === undefined || text === '-')) {
    return requireSpeech(addAbortSignal(signal, process.stdin).setEncoding('utf8'))
  }
  return Readable.from([await textOf(text, file, signal)])
}

/** Throws at the end of an empty text. */
async function* requireSpeech(text: AsyncIterable<string>): AsyncGenerator<string> {
  let isEmpty = true
  for await (const piece of text) {
    isEmpty &&= piece.trim() === ''
    yield piece
  }
  if (isEmpty) throw new Error(EMPTY)
}

async function textOf(text: string | undefined, file: string | undefined, signal: AbortSignal): Promise<string> {
  if ((text === undefined) === (file === undefined)) {
    throw new Error('no text; give a text, - for standard input, or --file FILE')
  }
  const whole = await readWhole(text, file, signal)
  if (whole.trim() === '') throw new Error(EMPTY)
  return whole
}

async function readWhole(text: string | undefined, file: string | undefined, signal: AbortSignal): Promise<string> {
  if (file !== undefined) return readFile(file, 'utf8')
  return text === '-' ? readText(addAbortSignal(signal, process.stdin)) : (text as string)
}

function codecOf(output = ''): Codec {
  const codec = codecOfFile(output)
  if (codec === undefined) throw new Error(`${output}: the file name must end in one of ${SOUND_EXTENSIONS.join(' ')}`)
  return codec
}

function parametersOf(
  text: string,
  codec: Codec,
  { speaker, model, lang, speed, samplingRate }: SayOptions,
): SpeechParameters {
  return {
    id: 'say',
    text,
    model,
    speaker,
    owner: undefined,
    onlySpeaker: undefined,
    usualSpeaker: USUAL_SPEAKER,
    lang,
    sampleRateHz: samplingRate,
    codec,
    speedAlpha: MODELS[model].isSpeedInverted ? 1 / speed : speed,
    timeScaleFactor: undefined,
    sampling: DEFAULT_SAMPLING,
    markup: NO_MARKUP,
    isNormalized: true,
  }
}

/** Plays the audio, or writes it to a file or to standard output. */
async function deliver(
  parts: AsyncIterable<AnswerPart>,
  output: string | undefined,
  signal: AbortSignal,
): Promise<AnswerEnd> {
  let end: AnswerEnd | undefined
  async function* noted(): AsyncGenerator<AnswerPart> {
    for await (const part of parts) {
      if (part.kind === 'end') end = part
      yield part
    }
  }
  const bytes = audioBytes(noted())
  if (output === undefined) await play(bytes, signal)
  else if (output !== '-') await writeSoundFile(output, bytes, () => (end as AnswerEnd).header)
  else await pipeline(bytes, process.stdout, { end: false })
  return end as AnswerEnd
}
