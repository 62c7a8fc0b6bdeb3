import { SpeechError } from '../../core/errors.ts'
import type { JobPart } from '../../core/job.ts'
import type { Steps } from '../../core/steps.ts'
import { partsOf } from '../../text/chapters.ts'
import type { ResolveRequestDeps, SpeechParameters } from '../speech/resolve-request.ts'
import { createPartSettings, type JobSettings, languageOfParts, type PartVoice } from './job-settings.ts'

/** A text of a batch, which becomes a file of its own. */
export interface Prompt extends PartVoice {
  /** Of the file, without its extension. */
  readonly name: string
  readonly text: string
}

export const MAX_PROMPTS = 10_000
/** UTF-8 bytes: with an extension, every file system takes it. */
const MAX_NAME_LENGTH = 200
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNSAFE = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u
/** Windows has devices of these names, whatever their extension. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/** Whether a name is that of a file, in no other folder, on Linux, macOS and Windows. */
export const isFileName = (name: string): boolean =>
  name !== '' &&
  Buffer.byteLength(name) <= MAX_NAME_LENGTH &&
  !UNSAFE.test(name) &&
  !RESERVED.test(name) &&
  !/^[\s.-]|[\s.]$/u.test(name)

/**
 * Names that are one on some file system: the composition of accents may not count, nor case, by the whole folding of Unicode, in
 * which ß is ss and ﬁ is fi. Through capitals, which JavaScript has for each of these, and from small letters, for ẞ.
 */
const foldedName = (name: string): string =>
  name.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')

/** A prompt is a chapter. Throws, with the index of the prompt, the errors of `resolveRequest` or `request.invalid`. */
export function* partsOfPrompts(
  prompts: readonly Prompt[],
  parameters: SpeechParameters,
  settings: JobSettings,
  resolving: ResolveRequestDeps,
): Steps<readonly JobPart[]> {
  const parts: JobPart[] = []
  const indexOfName = new Map<string, number>()
  const ownSettingsOf = createPartSettings(parameters, settings, resolving)
  for (const [index, { name, text, speaker, lang }] of prompts.entries()) {
    yield
    const same = indexOfName.get(foldedName(name))
    if (same !== undefined) throw invalidPrompt(index, 'name', `name is already used by prompts[${same}]`)
    indexOfName.set(foldedName(name), index)
    const own =
      speaker === undefined && lang === undefined ? undefined : ownSettingsOf({ speaker, lang }, `prompts[${index}]`)
    const before = parts.length
    for (const part of yield* partsOf([{ title: name, text }], languageOfParts(own ?? settings))) {
      parts.push({ ...part, part: parts.length, chapter: index + 1, settings: own ? JSON.stringify(own) : null })
    }
    if (parts.length === before) throw invalidPrompt(index, 'text', 'text must not be empty')
  }
  return parts
}

const invalidPrompt = (index: number, field: string, fault: string) =>
  new SpeechError('request.invalid', `prompts[${index}]: ${fault}`, {
    isFixed: true,
    field: `prompts[${index}].${field}`,
  })
