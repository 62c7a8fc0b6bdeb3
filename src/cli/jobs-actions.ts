import { basename, extname, join, parse } from 'node:path'
import { CODECS, type Codec } from '../audio/codecs.ts'
import type { ShownJob } from '../protocols/jobs/job-bodies.ts'
import { rateOfSpeedAlpha } from '../server/bodies/speech-body.ts'
import { chosenServer } from './chosen-server.ts'
import { defaultVoice, expectedVoice } from './default-voice.ts'
import { fetchResult } from './fetch-result.ts'
import { createJobClient, type JobClient } from './job-client.ts'
import type { FetchOptions, JobsParts, ServerOptions, SubmitOptions } from './jobs-parts.ts'
import { readPrompts } from './prompt-files.ts'
import { readText, STDIN } from './read-text.ts'
import { codecOfFile } from './sound-file.ts'
import { formatTable } from './table.ts'
import { clock } from './units.ts'
import { UsageError } from './usage-error.ts'
import { namingSpeaker, requireOwnLanguage, sayOtherLanguage, sayStandIn } from './voice-hints.ts'
import { hasEnded, watchJob } from './watch-job.ts'

const EXIT_CODE_OF_STATE: Readonly<Record<string, number>> = { failed: 3, cancelled: 4 }
/** Of prompts. */
const ARCHIVE = '.zip'
/** Of a chapter's title and of a job's name, as the server has them. */
const MAX_TITLE_LENGTH = 200

const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)

async function openClient({ server, keyFile }: ServerOptions, parts: JobsParts): Promise<JobClient> {
  return createJobClient(await chosenServer({ url: server, keyFile }, parts), parts.signal)
}

export async function submit(files: readonly string[], options: SubmitOptions, parts: JobsParts): Promise<void> {
  const { output, wait, idempotencyKey } = options
  if (output !== undefined && !wait) throw new UsageError('-o needs --wait; without it, use hoarfrost jobs fetch later')
  const client = await openClient(options, parts)
  const content = await contentOf(files, options, parts.signal)
  const speech = await speechOf(options, parts)
  const { captions = [], voice: voices = [] } = options
  const webhook = await webhookOf(options, parts.signal)
  const rules = await parts.readVoiceRules()
  const expected = expectedVoice(options, rules)
  if (expected !== undefined) requireOwnLanguage(options, expected, rules.catalogue)
  const name = options.name ?? nameOf(options.prompts === undefined ? files : [options.prompts])
  const job = await namingSpeaker(options.speaker, rules.catalogue, () =>
    client.submit({ name, ...speech, ...content, voices, captions, webhook }, idempotencyKey),
  )
  sayStandIn(options, { speaker: job.speaker, language: job.lang, model: job.modelId }, rules.catalogue)
  if (expected !== undefined) sayOtherLanguage(startOf(content), expected, rules.catalogue)
  process.stdout.write(`${job.id}\n`)
  if (!wait) return
  const isDone = await watchToEnd(job.id, client, parts.signal)
  if (!isDone || output === undefined) return
  await fetchResult(await client.result(job.id, {}), output, parts.signal)
  if (options.prompts !== undefined) return // captions are in the archive
  const { dir, name: base } = parse(output)
  for (const format of captions) {
    await fetchResult(await client.result(job.id, { captions: format }), join(dir, `${base}.${format}`), parts.signal)
  }
}

type Content =
  | { readonly text: string }
  | { readonly chapters: readonly { readonly text: string }[] }
  | { prompts: unknown }

/** Of a text, what tells its language; prompts may be in several. */
function startOf(content: Content): string {
  if ('text' in content) return content.text
  return 'chapters' in content ? (content.chapters[0]?.text ?? '') : ''
}

async function contentOf(files: readonly string[], { prompts }: SubmitOptions, signal: AbortSignal): Promise<Content> {
  if ((prompts === undefined) === (files.length === 0)) throw new UsageError('give text files, or --prompts FILE')
  if (prompts !== undefined) return { prompts: readPrompts(prompts, await readText(prompts, signal)) }
  const texts: { readonly title: string; readonly text: string }[] = []
  for (const file of files) texts.push({ title: titleOf(file), text: await readText(file, signal) })
  const [only, ...others] = texts
  return only !== undefined && others.length === 0 ? { text: only.text } : { chapters: texts }
}

async function webhookOf({ webhook, webhookSecretFile }: SubmitOptions, signal: AbortSignal) {
  if (webhook === undefined) return undefined
  if (webhookSecretFile === undefined) return { url: webhook }
  return { url: webhook, secret: (await readText(webhookSecretFile, signal)).trim() }
}

export async function list(
  options: ServerOptions & { readonly limit: number; readonly json?: true },
  parts: JobsParts,
): Promise<void> {
  const jobs = await (await openClient(options, parts)).list(options.limit)
  const rows = jobs.map((job) => [
    job.id,
    job.state,
    percentOf(job),
    `${job.characters}`,
    job.audioFormat,
    job.speaker,
    minuteOf(job.createdAt),
    job.name ?? '',
  ])
  const table = formatTable(['ID', 'STATE', 'DONE', 'CHARACTERS', 'FORMAT', 'SPEAKER', 'CREATED', 'NAME'], rows)
  process.stdout.write(options.json ? jsonOf(jobs) : table)
}

export async function show(
  id: string,
  options: ServerOptions & { readonly json?: true },
  parts: JobsParts,
): Promise<void> {
  const job = await (await openClient(options, parts)).find(id)
  process.stdout.write(options.json ? jsonOf(job) : descriptionOf(job))
}

