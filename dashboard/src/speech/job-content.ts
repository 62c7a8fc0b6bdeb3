import { countOf } from '../parts/format.ts'
import { randomId } from '../random-id.ts'
import type { JobDraft, TextFile } from '../workspace.tsx'
import { namesIn } from './dialogue.ts'
import { type Prompt, readPrompts } from './prompts.ts'

/** Limits of the API: of a job in Unicode code points, and of lists. */
export const MAX_JOB_LENGTH = 5_000_000
export const MAX_PROMPTS = 10_000
const MAX_CHAPTERS = 1000
/** Of a chapter and of a job. */
export const MAX_TITLE_LENGTH = 200
/** UTF-8 has at most four bytes for a character. */
const MAX_BYTES = 4 * MAX_JOB_LENGTH
const SHOWN_PROMPTS = 5

/** What a job is to speak, and why it cannot. */
export interface JobContent {
  /** Of the body of `POST /v1/jobs`. */
  readonly fields: object
  readonly characters: number
  /** Prompts, or chapters as far as they are known. */
  readonly count: number
  /** The first prompts. */
  readonly first: readonly Prompt[]
  /** That lines of a dialogue begin with. */
  readonly names: readonly string[]
  /** Undefined if it may be submitted. */
  readonly refusal: string | undefined
  readonly isOver: boolean
}

export interface JobSource {
  readonly kind: JobDraft['kind']
  readonly typed: string
  /** Instead of `typed`, if there are any. */
  readonly files: readonly TextFile[]
}

export const contentOf = (source: JobSource): JobContent =>
  source.kind === 'prompts' ? contentOfPrompts(source) : contentOfText(source)

function contentOfText({ typed, files }: JobSource): JobContent {
  const texts = files.length > 0 ? files.map(({ text }) => text) : [typed]
  const characters = texts.reduce((sum, text) => sum + codePointsIn(text), 0)
  const excess = excessOf([
    [characters - MAX_JOB_LENGTH, 'character'],
    [texts.length - MAX_CHAPTERS, 'chapter'],
  ])
  const isEmpty = texts.every((text) => text.trim() === '')
  const chapters = files.map(({ name, text }) => ({ title: titleOf(name), text }))
  return {
    fields: chapters.length > 1 ? { chapters } : { text: texts[0] },
    characters,
    count: texts.length,
    first: [],
    names: namesIn(texts.join('\n')),
    refusal: isEmpty ? 'Type a text, or open a file' : excess,
    isOver: excess !== undefined,
  }
}

function contentOfPrompts({ typed, files }: JobSource): JobContent {
  const { prompts, fault } = readPrompts(files[0]?.text ?? typed)
  const characters = prompts.reduce((sum, { text }) => sum + codePointsIn(text ?? ''), 0)
  const excess = excessOf([
    [prompts.length - MAX_PROMPTS, 'prompt'],
    [characters - MAX_JOB_LENGTH, 'character'],
  ])
  const isEmpty = prompts.length === 0
  return {
    fields: { prompts },
    characters,
    count: prompts.length,
    first: prompts.slice(0, SHOWN_PROMPTS),
    names: [],
    refusal: fault ?? (isEmpty ? 'Type prompts, or open a file' : excess),
    isOver: fault !== undefined || excess !== undefined,
  }
}

function excessOf(excesses: readonly (readonly [number, string])[]): string | undefined {
  const [excess, what] = excesses.find(([count]) => count > 0) ?? []
  return excess === undefined || what === undefined ? undefined : `${countOf(excess, what)} too many`
}

const codePointsIn = (text: string): number =>
  text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)

const titleOf = (name: string): string => shortened(name.replace(/(?!^)\.[^.]*$/, ''), MAX_TITLE_LENGTH)

/** Without control characters, which file names may have. */
const shortened = (name: string, max: number): string =>
  [...name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')].slice(0, max).join('')

/** Name of the file that a long pasted text becomes. */
export const PASTED = 'Pasted text'

/** Of a job, after its files; empty without any. */
export function nameOfFiles(files: readonly TextFile[]): string {
  const [first, ...others] = files.filter(({ name }) => name !== PASTED).map(({ name }) => titleOf(name))
  if (first === undefined) return ''
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return shortened(first, MAX_TITLE_LENGTH - more.length) + more
}

/** Throws an Error with the file's name if it is too long or not UTF-8. */
export async function readTextFile(file: File): Promise<TextFile> {
  if (file.size > MAX_BYTES)
    throw new Error(`${file.name} is too long: a job has at most ${countOf(MAX_JOB_LENGTH, 'character')}`)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return { id: randomId(), name: file.name, text }
  } catch {
    throw new Error(`${file.name} is not UTF-8 text`)
  }
}
