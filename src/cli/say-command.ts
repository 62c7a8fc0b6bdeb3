import { pipeline } from 'node:stream/promises'
import { Command, Option } from 'commander'
import { createNarrator, type NarratorParts } from '../app/speech/narrator.ts'
import {
  FALLBACK_SPEAKER,
  type ResolveRequestDeps,
  resolveRequest,
  type SpeechParameters,
} from '../app/speech/resolve-request.ts'
import { type AnswerEnd, type AnswerPart, audioBytes, encodeAnswer, Speech } from '../app/speech/speech.ts'
import { newTally } from '../app/speech/speech-tally.ts'
import { CODECS, type Codec, type CreateEncoder } from '../audio/codecs.ts'
import { MODEL_IDS, type ModelId } from '../core/model.ts'
import { BREAKS, DEFAULT_SAMPLING } from '../core/request.ts'
import type { Catalogue } from '../core/voice.ts'
import { rateOfSpeedAlpha } from '../server/bodies/speech-body.ts'
import { type CaptionPaths, requireFiles, wantsCaptions, writeCaptionFiles } from './caption-files.ts'
import type { DefaultServers } from './chosen-server.ts'
import { defaultVoice, expectedVoice, type VoiceRules } from './default-voice.ts'
import { hertz, speedFactor, textLanguageCode, withChoices } from './option-values.ts'
import { play } from './play.ts'
import { showProgress } from './progress.ts'
import { type GivenText, piecesGiven, textGiven } from './read-text.ts'
import { type SpeechServer, speakOverSocket } from './socket-speech.ts'
import { codecOfFile, isSoundFile, SOUND_EXTENSIONS, writeSoundFile } from './sound-file.ts'
import { UsageError } from './usage-error.ts'
import {
  namingSpeaker,
  requireOwnLanguage,
  sayOtherLanguage,
  sayStandIn,
  spokenAs,
  withLanguageHint,
} from './voice-hints.ts'
import { withVoiceOf } from './voice-of.ts'

/** Synthesis without a server. */
export interface Speaking extends ResolveRequestDeps, NarratorParts {}

/** Encoders without a server. */
export interface Encoders extends AsyncDisposable {
  readonly createEncoder: CreateEncoder
}

export interface SayParts extends DefaultServers {
  readonly openSpeaking: () => Promise<Speaking>
  readonly openEncoders: () => Promise<Encoders>
  readonly readCatalogue: () => Promise<Catalogue>
  readonly readVoiceRules: () => Promise<VoiceRules>
  /** This program as the marks of audio name it; undefined if audio is not marked. */
  readonly readSoftware: () => string | undefined
  /** Fires when the user cancels. */
  readonly signal: AbortSignal
}

