import { isSpeechError, SpeechError } from '../../core/errors.ts'
import type { Job, JobPart } from '../../core/job.ts'
import { AUTO_LANGUAGE, DEFAULT_LANGUAGE, type Language } from '../../core/language.ts'
import { MODELS } from '../../core/model.ts'
import type { SynthesisRequest } from '../../core/request.ts'
import type { CaptionFormat } from '../speech/caption-formats.ts'
import { type ResolveRequestDeps, resolveRequest, type SpeechParameters } from '../speech/resolve-request.ts'

/** How a job is spoken, once names are resolved and defaults applied, and what files it becomes. */
export interface JobSettings extends Omit<SpeechParameters, 'text' | 'id' | 'owner' | 'span' | 'onlySpeaker'> {
  readonly speaker: string
  /** `auto`: each sentence has its own; each part begins anew. */
  readonly lang: Language | typeof AUTO_LANGUAGE
  readonly sampleRateHz: number
  /** Of batches, the result is an archive of prompts. */
  readonly kind: JobKind
  readonly captions: readonly CaptionFormat[]
}

/** A text in one or more chapters, or prompts. */
export const JOB_KINDS = ['text', 'prompts'] as const
export type JobKind = (typeof JOB_KINDS)[number]

/** In which a part differs from its job. */
export type PartSettings = Pick<JobSettings, 'speaker' | 'lang'>

/** Throws the errors of `resolveRequest`. */
export function settingsOf(
  parameters: SpeechParameters,
  { kind, captions }: Pick<JobSettings, 'kind' | 'captions'>,
  resolving: ResolveRequestDeps,
): JobSettings {
  const { text: _, id: __, owner: ___, span: ____, onlySpeaker: _____, ...settings } = parameters
  const { voice, language, detected, sampleRateHz } = resolveRequest({ ...parameters, text: '' }, resolving)
  const lang = detected === undefined ? language : AUTO_LANGUAGE
  return { ...settings, speaker: parameters.speaker ?? voice.speaker, lang, sampleRateHz, kind, captions }
}

/** The voice of a part, as it was asked for. */
export interface PartVoice {
  readonly speaker?: string | undefined
  readonly lang?: string | undefined
}

/**
 * Returns what resolves the voice of a part, once for each voice. Its errors name `place`, where the voice was asked for,
 * such as `prompts[3]`.
 */
export function createPartSettings(parameters: SpeechParameters, settings: JobSettings, resolving: ResolveRequestDeps) {
  const resolved = new Map<string, PartSettings>()
  return ({ speaker, lang }: PartVoice, place: string): PartSettings => {
    const key = JSON.stringify([speaker, lang])
    const known = resolved.get(key)
    if (known !== undefined) return known
    const asked = { ...parameters, speaker: speaker ?? parameters.speaker, lang: lang ?? parameters.lang }
    try {
      const { speaker: name, lang: language } = settingsOf(asked, settings, resolving)
      const own = { speaker: name, lang: language }
      resolved.set(key, own)
      return own
    } catch (error) {
      if (!isSpeechError(error)) throw error
      const field = error.field ? `${place}.${error.field}` : place
      throw new SpeechError(error.code, `${place}: ${error.message}`, { field })
    }
  }
}

/** By whose rules texts are cut into parts. */
export const languageOfParts = ({ lang }: Pick<JobSettings, 'lang'>): Language =>
  lang === AUTO_LANGUAGE ? DEFAULT_LANGUAGE : lang

export function settingsOfJob({ settings }: Job): JobSettings {
  const stored = JSON.parse(settings) as JobSettings | SettingsBefore
  return 'speedAlpha' in stored ? { ...stored, rate: rateBefore(stored) } : stored
}

/** Until 0.2 jobs were stored with Rime's own fields. */
type SettingsBefore = Omit<JobSettings, 'rate'> & { readonly speedAlpha: number; readonly timeScaleFactor?: number }

function rateBefore({ model, speedAlpha, timeScaleFactor }: SettingsBefore): number {
  if (timeScaleFactor !== undefined) return 1 / Math.min(2.5, Math.max(0.4, timeScaleFactor))
  return MODELS[model].isSpeedInverted ? 1 / speedAlpha : speedAlpha
}

/** Of a part, or of the job as a whole. */
export const settingsOfPart = (job: Job, part: Pick<JobPart, 'settings'> | undefined): JobSettings =>
  part?.settings ? { ...settingsOfJob(job), ...(JSON.parse(part.settings) as PartSettings) } : settingsOfJob(job)

/** The request of a job, without its text. Throws the errors of `resolveRequest`. */
export function requestOf(
  settings: JobSettings,
  { id, keyId }: Pick<Job, 'id' | 'keyId'>,
  resolving: ResolveRequestDeps,
): SynthesisRequest {
  const owner = { id: keyId, weight: 1 }
  const parameters = { ...settings, text: '', id, owner, onlySpeaker: undefined }
  return { ...resolveRequest(parameters, resolving), isBackground: true }
}
