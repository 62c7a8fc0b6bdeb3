import { createHash } from 'node:crypto'
import { SpeechError } from '../../core/errors.ts'
import type { JobPart } from '../../core/job.ts'
import type { Steps } from '../../core/steps.ts'
import { type Chapter, chaptersOf, partsOf } from '../../text/chapters.ts'
import type { ResolveRequestDeps, SpeechParameters } from '../speech/resolve-request.ts'
import { type DialogueVoice, partsOfDialogue } from './job-dialogue.ts'
import { type Prompt, partsOfPrompts } from './job-prompts.ts'
import { type JobSettings, languageOfParts } from './job-settings.ts'

export type JobContent =
  /** Cut into chapters at its headings. */
  | { readonly kind: 'text'; readonly text: string; readonly voices: readonly DialogueVoice[] }
  | { readonly kind: 'chapters'; readonly chapters: readonly Chapter[]; readonly voices: readonly DialogueVoice[] }
  | { readonly kind: 'prompts'; readonly prompts: readonly Prompt[] }

/** Of a text, in Unicode code points. */
export const MAX_JOB_LENGTH = 5_000_000

interface CutJob {
  readonly parts: readonly JobPart[]
  readonly characters: number
  readonly digest: string
}

interface CutTerms {
  readonly settings: JobSettings
  readonly webhook: string | undefined
  readonly name: string | null
}

/** Cuts a text into the parts of a job. Throws the errors of `Jobs.submit`. */
export function* cutJob(
  content: JobContent,
  parameters: SpeechParameters,
  { settings, webhook, name }: CutTerms,
  resolving: ResolveRequestDeps,
): Steps<CutJob> {
  const parts = yield* cutContent(content, parameters, settings, resolving)
  if (parts.length === 0) throw new SpeechError('request.invalid', 'text must not be empty', { field: 'text' })
  const hash = createHash('sha256').update(JSON.stringify([settings, webhook, ...(name === null ? [] : [name])]))
  let characters = 0
  for (const part of parts) {
    yield
    characters += part.characters
    hash.update(JSON.stringify([part.chapter, part.title, part.text, part.settings]))
  }
  if (characters > MAX_JOB_LENGTH) throw new SpeechError('request.too-large', 'text is too long', { field: 'text' })
  return { parts, characters, digest: hash.digest('base64url') }
}

function* cutContent(
  content: JobContent,
  parameters: SpeechParameters,
  settings: JobSettings,
  resolving: ResolveRequestDeps,
): Steps<readonly JobPart[]> {
  if (content.kind === 'prompts') return yield* partsOfPrompts(content.prompts, parameters, settings, resolving)
  const chapters = content.kind === 'text' ? yield* chaptersOf(content.text) : content.chapters
  if (content.voices.length === 0) return yield* partsOf(chapters, languageOfParts(settings))
  return yield* partsOfDialogue(chapters, content.voices, parameters, settings, resolving)
}
