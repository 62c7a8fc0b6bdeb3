import { CODECS } from '../../../audio/codecs.ts'
import type { AudioMark } from '../../../core/audio-mark.ts'
import type { Job, JobPartState } from '../../../core/job.ts'
import type { FileWriter, JobFiles } from '../../../core/job-files.ts'
import { type JobSettings, settingsOfJob } from '../job-settings.ts'
import { type EncodeDeps, encodeParts } from './job-audio.ts'
import { bookOf, bookOfChapter } from './job-book.ts'
import { captionFile, readPartWords } from './job-captions.ts'
import { type ZippedFile, zipOf } from './zip-files.ts'

/** Bytes of captions that are gathered before they are written. */
const WRITE_BYTES = 2 ** 16

export interface ResultDeps extends EncodeDeps {
  /** What the audio of parts is marked with; undefined if it is not. */
  readonly markOf: (parts: readonly JobPartState[]) => Promise<AudioMark | undefined>
}

/**
 * Makes the files of a job from its spoken parts: of the whole, and of each chapter if there are several; of a batch, those of
 * each prompt and their archive. Files that are
 * there are whole, from a server that was killed. Throws `PartLost`, or the signal's reason.
 */
export async function makeResult(deps: ResultDeps, job: Job, parts: readonly JobPartState[]): Promise<void> {
  const settings = settingsOfJob(job)
  const { kind, codec, sampleRateHz, captions } = settings
  const { files, signal } = deps

  async function write(name: string, fill: (file: FileWriter) => Promise<void>): Promise<void> {
    signal.throwIfAborted()
    if ((await files.size(job.id, name)) === undefined) await files.write(job.id, name, fill)
  }

  async function writeFiles(own: readonly JobPartState[], chapter?: number): Promise<void> {
    await write(resultName(extensionOf(codec), chapter), async (file) => {
      const mark = await deps.markOf(own)
      const book = chapter === undefined ? bookOf(job, own, sampleRateHz) : bookOfChapter(job, own)
      await encodeParts(deps, job.id, own, { codec, sampleRateHz, mark, book }, file)
    })
    const wordsOf = ({ part }: JobPartState) => readPartWords(files, job.id, part)
    for (const format of captions) {
      const text = captionFile(format, { parts: own, sampleRateHz, wordsOf })
      await write(resultName(`.${format}`, chapter), (file) => writeAll(file, gathered(text), signal))
    }
  }

  const chapters = [...byChapter(parts)]
  if (kind === 'text') await writeFiles(parts)
  if (kind === 'prompts' || chapters.length > 1) {
    for (const [chapter, own] of chapters) await writeFiles(own, chapter)
  }
  if (kind === 'prompts') {
    const zipped = filesOfPrompts(deps.files, job.id, chapters, settings)
    await write(resultName(ARCHIVE), (file) => writeAll(file, zipOf(zipped, job.createdAt), signal))
  }
}

/** The archive of a batch: the audio and captions of each prompt, under its name. */
function* filesOfPrompts(
  files: JobFiles,
  jobId: string,
  chapters: readonly (readonly [number, readonly JobPartState[]])[],
  { codec, captions }: JobSettings,
): Generator<ZippedFile> {
  for (const [chapter, [part]] of chapters) {
    for (const extension of [extensionOf(codec), ...captions.map((format) => `.${format}`)]) {
      yield {
        name: `${part?.title}${extension}`,
        isCompressed: extension === extensionOf(codec) && CODECS[codec].isCostly,
        open: () => files.read(jobId, resultName(extension, chapter)),
      }
    }
  }
}

/** Of the archive of a batch. */
export const ARCHIVE = '.zip'

function byChapter(parts: readonly JobPartState[]): ReadonlyMap<number, readonly JobPartState[]> {
  const chapters = new Map<number, JobPartState[]>()
  for (const part of parts) {
    const own = chapters.get(part.chapter)
    if (own === undefined) chapters.set(part.chapter, [part])
    else own.push(part)
  }
  return chapters
}

async function* gathered(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let pieces = ''
  for await (const piece of text) {
    pieces += piece
    if (pieces.length < WRITE_BYTES) continue
    yield Buffer.from(pieces)
    pieces = ''
  }
  yield Buffer.from(pieces)
}

async function writeAll(file: FileWriter, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  for await (const piece of bytes) {
    signal.throwIfAborted()
    await file.write(piece)
  }
}

/** Of a file of a result, `.mp3` or `.srt`, of the whole or of a chapter. */
export const resultName = (extension: string, chapter?: number): string =>
  `${chapter === undefined ? 'result' : `chapter-${chapter}`}${extension}`

export const extensionOf = (codec: JobSettings['codec']): string => CODECS[codec].extensions[0] as string