export async function watch(id: string, options: ServerOptions, parts: JobsParts): Promise<void> {
  await watchToEnd(id, await openClient(options, parts), parts.signal)
}

export async function cancel(id: string, options: ServerOptions, parts: JobsParts): Promise<void> {
  await (await openClient(options, parts)).cancel(id)
}

export async function remove(id: string, options: ServerOptions, parts: JobsParts): Promise<void> {
  const client = await openClient(options, parts)
  const job = await client.find(id)
  if (!hasEnded(job)) throw new Error(`the job is ${job.state}; to cancel it: hoarfrost jobs cancel ${id}`)
  await client.remove(id)
}

export async function fetchAudio(id: string, options: FetchOptions, parts: JobsParts): Promise<void> {
  const client = await openClient(options, parts)
  const { chapter, prompt, captions } = options
  const job = await client.find(id)
  const result = await client.result(id, { chapter, prompt, captions })
  const ofWhole = chapter === undefined ? id : `${id}-${chapter}`
  const path = options.output ?? `${prompt ?? ofWhole}${extensionOf(job, options)}`
  await fetchResult(result, path, parts.signal)
  if (options.output === undefined) process.stdout.write(`${path}\n`)
}

function extensionOf({ kind, audioFormat }: ShownJob, { chapter, prompt, captions }: FetchOptions): string {
  if (captions !== undefined) return `.${captions}`
  const isArchive = kind === 'prompts' && chapter === undefined && prompt === undefined
  return isArchive ? ARCHIVE : (CODECS[audioFormat].extensions[0] as string)
}

/** Returns whether the job is done; tells why not, and sets the exit code. */
async function watchToEnd(id: string, client: JobClient, signal: AbortSignal): Promise<boolean> {
  try {
    const { state, error, chapters } = await watchJob(id, client, signal)
    const seconds = chapters.reduce((sum, { audioSeconds }) => sum + audioSeconds, 0)
    if (state === 'done') say(`done: ${clock(seconds)} of audio`)
    else say(`hoarfrost: the job ${state === 'failed' ? `failed: ${error}` : `is ${state}`}`)
    process.exitCode = EXIT_CODE_OF_STATE[state] ?? 0
    return state === 'done'
  } catch (error) {
    if (signal.aborted) say(`The job continues. To cancel it: hoarfrost jobs cancel ${id}`)
    throw error
  }
}

async function speechOf(options: SubmitOptions, parts: JobsParts): Promise<object> {
  const { model, lang, speed, samplingRate } = options
  return {
    modelId: model,
    speaker: options.speaker ?? defaultVoice({ model, lang }, await parts.readVoiceRules()),
    lang,
    samplingRate,
    audioFormat: formatOf(options),
    speedAlpha: rateOfSpeedAlpha(speed, model),
  }
}

function formatOf({ output, format, prompts }: SubmitOptions): Codec {
  if (prompts !== undefined && output !== undefined && extname(output).toLowerCase() !== ARCHIVE) {
    throw new UsageError(`${output}: the file name of an archive must end in ${ARCHIVE}`)
  }
  if (output === undefined || prompts !== undefined) return format ?? 'wav'
  const codec = codecOfFile(output)
  if (format !== undefined && format !== codec)
    throw new UsageError(`${output} is not a file name for the format ${format}`)
  return codec
}

const titleOf = (file: string): string => (file === STDIN ? '' : shortened(basename(file, extname(file))))

/** Without control characters, which file names may have. */
const shortened = (title: string): string =>
  [...title.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')].slice(0, MAX_TITLE_LENGTH).join('')

/** Of a job, after its files; undefined for standard input. */
function nameOf(files: readonly string[]): string | undefined {
  const [first, ...others] = files.map(titleOf).filter((title) => title !== '')
  if (first === undefined || others.length === 0) return first
  const more = ` and ${others.length} more`
  return [...first].slice(0, MAX_TITLE_LENGTH - more.length).join('') + more
}

const percentOf = ({ charactersDone, characters }: Pick<ShownJob, 'characters' | 'charactersDone'>): string =>
  `${Math.floor((100 * charactersDone) / characters)} %`

const minuteOf = (time: string): string => `${time.slice(0, 16)}Z`

const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

function descriptionOf(job: ShownJob): string {
  const left = job.secondsLeft === null ? '' : `, ${clock(job.secondsLeft)} left`
  const facts = [
    ...(job.name === null ? [] : [['Name', job.name]]),
    ['State', `${job.state}${job.error === null ? '' : `: ${job.error}`}`],
    ['Done', `${percentOf(job)} of ${job.characters} characters${left}`],
    ['Voice', `${job.speaker} (${job.modelId}, ${job.lang})`],
    ['Format', `${job.audioFormat}, ${job.samplingRate} Hz`],
    ['Created', minuteOf(job.createdAt)],
    ...(job.expiresAt === null ? [] : [['Kept until', minuteOf(job.expiresAt)]]),
  ]
  const chapters = job.chapters.map((chapter) => [
    `${chapter.number}`,
    percentOf(chapter),
    `${chapter.characters}`,
    clock(chapter.audioSeconds),
    chapter.title,
  ])
  const table = formatTable(['CHAPTER', 'DONE', 'CHARACTERS', 'AUDIO', 'TITLE'], chapters)
  return `${formatTable(['Job', job.id], facts)}\n${table}`
}
