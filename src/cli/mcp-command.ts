import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { Command } from 'commander'
import { createNarrator } from '../app/speech/narrator.ts'
import { FALLBACK_SPEAKER } from '../app/speech/resolve-request.ts'
import { Speech } from '../app/speech/speech.ts'
import { type AnswerText, textToRead } from '../app/texts/text-answers.ts'
import type { CreateEncoder } from '../audio/codecs.ts'
import { remembered } from '../core/remembered.ts'
import { createMcpServer, type McpParts, ToolError } from '../protocols/mcp/mcp-server.ts'
import { localSource, type SpeechSource } from '../protocols/mcp/speech-source.ts'
import type { VoiceRules } from './default-voice.ts'
import { play } from './play.ts'
import { remoteSource } from './remote-speech.ts'
import type { SayParts, Speaking } from './say-command.ts'
import type { SpeechServer } from './socket-speech.ts'

export interface McpCommandParts extends SayParts {
  readonly openAnswerText: () => Promise<AnswerText>
  /** The server that the environment names; undefined to speak without one. */
  readonly readRemoteServer: () => SpeechServer | undefined
}

interface McpOptions {
  readonly folder?: string
}

export const mcpCommand = (parts: McpCommandParts): Command =>
  new Command('mcp')
    .description('serve the Model Context Protocol on standard input and output')
    .option('--folder <dir>', 'directory of synthesized audio (default: a new temporary one)')
    .addHelpText('after', HELP)
    .action((options: McpOptions) => serve(options, parts))

const HELP = `
Speaks through the server HOARFROST_URL with the key HOARFROST_API_KEY, or in this process if HOARFROST_URL is not set.`

async function serve({ folder }: McpOptions, parts: McpCommandParts): Promise<void> {
  const remote = parts.readRemoteServer()
  await using encoders = lazily(parts.openEncoders)
  const createEncoder: CreateEncoder = async (format) => (await encoders.get()).createEncoder(format)
  await using speaking = lazily(async () => disposable(await parts.openSpeaking()))
  const rules = await parts.readVoiceRules()
  const source =
    remote === undefined
      ? localSpeech(parts, { rules, openSpeaking: speaking.get, createEncoder })
      : remoteSource(remote, { createEncoder, rules, software: parts.readSoftware() })
  const tools: McpParts = {
    source,
    serverUrl: (remote ?? parts.readServer()).url,
    hasKey: true,
    keepAudio: audioFolder(folder),
    local: { play: playWav },
    signal: parts.signal,
    report: complain,
  }
  const [{ serveStdio }, { AnsweringTransport }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('./answering-transport.ts'),
  ])
  const transport = new AnsweringTransport({ input: process.stdin, output: process.stdout, signal: parts.signal })
  const server = serveStdio(() => createMcpServer(tools), { transport, onerror: complainOfMessage })
  await transport.ended
  await server.close()
}

/** Standard output carries the protocol only. */
const complain = (error: unknown): void =>
  void process.stderr.write(`hoarfrost: ${error instanceof Error ? error.message : error}\n`)

/** The messages of these errors may quote texts. */
const complainOfMessage = ({ name }: Error): void =>
  void process.stderr.write(`hoarfrost: a message of the client is invalid (${name})\n`)

const disposable = (speaking: Speaking): Speaking & AsyncDisposable => ({
  ...speaking,
  [Symbol.asyncDispose]: () => speaking.pool[Symbol.asyncDispose](),
})

interface LocalParts {
  readonly rules: VoiceRules
  readonly openSpeaking: () => Promise<Speaking>
  readonly createEncoder: CreateEncoder
}

/** Speech of this process, whose engines open with the first text. */
function localSpeech(
  { openAnswerText, readSoftware }: McpCommandParts,
  { rules, openSpeaking, createEncoder }: LocalParts,
): SpeechSource {
  const answers = remembered(openAnswerText)
  const answerText: AnswerText = async (question, text, signal) => (await answers())(question, text, signal)
  return {
    fallbackSpeaker: rules.defaultSpeaker ?? FALLBACK_SPEAKER,
    voices: async () => rules.catalogue.voices,
    ask: async (question, { text, lang }, signal) => answerText(question, textToRead(question, text, lang), signal),
    async speak(text, signal) {
      const speaking = await openSpeaking()
      const speech = new Speech({
        createNarrator: (settings) => createNarrator(settings, speaking),
        createEncoder,
        software: readSoftware(),
      })
      const caller = { id: 'mcp', owner: undefined, onlySpeaker: undefined, onSpeech: () => {} }
      return localSource({ ...speaking, speech, answerText }, caller).speak(text, signal)
    },
  }
}

/** Opens a part with its first use, again if that failed, and disposes it if it was opened. */
function lazily<T extends AsyncDisposable>(open: () => Promise<T>) {
  const get = remembered(open)
  let last: Promise<T> | undefined
  return {
    get: (): Promise<T> => {
      last = get()
      return last
    },
    async [Symbol.asyncDispose](): Promise<void> {
      const part = await last?.catch(() => undefined) // whoever asked for it was told
      await part?.[Symbol.asyncDispose]()
    },
  }
}

/** Writes audio to new files of a folder. Throws a ToolError if a file exists. */
function audioFolder(folder: string | undefined): McpParts['keepAudio'] {
  const directory = remembered(async () => {
    if (folder === undefined) return mkdtemp(join(tmpdir(), 'hoarfrost-'))
    await mkdir(folder, { recursive: true })
    return resolve(folder)
  })
  let count = 0
  return async (bytes, format, name = `speech-${process.pid}-${++count}`) => {
    const fileName = extname(name) === `.${format}` ? name : `${name}.${format}`
    try {
      const path = join(await directory(), fileName)
      await writeFile(path, bytes, { flag: 'wx' })
      return { path }
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      throw new ToolError(code === 'EEXIST' ? `${fileName} exists; give another name` : message)
    }
  }
}

async function playWav(wav: Buffer, signal: AbortSignal): Promise<void> {
  try {
    await play(Readable.from([wav]), signal)
  } catch (error) {
    signal.throwIfAborted()
    throw new ToolError((error as Error).message)
  }
}
