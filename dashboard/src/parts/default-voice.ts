import { MODELS, type Voice } from '../api/types.ts'
import { type Draft, useWorkspace, voiceOfDraft } from '../workspace.tsx'
import { fieldsOfModel } from './advanced-fields.tsx'

/** Gives the draft another voice, and keeps the settings that its model has. */
export function useVoiceSwitch(): (voice: Voice) => void {
  const { draft, change } = useWorkspace()
  return ({ model, speaker, language }) =>
    change({ model, speaker, language, advanced: fieldsOfModel(model, draft.advanced) })
}

/** The voice of a language that is most like that of the draft; undefined if none speaks it. */
export function defaultVoiceOf(language: string, voices: readonly Voice[], draft: Draft): Voice | undefined {
  const before = voiceOfDraft(voices, draft)
  const rankOf = ({ model, gender, flagship }: Voice): readonly number[] => [
    model === draft.model ? 0 : 1 + MODELS.indexOf(model),
    gender === before?.gender ? 0 : 1,
    flagship ? 0 : 1,
  ]
  const spoken = voices.filter((voice) => voice.language === language).map((voice) => ({ voice, rank: rankOf(voice) }))
  spoken.sort((one, other) => one.rank.map((rank, i) => rank - (other.rank[i] ?? 0)).find((by) => by !== 0) ?? 0)
  return spoken[0]?.voice
}
