import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { deadline } from '../core/abort.ts'
import { languageOfCode } from '../core/language.ts'
import type { WordsHeard } from './benchmark-report.ts'
import { sum } from './statistics.ts'
import { countErrors } from './word-errors.ts'

/** Stands for the sound file in a recognizer's command. */
export const FILE_MARK = '{file}'

export interface RecordedText {
  readonly text: number
  readonly said: string
  /** A WAV file. */
  readonly wav: Uint8Array
}

/**
 * Has a command of the user write down what was said, text by text, and counts the words that differ. A command that fails
 * counts as `failed`. Rejects only if `signal` fires.
 */
export async function recognizeWords(
  recordings: readonly RecordedText[],
  command: string,
  {
    language,
    signal,
    onText,
  }: { readonly language: string; readonly signal: AbortSignal; readonly onText: () => void },
): Promise<WordsHeard> {
  const texts: WordsHeard['texts'][number][] = []
  let failed = 0
  for (const { text, said, wav } of recordings) {
    const heard = await recognize(wav, command, signal)
    if (heard === undefined) failed++
    else texts.push({ text, heard, ...countErrors(said, heard, languageOfCode(language) ?? 'eng') })
    onText()
  }
  return { wrong: sum(texts.map(({ wrong }) => wrong)), total: sum(texts.map(({ total }) => total)), texts, failed }
}

/** What a command of the user hears in a WAV file; undefined if it fails. Rejects only if `signal` fires. */
export async function recognize(wav: Uint8Array, command: string, signal: AbortSignal): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'hoarfrost-recognizer-'))
  try {
    const file = join(folder, 'speech.wav')
    await writeFile(file, wav)
    return await outputOf(command.replaceAll(FILE_MARK, `'${file}'`), signal)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Of one text, in milliseconds. */
const PATIENCE_MS = 120_000

/** What a shell command writes; undefined if it fails or does not end. */
async function outputOf(command: string, signal: AbortSignal): Promise<string | undefined> {
  using limit = deadline(signal, PATIENCE_MS)
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'ignore'], signal: limit })
  try {
    const [output, [status]] = await Promise.all([readText(child.stdout), once(child, 'exit')])
    return status === 0 ? output.trim() : undefined
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}
