import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { entryOf } from '../src/app/dictionary/dictionary.ts'
import { resolveRequest } from '../src/app/speech/resolve-request.ts'
import { CODEC_NAMES, CODECS, type Codec } from '../src/audio/codecs.ts'
import { isSpeechError } from '../src/core/errors.ts'
import { LANGUAGES, languageOfCode } from '../src/core/language.ts'
import { type Deployment, MODEL_IDS, type ModelId } from '../src/core/model.ts'
import { readShippedCatalogue } from '../src/main/catalogue.ts'
import { wordSchema } from '../src/protocols/dictionary/dictionary-protocol.ts'
import { approvalSchema, wordRequestSchema } from '../src/protocols/dictionary/word-requests.ts'
import { markupSchema, messageSchema } from '../src/protocols/rime/socket-messages.ts'
import { createSocketQuerySchemas, parseSocketQuery } from '../src/protocols/rime/socket-query.ts'
import { textBodySchema } from '../src/protocols/text/text-body.ts'
import { tokenSchema } from '../src/protocols/tokens/token-body.ts'
import type { HTTP_STATUS } from '../src/server/answers/error-status.ts'
import { parseBody } from '../src/server/bodies/parse-body.ts'
import {
  createSpeechBodySchemas,
  parametersOf,
  parseSpeechBody,
  type SpeechBody,
} from '../src/server/bodies/speech-body.ts'

// Writes docs/api.md from the schemas of src/protocols/: types, ranges and defaults as declared, and the errors for
// invalid values.

type Fields = Readonly<Record<string, unknown>>

/** A parser of a set of fields. */
interface Reader {
  /** Empty if there is only one reader. */
  readonly model: ModelId | ''
  readonly deployment: Deployment
  readonly schema: z.ZodObject
  /** Reads fields as the service does. Throws a SpeechError. */
  readonly read: (fields: Fields) => unknown
  /** Defaults that are not in the schema. */
  readonly defaults: Readonly<Record<string, string>>
}

const UNLIMITED = Number.POSITIVE_INFINITY
const DEPLOYMENTS: readonly Deployment[] = ['cloud', 'onprem']
const CATALOGUE = readShippedCatalogue([])
const CUTOVER = new Date('2026-08-15T12:00:00Z')
/** Values of all required fields. */
const VALID: Fields = { text: 'Hello.', speaker: 'luna', word: 'nginx', pronunciation: 'engine x' }

/** The whole of docs/api.md. Throws for a field without a description. */
export const apiReference = (): string =>
  `${[
    `# Fields of the API

