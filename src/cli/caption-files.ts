import { access, constants, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { subRipOf, webVttOf } from '../app/speech/caption-formats.ts'
import { captionsOf } from '../app/speech/captions.ts'
import type { PlacedWordTimes } from '../app/speech/word-times.ts'
import type { Language } from '../core/language.ts'
import { wordsResponse } from '../protocols/rime/words-response.ts'
import { UsageError } from './usage-error.ts'

/** Paths of captions and word times; those without a path are not written. */
export interface CaptionPaths {
  readonly srt?: string
  readonly vtt?: string
  readonly json?: string
}

interface CaptionedText {
  readonly text: string
  readonly language: Language
}

export const wantsCaptions = (paths: CaptionPaths): boolean => pathsOf(paths).length > 0

/** Throws, before a long text is spoken in vain, if a folder is missing or a file is named twice; also that of the text. */
export async function requireFiles(
  paths: CaptionPaths & { readonly output?: string; readonly file?: string },
): Promise<void> {
  const { file, output } = paths
  const named = [file === STDOUT ? undefined : file, output, ...pathsOf(paths)].filter((path) => path !== undefined)
  const twice = named.find((path, i) => named.findIndex((other) => resolve(other) === resolve(path)) < i)
  if (twice !== undefined)
    throw new UsageError(`${twice === STDOUT ? 'standard output' : twice} is given for two outputs`)
  for (const path of pathsOf(paths)) if (path !== STDOUT) await access(dirname(path), constants.W_OK)
}

export async function writeCaptionFiles(
  { srt, vtt, json }: CaptionPaths,
  { text, language }: CaptionedText,
  times: PlacedWordTimes,
): Promise<void> {
  if (json !== undefined) await write(json, `${JSON.stringify({ text, ...wordsResponse(times) })}\n`)
  if (srt === undefined && vtt === undefined) return
  const captions = captionsOf(text, language, times)
  if (srt !== undefined) await write(srt, subRipOf(captions))
  if (vtt !== undefined) await write(vtt, webVttOf(captions))
}

/** Names standard output. */
const STDOUT = '-'

async function write(path: string, text: string): Promise<void> {
  if (path === STDOUT) process.stdout.write(text)
  else await writeFile(path, text)
}

const pathsOf = ({ srt, vtt, json }: CaptionPaths): string[] =>
  [srt, vtt, json].filter((path): path is string => path !== undefined)
