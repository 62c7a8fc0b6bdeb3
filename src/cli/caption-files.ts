import { access, constants, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { subRipOf, webVttOf } from '../app/caption-formats.ts'
import { captionsOf } from '../app/captions.ts'
import type { PlacedWordTimes } from '../app/word-times.ts'
import type { Language } from '../core/language.ts'
import { toldWords } from '../protocols/rime/told-words.ts'

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

/** Throws if a folder is missing, before a long text is spoken in vain. */
export async function requireFolders(paths: CaptionPaths): Promise<void> {
  for (const path of pathsOf(paths)) await access(dirname(path), constants.W_OK)
}

export async function writeCaptionFiles(
  { srt, vtt, json }: CaptionPaths,
  { text, language }: CaptionedText,
  times: PlacedWordTimes,
): Promise<void> {
  if (json !== undefined) await writeFile(json, `${JSON.stringify({ text, ...toldWords(times) })}\n`)
  if (srt === undefined && vtt === undefined) return
  const captions = captionsOf(text, language, times)
  if (srt !== undefined) await writeFile(srt, subRipOf(captions))
  if (vtt !== undefined) await writeFile(vtt, webVttOf(captions))
}

const pathsOf = ({ srt, vtt, json }: CaptionPaths): string[] =>
  [srt, vtt, json].filter((path): path is string => path !== undefined)