<!-- Written by \`npm run docs:api\` from the schemas in src/protocols/; a test holds the two together. -->

Every request carries its key in a header: \`Authorization\` must be \`Bearer KEY\`. A key in a URL is never read.

Bodies are JSON in UTF-8, whatever the media type of \`Content-Type\`; a \`charset\` other than UTF-8 and a \`Content-Encoding\` are
refused with 415. Fields that are not listed are ignored. \`null\` counts as absent, and so does an empty string, except in texts. A value
that does not fit is answered with status 400 and a line of plain text, of several errors the first in the order of the
table. What the answers hold is in [formats.md](formats.md), [websocket.md](websocket.md) and
[pronunciation.md](pronunciation.md).`,

    `## Speech: \`POST /v1/rime-tts\`

\`modelId\` names the model: \`coda\`, \`arcana\` (or \`arcanav2\`, \`arcanav3\`), \`mistv3\` or \`mistv2\`. Without it, and with any other
value, \`mistv3\` serves; there is no error. Each model reads the fields of its own rows and ignores the others.
\`cloud\` and \`onprem\` are values of \`HOARFROST_DEPLOYMENT\`.`,
    tableOf(MODEL_IDS.flatMap(speechReaders)),

    `## WebSockets: the query of \`/ws3\`, \`/ws2\` and \`/ws\`

\`modelId\` as above; on \`/ws2\` the default is \`mistv2\`. Every value is a string: a decimal number, \`true\` or \`false\`. An empty
one counts as absent. Errors are the status and the text that answer the upgrade.`,
    tableOf(MODEL_IDS.flatMap(queryReaders)),

    `## WebSockets: messages to \`/ws3\` and \`/ws2\`

A message has a \`text\`, an \`operation\` or both; else \`text or operation is required\`. An error is an event
\`{"type": "error"}\`, and the socket stays open.`,
    tableOf([readerOf(messageSchema)]),
    'Beside a `text`, on `mistv3` and `mistv2`:',
    tableOf([readerOf(markupSchema)]),

    `## How a text is read: \`POST /textnorm\`, \`POST /oov\`

\`/oov\` is of English alone; both refuse a language that they do not read: \`Language xx is not supported\`.`,
    tableOf([readerOf(textBodySchema)]),

    `## Dictionary

\`POST /v1/dictionary/requests\` asks for a word.`,
    tableOf([readerOf(wordRequestSchema, readWord)]),
    '`POST /v1/dictionary/requests/{id}/approve` adds it; it needs a key with the role `admin`, and no body.',
    tableOf([readerOf(approvalSchema, readWord)]),
    '`PUT /v1/dictionary/words/{word}` adds a word at once; it needs a key with the role `admin`.',
    tableOf([readerOf(wordSchema, readWord)]),
    `A pronunciation that cannot be read is refused with the symbol and its place; see
[pronunciation.md](pronunciation.md).`,

    `## Tokens

\`POST /v1/tokens\` makes a token for a client that must not hold a key; see
[keys.md](keys.md#tokens-for-browsers). It needs a key with the role \`synthesis\`, and no body.`,
    tableOf([readerOf(tokenSchema)]),

    `## Audio formats

Mono, 16 bits before encoding. \`Accept\` names the format of an answer, \`audioFormat\` that in JSON, in events and over
WebSockets. What is asked for at a rate that a format lacks comes at the nearest.`,
    formatTable(),

    '## Languages',
    languageTable(),

    `## Statuses

Errors are plain text: one line, and after an unsupported language a second one with those that there are.`,
    statusTable(),
  ].join('\n\n')}\n`

function speechReaders(model: ModelId): Reader[] {
  return DEPLOYMENTS.map((deployment) => {
    const schemas = createSpeechBodySchemas({ deployment, maxTextLength: UNLIMITED, defaultSpeaker: null })
    const parse = (fields: Fields) => parseSpeechBody(schemas, { ...fields, modelId: model })
    return {
      model,
      deployment,
      schema: schemas[model],
      read: (fields) => resolve(parse(fields), 'wav', deployment),
      defaults: { lang: LANGUAGE, samplingRate: ratesOf(parse(VALID), ['wav', 'pcm', 'mulaw'], deployment) },
    }
  })
}

function queryReaders(model: ModelId): Reader[] {
  return DEPLOYMENTS.map((deployment) => {
    const schemas = createSocketQuerySchemas(
      createSpeechBodySchemas({ deployment, maxTextLength: UNLIMITED, defaultSpeaker: null }),
    )
    const parse = (fields: Fields) => {
      const query = new URLSearchParams({ ...(fields as Record<string, string>), modelId: model })
      return { ...parseSocketQuery(schemas, query, {}), text: '', timestamps: false } as SpeechBody
    }
    return {
      model,
      deployment,
      schema: schemas[model],
      read: (fields) => resolve(parse(fields), 'pcm', deployment),
      defaults: {
        lang: LANGUAGE,
        segment: '`bySentence`',
        samplingRate: ratesOf(parse(VALID), ['pcm', 'wav', 'mulaw'], deployment),
      },
    }
  })
}

const readerOf = (schema: z.ZodObject, read: (fields: Fields) => unknown = () => {}): Reader => ({
  model: '',
  deployment: 'cloud',
  schema,
  read: (fields) => read(parseBody(schema, fields)),
  defaults: {},
})

const readWord = ({ word = VALID.word, pronunciation = VALID.pronunciation, language }: Fields) =>
  entryOf({ word: word as string, language: language as string }, pronunciation as string, new Date(0))

const LANGUAGE = "the speaker's"

const resolve = (body: SpeechBody, codec: Codec, deployment: Deployment) =>
  resolveRequest(
    parametersOf({ id: '', apiKey: undefined, token: undefined, span: undefined }, body, { text: body.text, codec }),
    {
      catalogue: CATALOGUE,
      clock: () => new Date(0),
      deployment,
      arcanaCutover: CUTOVER,
      isStrict: false,
      defaultSpeaker: null,
    },
  )

/** `24000; mulaw 8000`: the rate of the first codec, and other rates by codec. */
function ratesOf(body: SpeechBody, codecs: readonly Codec[], deployment: Deployment): string {
  const rates = codecs.map((codec) => ({ codec, rate: resolve(body, codec, deployment).sampleRateHz }))
  const [usual, ...others] = rates
  const different = others.filter(({ rate }) => rate !== usual?.rate).map(({ codec, rate }) => `${codec} ${rate}`)
  return [usual?.rate, ...different].join('; ')
}

/** One row per field, shared by models that agree. */
function tableOf(readers: readonly Reader[]): string {
  const names = [...new Set(readers.flatMap(({ schema }) => Object.keys(schema.shape)))]
  const hasModels = readers.length > 1
  const rows = names.flatMap((name) => {
    const readersByFacts = grouped(
      readers.filter(({ schema }) => name in schema.shape),
      (reader) => factsOf(name, reader).join(' | '),
    )
    return [...readersByFacts].map(
      ([facts, agreeing]) => `| \`${name}\` | ${hasModels ? `${modelsOf(agreeing)} | ` : ''}${facts} |`,
    )
  })
  const header = ['Field', ...(hasModels ? ['Models'] : []), 'Value', 'Default', 'Meaning', 'Errors']
  return [`| ${header.join(' | ')} |`, `|${' --- |'.repeat(header.length)}`, ...rows].join('\n')
}

