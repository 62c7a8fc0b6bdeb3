import { invalidRequest } from '../../core/errors.ts'
import type { JobPart } from '../../core/job.ts'
import type { Steps } from '../../core/steps.ts'
import { type Chapter, PAUSE_MS, partsOf, setLastPause } from '../../text/chapters.ts'
import { foldedName, turnsOf } from '../../text/dialogue.ts'
import type { ResolveRequestDeps, SpeechParameters } from '../speech/resolve-request.ts'
import { createPartSettings, type JobSettings, languageOfParts, type PartVoice } from './job-settings.ts'

/** A person of a dialogue, whose lines begin with the name and a colon. */
export interface DialogueVoice extends PartVoice {
  readonly name: string
}

/** A part is a file until the job ends. */
const MAX_TURNS = 10_000

/** Cuts chapters where the voice changes. Throws, with the index of the voice, the errors of `resolveRequest` or `request.invalid`. */
export function* partsOfDialogue(
  chapters: readonly Chapter[],
  voices: readonly DialogueVoice[],
  parameters: SpeechParameters,
  settings: JobSettings,
  resolving: ResolveRequestDeps,
): Steps<readonly JobPart[]> {
  const ownSettingsOf = createPartSettings(parameters, settings, resolving)
  const settingsOfName = new Map(voices.map((voice, index) => [voice.name, ownSettingsOf(voice, `voices[${index}]`)]))
  if (new Set(voices.map(({ name }) => foldedName(name))).size < voices.length) {
    throw invalidRequest('voices must have different names', 'voices')
  }
  const parts: JobPart[] = []
  let turns = 0
  let chapter = 0
  for (const { title, text } of chapters) {
    const before = parts.length
    for (const { name, text: said } of yield* turnsOf(text, [...settingsOfName.keys()])) {
      if (++turns > MAX_TURNS) throw invalidRequest(`a dialogue must have at most ${MAX_TURNS} turns`, 'voices')
      const own = name === undefined ? undefined : settingsOfName.get(name)
      for (const part of yield* partsOf([{ title, text: said }], languageOfParts(own ?? settings))) {
        if (parts.length === before) chapter++
        parts.push({ ...part, part: parts.length, chapter, settings: own ? JSON.stringify(own) : null })
      }
      setLastPause(parts, PAUSE_MS.turn)
    }
    setLastPause(parts, PAUSE_MS.chapter)
  }
  setLastPause(parts, 0)
  return parts
}
