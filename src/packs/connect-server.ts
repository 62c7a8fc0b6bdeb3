import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Dispatcher, request } from 'undici'
import { deadline } from '../core/abort.ts'
import { joinUrl } from '../core/join-url.ts'
import { type Language, languageOfCode } from '../core/language.ts'
import {
  type PackManifest,
  type PackRule,
  type PackSpeaker,
  REMOTE_SETTINGS_NAME,
  type RemoteSettings,
} from '../core/pack.ts'
import type { Catalogue } from '../core/voice.ts'
import { LANGUAGE_MODULES } from '../languages/languages.ts'
import { boundedText } from './bounded-text.ts'
import { digestOf } from './file-digest.ts'
import { parseManifest } from './manifest.ts'
import { finishPack } from './unfinished-pack.ts'

export interface ServerToConnect {
  readonly name: string
  readonly settings: RemoteSettings
  /** API key of the server. */
  readonly key: string | undefined
  /** Voices that the server does not list, or lists without language and gender. */
  readonly described: readonly Omit<PackSpeaker, 'gainDb'>[]
  /** Gain of all its voices in dB. */
  readonly gainDb: number
}

export interface ConnectOptions {
  readonly packsFolder: string
  readonly catalogue: Catalogue
  readonly dispatcher: Dispatcher
  readonly signal: AbortSignal
}

const ANSWER_MS = 15_000
const MAX_RULES = 500
/** Of a list of voices. */
const MAX_LISTED_BYTES = 2 ** 22

/**
 * Installs a pack whose voices are those of a server with OpenAI's speech API. Throws an Error of one line if the
 * server does not answer or none of its voices can be used.
 */
export async function connectServer(server: ServerToConnect, options: ConnectOptions): Promise<PackManifest> {
  const listed = await listServerVoices(server, options)
  const speakers = speakersOf(listed ?? [], server)
  if (speakers.length === 0) {
    throw new Error(
      listed === null
        ? 'the server does not list its voices; describe them with --voice NAME:eng-US:Female'
        : `the server lists ${listed.length} voices, but not their language and gender; describe them with --voice NAME:eng-US:Female`,
    )
  }
  const text = `${JSON.stringify(server.settings, null, 2)}\n`
  const manifest = manifestOf(server, text, speakers, options.catalogue)
  await mkdir(options.packsFolder, { recursive: true })
  await finishPack(options.packsFolder, manifest, async (pack) => {
    const path = join(pack.workFolder, REMOTE_SETTINGS_NAME)
    await writeFile(path, text)
    await pack.add(manifest.files[0] as PackManifest['files'][number], path, await digestOf(path, options.signal))
  })
  return manifest
}

/** A voice as servers list it. */
interface ListedVoice {
  readonly name: string
  readonly language?: string | undefined
  readonly gender?: string | undefined
  readonly country?: string | undefined
}

/** Statuses of servers without a list of voices, such as OpenAI's own API. */
const NO_LIST = [404, 405, 501]

/** Null if the server has no list. */
async function listServerVoices(
  { settings: { url }, key }: ServerToConnect,
  { dispatcher, signal }: ConnectOptions,
): Promise<readonly ListedVoice[] | null> {
  using limit = deadline(signal, ANSWER_MS)
  const address = joinUrl(url, 'audio/voices')
  const { statusCode, body } = await request(address, {
    dispatcher,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    signal: limit,
  }).catch((cause) => {
    signal.throwIfAborted()
    throw new Error(`${address} does not answer`, { cause })
  })
  if (statusCode !== 200) {
    body.on('error', () => {}).destroy()
    if (NO_LIST.includes(statusCode)) return null
    throw new Error(`${address} answered ${statusCode}`)
  }
  const text = await boundedText(body, MAX_LISTED_BYTES).catch(({ message }) => {
    signal.throwIfAborted()
    const why = limit.aborted ? `without an end within ${ANSWER_MS / 1000} s` : message
    throw new Error(`the answer of ${address} cannot be read (${why})`)
  })
  const listing = jsonIn(text)
  const voices = Array.isArray(listing) ? listing : listing?.voices
  return Array.isArray(voices) ? voices.flatMap(listedVoice) : null
}

function jsonIn(text: string): { readonly voices?: unknown } | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function listedVoice(voice: unknown): readonly ListedVoice[] {
  if (typeof voice === 'string') return [{ name: voice }]
  if (typeof voice !== 'object' || voice === null) return []
  const { id, voice_id, name, language, gender, country } = voice as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const known = text(id) ?? text(voice_id) ?? text(name)
  if (known === undefined) return []
  return [{ name: known, language: text(language), gender: text(gender), country: text(country) }]
}