interface SayOptions extends CaptionPaths {
  readonly file?: string
  readonly speaker?: string
  readonly voiceOf?: string
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

export const sayCommand = (parts: SayParts): Command =>
  new Command('say')
    .description('speak a text through the speakers or into a file, without a server')
    .argument('[text...]', 'text to speak (default or -: standard input)')
    .option('-f, --file <file>', 'read the text from a file; - is standard input')
    .option('-s, --speaker <name>', `voice (default: HOARFROST_DEFAULT_SPEAKER, or ${FALLBACK_SPEAKER})`)
    .addOption(
      new Option('--voice-of <words>', 'choose the voice by a description, such as "british man, calm"').conflicts(
        'speaker',
      ),
    )
    .addOption(withChoices(new Option('-m, --model <model>', 'model of the voice'), MODEL_IDS).default('coda'))
    .option(
      '-l, --lang <language>',
      'language of the text; auto detects it for each sentence (default: the language of the voice)',
      textLanguageCode(),
    )
    .option(
      '-o, --output <file>',
      `write a file instead of playing it (${SOUND_EXTENSIONS.join(' ')}); - writes WAV to standard output`,
    )
    .option('--rate, --speed <factor>', 'speed of speech, from 0.2 to 5; above 1 is faster', speedFactor, 1)
    .option(
      '--sampling-rate <hz>',
      'sampling rate, from 1000 to 384000 (default: depends on the model and format)',
      hertz,
    )
    .option('--srt <file>', 'also write SubRip captions; - is standard output')
    .option('--vtt <file>', 'also write WebVTT captions')
    .option('--json <file>', 'also write the times of words and their positions in the text, as JSON')
    .option(
      '--ws [url]',
      'use the WebSocket of a running server (default: HOARFROST_URL, or HOST and PORT); standard input is spoken as it arrives',
    )
    .option('--api-key <key>', 'API key for --ws (default: HOARFROST_API_KEY)')
    .action(async (words: readonly string[], typed: SayOptions, command: Command) => {
      const options = typed.voiceOf === undefined ? typed : await withVoiceOf(typed.voiceOf, typed, parts.readCatalogue)
      const given = { words, file: options.file }
      if (options.ws !== undefined) return sayThroughServer(given, options, { ...parts, command })
      return sayAlone(given, options, { ...parts, command })
    })

/** Of a command that can show its usage. */
type SayingParts = SayParts & { readonly command: Command }

async function sayAlone(given: GivenText, options: SayOptions, parts: SayingParts): Promise<void> {
  const { signal } = parts
  const codec = codecOfFile(options.output ?? '')
  await requireFiles(options)
  const text = (await textGiven(given, signal)) ?? parts.command.help({ error: true })
  const speaking = await parts.openSpeaking()
  await using _ = speaking.pool
  const request = await namingSpeaker(options.speaker, speaking.catalogue, () =>
    resolveRequest(parametersOf(text, codec, options), speaking),
  )
  requireOwnLanguage(options, request, speaking.catalogue)
  sayStandIn(options, spokenAs(request), speaking.catalogue)
  sayOtherLanguage(text, request, speaking.catalogue)
  using progress = await showProgress({
    length: text.length,
    isPlayed: options.output === undefined,
    sampleRateHz: request.sampleRateHz,
  })
  const watched = { ...speaking, planUtterances: progress.watching(speaking.planUtterances) }
  await using encoders = await parts.openEncoders()
  const speech = new Speech({
    createEncoder: encoders.createEncoder,
    createNarrator: (settings) => createNarrator(settings, watched),
    software: parts.readSoftware(),
  })
  const counted = { tally: newTally(request), startedAtMs: performance.now() }
  const isFile = await isSoundFile(options.output, codec)
  const answer = speech.answer(request, { codec, hasTimes: wantsCaptions(options), ...counted, isFile, signal })
  const { words } = await deliver(progress.counting(answer), options.output, signal)
  if (words !== undefined) await writeCaptionFiles(options, request, words)
}

async function sayThroughServer(given: GivenText, options: SayOptions, parts: SayingParts): Promise<void> {
  const { signal } = parts
  const { model, lang, speed } = options
  if (wantsCaptions(options)) throw new UsageError('--srt, --vtt and --json cannot be combined with --ws')
  const codec = codecOfFile(options.output ?? '')
  const server = serverOf(options, parts.readRemoteServer() ?? parts.readServer())
  const written = (await piecesGiven(given, signal)) ?? parts.command.help({ error: true })
  const sampleRateHz = CODECS[codec].rates.nearest(options.samplingRate ?? SOCKET_RATE_HZ)
  const rules = await parts.readVoiceRules()
  const expected = expectedVoice(options, rules)
  if (expected !== undefined) {
    requireOwnLanguage(options, expected, rules.catalogue)
    sayStandIn(options, spokenAs(expected), rules.catalogue)
  }
  const parameters = {
    sampleRateHz,
    modelId: model,
    speaker: options.speaker ?? defaultVoice({ model, lang }, rules),
    speedAlpha: rateOfSpeedAlpha(speed, model),
    ...(lang !== undefined && { lang }),
  }
  const hinted = expected === undefined ? written : withLanguageHint(written, expected, rules.catalogue)
  const audio = speakOverSocket(hinted, server, parameters, signal)
  await using encoders = await parts.openEncoders()
  const software = parts.readSoftware()
  const mark = software === undefined ? undefined : { software, voice: parameters.speaker }
  const isFile = await isSoundFile(options.output, codec)
  using encoder = await encoders.createEncoder({ codec, sampleRateHz, mark, isFile })
  await namingSpeaker(options.speaker, rules.catalogue, () =>
    deliver(encodeAnswer(audio, encoder), options.output, signal),
  )
}

function serverOf({ ws, apiKey }: SayOptions, usual: SpeechServer): SpeechServer {
  if (typeof ws === 'string' && !/^(?:ws|http)s?:\/\//.test(ws)) {
    throw new UsageError(
      `${ws} is not a URL; give a URL such as ${usual.url} after --ws, or --ws alone with the text on standard input`,
    )
  }
  const key = apiKey ?? usual.apiKey
  if (key === '') throw new Error('no API key; set HOARFROST_API_KEY or give --api-key KEY')
  return { url: typeof ws === 'string' ? ws : usual.url, apiKey: key }
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
    fallbackSpeaker: FALLBACK_SPEAKER,
    lang,
    sampleRateHz: samplingRate,
    codec,
    rate: speed,
    sampling: DEFAULT_SAMPLING,
    markup: BREAKS,
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
