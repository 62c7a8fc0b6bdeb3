import { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { isSpeechError } from '../../../core/errors.ts'
import type { JobPartState } from '../../../core/job.ts'
import { type JobFiles, TEMPORARY } from '../../../core/job-files.ts'
import type { Language } from '../../../core/language.ts'
import { type CaptionFormat, subRipCue, WEB_VTT_HEAD, webVttCue } from '../../speech/caption-formats.ts'
import { type Caption, captionsOf } from '../../speech/captions.ts'
import type { PlacedWordTimes } from '../../speech/word-times.ts'
import { PartLost } from './job-audio.ts'

/** What captions need of a part that was spoken. Kept with its audio; times are seconds from the start of the part. */
export interface PartWords {
  readonly text: string
  readonly times: PlacedWordTimes
  readonly captions: readonly Caption[]
}

export const partWordsOf = (text: string, language: Language, times: PlacedWordTimes): PartWords => ({
  text,
  times,
  captions: captionsOf(text, language, times),
})

export const writePartWords = (files: JobFiles, jobId: string, part: number, words: PartWords): Promise<void> =>
  files.write(jobId, wordsName(part), (file) => file.write(Buffer.from(JSON.stringify(words))))

/** Throws `PartLost`. */
export async function readPartWords(files: JobFiles, jobId: string, part: number): Promise<PartWords> {
  try {
    return JSON.parse(await readText(Readable.from(files.read(jobId, wordsName(part))))) as PartWords
  } catch (error) {
    if (isSpeechError(error) && error.code === 'resource.unknown') throw new PartLost(part, error)
    throw error
  }
}

const wordsName = (part: number): string => `${TEMPORARY}${part}.words`

export interface PartsInOrder {
  readonly parts: readonly JobPartState[]
  readonly sampleRateHz: number
  readonly wordsOf: (part: JobPartState) => Promise<PartWords>
}

/** A part at its place in the file. */
interface PlacedPart extends PartWords {
  readonly startS: number
  /** The pause after it included. */
  readonly endS: number
  /** Between the text before it and its own. */
  readonly gap: string
  /** Position of its text in the whole, in UTF-16 units. */
  readonly at: number
}

/** Captions or word times of parts that are heard one after the other, piece by piece. */
export async function* captionFile(format: CaptionFormat, inOrder: PartsInOrder): AsyncGenerator<string> {
  switch (format) {
    case 'srt': {
      let count = 0
      for await (const caption of captionsIn(inOrder)) yield subRipCue(caption, count++)
      return
    }
    case 'vtt':
      yield WEB_VTT_HEAD
      for await (const caption of captionsIn(inOrder)) yield webVttCue(caption)
      return
    case 'json':
      yield* wordTimesFile(inOrder)
      return
    default:
      format satisfies never
  }
}

async function* captionsIn(inOrder: PartsInOrder): AsyncGenerator<Caption> {
  for await (const { captions, startS: at } of placed(inOrder)) {
    for (const { lines, startS, endS } of captions) yield { lines, startS: at + startS, endS: at + endS }
  }
}

/** As `hoarfrost say --json`. Parts are read once for each list, so that the words of a book need not fit into memory. */
async function* wordTimesFile(inOrder: PartsInOrder): AsyncGenerator<string> {
  yield '{"text":"'
  for await (const { gap, text } of placed(inOrder)) yield JSON.stringify(`${gap}${text}`).slice(1, -1)
  yield '","word_timestamps":{"words":['
  yield* list(inOrder, ({ times }) => times.words)
  yield '],"start":['
  yield* list(inOrder, ({ times, startS }) => times.start.map((start) => microseconds(startS + start)))
  yield '],"end":['
  yield* list(inOrder, ({ times, startS, endS }) => {
    const ends = times.end.map((end) => microseconds(startS + end))
    return [...ends.slice(0, -1), ...(ends.length > 0 ? [microseconds(endS)] : [])]
  })
  yield ']},"spans":['
  yield* list(inOrder, ({ times, at }) => times.spans.map(({ start, end }) => [at + start, at + end]))
  yield ']}\n'
}

async function* list(inOrder: PartsInOrder, itemsOf: (part: PlacedPart) => readonly unknown[]): AsyncGenerator<string> {
  let separator = ''
  for await (const part of placed(inOrder)) {
    const items = itemsOf(part).map((item) => JSON.stringify(item))
    if (items.length === 0) continue
    yield separator + items.join(',')
    separator = ','
  }
}

async function* placed({ parts, sampleRateHz, wordsOf }: PartsInOrder): AsyncGenerator<PlacedPart> {
  let samples = 0
  let at = 0
  let before = ''
  let chapter = parts[0]?.chapter
  for (const part of parts) {
    const words = await wordsOf(part)
    const gap = part.chapter === chapter || /\s$/.test(before) ? '' : '\n\n'
    const startS = samples / sampleRateHz
    samples += part.samples ?? 0
    at += gap.length
    yield { ...words, startS, endS: samples / sampleRateHz, gap, at }
    at += words.text.length
    before = words.text
    chapter = part.chapter
  }
}

const microseconds = (seconds: number): number => Math.round(seconds * 1e6) / 1e6
