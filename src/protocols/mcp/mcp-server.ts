import type { CallToolResult, McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { DEFAULT_WYOMING_PORT, INTEGRATIONS } from '../../app/integrations.ts'
import { CODECS } from '../../audio/codecs.ts'
import { anyOf } from '../../core/abort.ts'
import { isSpeechError, SpeechError } from '../../core/errors.ts'
import { languageOfCode } from '../../core/language.ts'
import { whatToTell } from '../../server/answers/error-reply.ts'
import { withoutAbsent } from '../../server/bodies/absent-fields.ts'
import { isAbsent } from '../../server/bodies/parse-body.ts'
import { readVersion } from '../../server/version.ts'
import type { AudioFileFormat, SpeechSource, TextToSpeak, VoiceResponse } from './speech-source.ts'
import * as schemas from './tool-schemas.ts'

/** Where the tools run. */
export interface McpParts {
  readonly source: SpeechSource
  /** URL of the server, for the code of `generate_integration`. */
  readonly serverUrl: string
  /** Whether the caller has a key; tools that synthesize or read texts need one. */
  readonly hasKey: boolean
  /** Keeps a file of audio where the client can fetch it, by URL or by path. */
  readonly keepAudio: (
    bytes: Buffer,
    format: AudioFileFormat,
    name: string | undefined,
  ) => Promise<{ readonly audioUrl: string } | { readonly path: string }>
  /** Tools of this machine; undefined where the client runs on another. */
  readonly local: LocalTools | undefined
  /** Fires when the client has left. */
  readonly signal: AbortSignal
  /** Called for internal errors, which are not told to the client. */
  readonly report: (error: unknown) => void
}

export interface LocalTools {
  /** Plays a WAV file. Throws an Error of one line if it cannot. */
  readonly play: (wav: Buffer, signal: AbortSignal) => Promise<void>
}

const INSTRUCTIONS =
  'Speaks texts. Find a voice with list_voices, then call synthesize_speech, which answers with the place of the audio.'
const NEEDS_KEY = 'This tool needs an API key: send the header "Authorization: Bearer YOUR_KEY" with every MCP request.'

type Result<T> = { readonly text: string; readonly structured: T; readonly audio?: Audio }
interface Audio {
  readonly data: string
  readonly mimeType: string
}

/** A server of the tools, for one request or one connection. The SDK is loaded with the first. */
export async function createMcpServer(parts: McpParts): Promise<McpServer> {
  const { McpServer } = await import('@modelcontextprotocol/server')
  const server = new McpServer({ name: 'hoarfrost', version: readVersion() }, { instructions: INSTRUCTIONS })
  const { source } = parts

  function addTool<I extends z.ZodObject, O extends z.ZodObject>(
    name: string,
    { title, description, needsKey = false, isReadOnly = true }: ToolDescription,
    { input, output }: { readonly input: I; readonly output: O },
    run: (input: z.infer<I>, signal: AbortSignal) => Promise<Result<z.input<O>>>,
  ): void {
    const config = {
      title,
      description,
      inputSchema: withoutAbsentFields(input),
      outputSchema: output as z.ZodObject,
      annotations: { readOnlyHint: isReadOnly, openWorldHint: false },
    }
    server.registerTool(name, config, async (input, context): Promise<CallToolResult> => {
      try {
        if (needsKey && !parts.hasKey) throw new SpeechError('key.missing', NEEDS_KEY)
        using signal = anyOf(context.mcpReq.signal, parts.signal)
        const { text, structured, audio } = await run(input as z.infer<I>, signal)
        const content = [{ type: 'text' as const, text }, ...(audio ? [{ type: 'audio' as const, ...audio }] : [])]
        return { content, structuredContent: structured as Record<string, unknown> }
      } catch (error) {
        return { isError: true, content: [{ type: 'text' as const, text: sentenceOf(error, parts.report) }] }
      }
    })
  }

  addTool('list_voices', LIST_VOICES, schemas.listVoices, async ({ language, model, gender }) => {
    const lang = language === undefined ? undefined : requireLanguage(language)
    const voices = (await source.voices()).filter(
      (voice) =>
        (lang === undefined || voice.language === lang) &&
        (model === undefined || voice.model === model) &&
        (gender === undefined || voice.gender.toLowerCase() === gender.toLowerCase()),
    )
    return { text: linesOf(voices), structured: { voices: voices.map(shortVoice) } }
  })

  addTool('get_voice_details', VOICE_DETAILS, schemas.voiceDetails, async ({ speaker }) => {
    const voices = await namesakes(source, speaker)
    return { text: voices.map(describe).join('\n'), structured: { voices: voices.map(shortVoice) } }
  })

  const synthesis = {
    ...schemas.synthesizeSpeech,
    ...(parts.local && { input: schemas.synthesizeSpeech.input.extend({ save_to: schemas.saveTo }) }),
  }
  addTool('synthesize_speech', SYNTHESIZE, synthesis, async ({ include_audio, format, ...input }, signal) => {
    const { bytes, seconds, speaker } = await source.speak({ ...textIn(input), format }, signal)
    const name = 'save_to' in input ? (input.save_to as string | undefined) : undefined
    const place = await parts.keepAudio(bytes, format, name)
    const where = 'path' in place ? place.path : place.audioUrl
    const audio = { data: bytes.toString('base64'), mimeType: CODECS[format].mediaTypes[0] as string }
    return {
      text: `Spoken ${seconds.toFixed(1)} s by ${speaker}: ${where}`,
      structured: { seconds, speaker, modelId: input.modelId, format, ...place },
      ...(include_audio && { audio }),
    }
  })

  const { local } = parts
  if (local !== undefined) {
    addTool('speak', SPEAK, schemas.playSpeech, async ({ wait, ...input }, signal) => {
      const { bytes, seconds, speaker } = await source.speak({ ...textIn(input), format: 'wav' }, signal)
      const playing = local.play(bytes, wait ? signal : parts.signal)
      if (wait) await playing
      else playing.catch(parts.report)
      const { modelId } = input
      const text = `${wait ? 'Played' : 'Playing'} ${seconds.toFixed(1)} s by ${speaker}`
      return { text, structured: { seconds, speaker, modelId } }
    })
  }

  addTool('normalize_text', NORMALIZE, schemas.normalizeText, async ({ text, lang }, signal) => {
    const normalized = await source.ask('normalized', { text, lang }, signal)
    return { text: normalized, structured: { normalized } }
  })

  addTool('check_dictionary', CHECK, schemas.checkDictionary, async (text, signal) => {
    const missing = [...(await source.ask('oov', text, signal))]
    const sentence = missing.length === 0 ? 'The dictionary has every word.' : `Not in it: ${missing.join(', ')}`
    return { text: sentence, structured: { missing } }
  })

  addTool('generate_integration', INTEGRATION, schemas.generateIntegration, async ({ client, ...input }) => {
    const speaker = input.speaker ?? source.fallbackSpeaker
    await namesakes(source, speaker)
    const place = { url: parts.serverUrl, speaker, wyomingPort: DEFAULT_WYOMING_PORT }
    const code = INTEGRATIONS[client].code(place)
    return { text: code, structured: { code } }
  })
  return server
}

/** Language models send null or an empty string for what they leave out. */
function withoutAbsentFields(schema: z.ZodObject): StandardSchemaWithJSON<unknown, Record<string, unknown>> {
  const { validate, ...standard } = schema['~standard']
  return { '~standard': { ...standard, validate: (input) => validate(withoutAbsent(input, isAbsent)) } }
}

interface ToolDescription {
  readonly title: string
  readonly description: string
  readonly needsKey?: boolean
  readonly isReadOnly?: boolean
}

const LIST_VOICES = { title: 'List voices', description: 'Lists the voices, of a language, model or gender if given.' }
const VOICE_DETAILS = { title: 'Describe a voice', description: 'Describes a voice, in each of its models.' }
const SYNTHESIZE = {
  title: 'Synthesize speech',
  description: 'Speaks a text into an audio file and tells where it is.',
  needsKey: true,
  isReadOnly: false,
}
const SPEAK = {
  title: 'Speak aloud',
  description: 'Speaks a text through the speakers of this machine.',
  needsKey: true,
  isReadOnly: false,
}
const NORMALIZE = {
  title: 'Normalize text',
  description: 'Writes a text as it is spoken: numbers, dates and abbreviations as words.',
  needsKey: true,
}
const CHECK = {
  title: 'Check the dictionary',
  description: 'Names the words of an English text that the pronunciation dictionary lacks.',
  needsKey: true,
}
const INTEGRATION = {
  title: 'Generate an integration',
  description: 'Writes the code that makes a client speak with a voice of this server.',
}

/** Models write an empty string for what they do not choose. */
const textIn = ({ modelId: model, lang, text, speaker, speed }: SpokenInput): Omit<TextToSpeak, 'format'> => ({
  text,
  speaker,
  model,
  lang,
  speed,
})
type SpokenInput = Pick<
  z.infer<typeof schemas.synthesizeSpeech.input>,
  'text' | 'speaker' | 'modelId' | 'lang' | 'speed'
>

function requireLanguage(code: string) {
  const language = languageOfCode(code)
  if (language === undefined) throw new SpeechError('language.unsupported', `Language ${code} is not supported`)
  return language
}

async function namesakes({ voices }: SpeechSource, speaker: string): Promise<readonly VoiceResponse[]> {
  const named = (await voices()).filter((voice) => voice.speaker.toLowerCase() === speaker.toLowerCase())
  if (named.length === 0) throw new SpeechError('speaker.unknown', 'Speaker not found')
  return named
}

const shortVoice = ({ model, language, genres, styles, ...voice }: VoiceResponse) => ({
  speaker: voice.speaker,
  modelId: model,
  lang: language,
  gender: voice.gender,
  age: voice.age,
  country: voice.country,
  dialect: voice.dialect,
  demographic: voice.demographic,
  genres: [...genres],
  styles: [...styles],
})

const describe = ({ speaker, model, language, ...voice }: VoiceResponse): string =>
  [speaker, model, language, voice.gender, voice.age, voice.country, voice.dialect, voice.demographic, ...voice.genres]
    .filter((part) => part !== '')
    .join(', ')

/** A line for each model, language and gender, because lists of hundreds of voices are read by language models. */
function linesOf(voices: readonly VoiceResponse[]): string {
  const groups = new Map<string, string[]>()
  for (const { speaker, model, language, gender } of voices) {
    const group = `${model}, ${language}, ${gender}`
    groups.set(group, [...(groups.get(group) ?? []), speaker])
  }
  if (groups.size === 0) return 'No voice matches.'
  return [...groups].map(([group, names]) => `${group}: ${names.join(' ')}`).join('\n')
}

/** What the client is told of a failure. */
function sentenceOf(error: unknown, report: McpParts['report']): string {
  if (error instanceof ToolError) return error.message
  if (!isSpeechError(error)) report(error)
  return whatToTell(error).text
}

/** A failure that may be told to the client as it is. */
export class ToolError extends Error {}