/** First letters of Kokoro's voices: language and region. */
const KOKORO_ACCENTS: Readonly<Record<string, string>> = {
  a: 'eng-US',
  b: 'eng-GB',
  e: 'spa-ES',
  f: 'fra-FR',
  h: 'hin-IN',
  i: 'ita-IT',
  j: 'jpn-JP',
  p: 'por-BR',
}

function speakersOf(listed: readonly ListedVoice[], { described, gainDb }: ServerToConnect): readonly PackSpeaker[] {
  const known = [...described, ...listed.flatMap((voice) => describe(voice) ?? [])]
    .filter(({ name }) => /^[\w-]{1,60}$/.test(name))
    .map((voice) => ({ ...voice, gainDb }))
  return known.filter(({ name }, i) => known.findIndex((other) => other.name === name) === i)
}

function describe({ name, language, gender, country }: ListedVoice): Omit<PackSpeaker, 'gainDb'> | undefined {
  const spoken = language === undefined ? undefined : languageOfCode(language)
  const [, initial = '', sex] = /^([a-z])([fm])_/.exec(name) ?? []
  if (spoken !== undefined && gender !== undefined) {
    const region =
      country !== undefined && /^[A-Z]{2}$/.test(country) ? country : LANGUAGE_MODULES[spoken].defaultCountry
    return { name, language: spoken, accent: `${spoken}-${region}`, gender: /^m/i.test(gender) ? 'Male' : 'Female' }
  }
  const accent = KOKORO_ACCENTS[initial]
  if (accent === undefined) return undefined
  return { name, language: accent.slice(0, 3) as Language, accent, gender: sex === 'm' ? 'Male' : 'Female' }
}

function manifestOf(
  { name, settings }: ServerToConnect,
  text: string,
  speakers: readonly PackSpeaker[],
  catalogue: Catalogue,
): PackManifest {
  const sha256 = createHash('sha256').update(text).digest('hex')
  const contents = createHash('sha256').update(text).update(JSON.stringify(speakers)).digest('hex')
  const { host } = new URL(settings.url)
  const manifest: PackManifest = {
    name,
    version: contents.slice(0, 12),
    summary: `The server ${host}, model ${settings.model}`,
    family: 'remote',
    licences: [{ of: 'voices', spdx: 'NOASSERTION', holder: host, statedAt: settings.url }],
    baseModel: { name: settings.model, licence: 'unknown' },
    files: [
      {
        path: REMOTE_SETTINGS_NAME,
        bytes: Buffer.byteLength(text),
        sha256,
        isChecked: true,
        from: [{ kind: 'import', members: [REMOTE_SETTINGS_NAME], how: 'hoarfrost packs connect' }],
      },
    ],
    parts: { settings: REMOTE_SETTINGS_NAME },
    speakers,
    serves: rulesOf(speakers, catalogue),
    unverified: [],
  }
  return parseManifest(JSON.stringify(manifest))
}

/** Voices of the same name where the server has the names of the catalogue, else voices of the same kind. */
function rulesOf(speakers: readonly PackSpeaker[], catalogue: Catalogue): readonly PackRule[] {
  const same = speakers.filter(({ name, language }) =>
    catalogue.named(name).some((voice) => voice.language === language),
  )
  if (same.length > 0) {
    return same.slice(0, MAX_RULES).map(({ name, language }) => ({
      language,
      names: [name],
      speakers: [name],
      why: 'the server has a voice of this name',
    }))
  }
  const kinds = [...new Set(speakers.map(kindOf))]
  const rules = kinds.map((kind) =>
    ruleOf(
      speakers.filter((speaker) => kindOf(speaker) === kind),
      speakers,
    ),
  )
  // Rules for one country come before those for all countries.
  return rules.sort((one, other) => Number(other.countries !== undefined) - Number(one.countries !== undefined))
}

const kindOf = ({ accent, gender }: PackSpeaker): string => `${accent} ${gender}`

/** `group` is not empty, and of one kind. */
function ruleOf(group: readonly PackSpeaker[], speakers: readonly PackSpeaker[]): PackRule {
  const { language, accent, gender } = group[0] as PackSpeaker
  const isDefault = accent === `${language}-${LANGUAGE_MODULES[language].defaultCountry}`
  const isOnly = speakers.every(
    (other) => other.language !== language || other.gender !== gender || other.accent === accent,
  )
  return {
    language,
    genders: gender === 'Female' ? ['Female', 'Non-binary'] : ['Male'],
    ...(!isDefault && !isOnly && { countries: [accent.slice(4)] }),
    speakers: group.map(({ name }) => name),
    why: `the server's voices of this language and gender, ${accent}`,
  }
}