/** `coda, mistv3 (cloud)`. */
const modelsOf = (readers: readonly Reader[]): string =>
  [...grouped(readers, ({ model }) => model)]
    .map(([model, of]) => (of.length === DEPLOYMENTS.length ? model : `${model} (${of[0]?.deployment})`))
    .join(', ')

/** `Map.groupBy`, which Node 20 lacks. */
function grouped<K, V>(values: readonly V[], keyOf: (value: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>()
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value])
  return groups
}

/** Table cells of a field: values, default, meaning, errors. */
function factsOf(name: string, reader: Reader): readonly string[] {
  const field = reader.schema.shape[name] as z.ZodType
  if (field.description === undefined) throw new Error(`${name} has no description: add .describe(…) to its schema`)
  const schema = z.toJSONSchema(field, { io: 'input' })
  const errors = errorsOf(name, schema, reader)
  return [
    valuesOf({ maxLength: longestText(name, errors, reader), ...schema }),
    reader.defaults[name] ?? defaultOf(schema, errors),
    field.description,
    errors.map((error) => `\`${error}\``).join('<br>'),
  ]
}

type JsonSchema = z.core.JSONSchema.BaseSchema

function valuesOf({ type, enum: choices, minimum, maximum, exclusiveMinimum, maxLength }: JsonSchema): string {
  if (choices !== undefined) return choices.map((choice) => `\`${choice}\``).join(', ')
  if (type === 'string') return maxLength === UNLIMITED ? 'string' : `string of at most ${maxLength} characters`
  const range = [
    minimum !== undefined &&
      Number.isSafeInteger(minimum) &&
      minimum > Number.MIN_SAFE_INTEGER &&
      `at least ${minimum}`,
    exclusiveMinimum !== undefined && `above ${exclusiveMinimum}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `at most ${maximum}`,
  ].filter((part) => part !== false)
  return [type, ...range].join(', ')
}

const defaultOf = (schema: JsonSchema, errors: readonly string[]): string => {
  if (errors.some((error) => error.endsWith('is required'))) return 'required'
  return schema.default === undefined || schema.default === '' ? 'none' : `\`${schema.default}\``
}

/** Finds length limits that are not in the JSON schema by trying lengths. */
function longestText(name: string, errors: readonly string[], reader: Reader): number {
  const tooLong = errors.find((error) => error.endsWith('is too long'))
  if (tooLong === undefined) return UNLIMITED
  let [taken, refused] = [1, LONG]
  while (refused - taken > 1) {
    const middle = Math.floor((taken + refused) / 2)
    if (errorOf({ ...VALID, [name]: 'a'.repeat(middle) }, reader) === tooLong) refused = middle
    else taken = middle
  }
  return taken
}

/** Longer than any limit. */
const LONG = 20_000

/** Errors for invalid values and for a missing value. */
function errorsOf(name: string, { minimum = 0, maximum = 0, exclusiveMinimum = 0 }: JsonSchema, reader: Reader) {
  const { [name]: _, ...others } = VALID
  const wrong = [{}, 7, 'x', '', true, 1.5, minimum - 1, maximum + 1, exclusiveMinimum, 'a'.repeat(LONG)]
  const errors = [others, ...wrong.map((value) => ({ ...VALID, [name]: value }))].map((fields) =>
    errorOf(fields, reader)?.replace(/^Language .* model \w+.*/s, 'Language LANG is not supported for model MODEL'),
  )
  return [...new Set(errors)].filter((error) => error !== undefined)
}

function errorOf(fields: Fields, { read }: Reader): string | undefined {
  try {
    read(fields)
    return undefined
  } catch (error) {
    if (isSpeechError(error)) return error.message
    throw error
  }
}

function formatTable(): string {
  const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')
  const rows = CODEC_NAMES.map((name) => {
    const { title, mediaTypes, isAccepted = true, extensions, isAudioFormat, container, rates } = CODECS[name]
    return [
      title,
      code(isAccepted ? mediaTypes : []),
      code(isAudioFormat ? [name] : []),
      code(extensions),
      container,
      rates.title,
    ]
  })
  const header = ['Format', '`Accept`', '`audioFormat`', '`say -o`', 'Container', 'Sampling rates, Hz']
  return [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

function languageTable(): string {
  const pairs = LETTERS.flatMap((a) => LETTERS.map((b) => a + b))
  const codes = [...pairs, ...pairs.flatMap((pair) => LETTERS.map((c) => pair + c))]
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const rows = LANGUAGES.map((language) => {
    const own = codes.filter((code) => languageOfCode(code) === language)
    const counts = MODEL_IDS.map((model) => CATALOGUE.ofModel(model, language).length)
    return [names.of(own[0] as string), own.map((code) => `\`${code}\``).join(', '), ...counts].join(' | ')
  })
  const header = ['Language', 'Codes', ...MODEL_IDS.map((model) => `Voices of ${model}`)]
  return [`| ${header.join(' | ')} |`, `|${' --- |'.repeat(header.length)}`, ...rows.map((row) => `| ${row} |`)].join(
    '\n',
  )
}

type Status = (typeof HTTP_STATUS)[keyof typeof HTTP_STATUS]

const ERRORS_BY_STATUS = {
  400: 'The errors of the tables; `request body is required`, `request body is not valid UTF-8`, `request body is not valid JSON`, `payload must be an object`',
  401: '`Missing Authorization header`; `empty apikey`; `invalid api key` where it is unknown, revoked or expired, or not `Bearer KEY`',
  403: '`access forbidden`: the key has not the role that is needed',
  404: 'No such path; a request or word of the dictionary that does not exist',
  405: '`method not allowed`: `Allow` lists those that there are',
  406: '`Accept` names audio types only, none of which is served; the text lists those that are',
  408: '`request timed out`: the request was not complete after a minute',
  409: 'A request of the dictionary that has been judged already',
  413: '`request body is too large`: more than `HOARFROST_MAX_BODY_BYTES`; `request body is too large apart from its text`: more than 64 KiB besides strings of more than 1 KiB; `text is too long`: on `/textnorm` and `/oov`, more than `HOARFROST_MAX_TEXTNORM_CHARACTERS`',
  415: 'A compressed body, where `Accept-Encoding: identity` follows, or a `charset` in `Content-Type` other than UTF-8; the text names it',
  417: '`Expect must be 100-continue`',
  426: '`upgrade required`: a path of WebSockets without an upgrade; `Sec-WebSocket-Version must be 13`',
  429: '`Too many requests`, `Currently at websocket limit`; `Retry-After` says when to try again',
  431: '`request header is too large`: more than 16 KiB',
  500: '`internal error`: the log has the reason',
  501: 'A `Transfer-Encoding` other than `chunked`',
  503: '`service unavailable`: overloaded, stopping, or the database is busy; `Retry-After` says when to try again',
  505: '`HTTP must be of version 1.0 or 1.1`',
  507: 'The disk of the data directory is full',
} as const satisfies Record<Status, string>

const statusTable = (): string =>
  [
    '| Status | Errors |',
    '| --- | --- |',
    ...Object.entries(ERRORS_BY_STATUS).map(([status, errors]) => `| ${status} | ${errors} |`),
  ].join('\n')

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('../docs/api.md', import.meta.url), apiReference())
}
