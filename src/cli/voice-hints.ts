import { didYouMean } from '../core/closest-name.ts'
import { LANGUAGES } from '../core/language.ts'
import { MODELS, type ModelId } from '../core/model.ts'
import type { SynthesisRequest } from '../core/request.ts'
import type { Catalogue } from '../core/voice.ts'
import { languageOfText } from '../languages/text-language.ts'

/** What a command line asked for. */
export interface AskedVoice {
  readonly speaker?: string | undefined
  readonly model: ModelId
  readonly lang?: string | undefined
}

/** What speaks in the end; the language is a code. */
interface SpokenAs {
  readonly speaker: string
  readonly language: string
  readonly model: string
}

type ResolvedVoice = Pick<SynthesisRequest, 'voice' | 'language' | 'detected' | 'model'>

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' })

export const spokenAs = ({ voice, language, model }: ResolvedVoice): SpokenAs => ({
  speaker: voice.speaker,
  language,
  model,
})

/**
 * Throws an Error of one line if the named voice speaks none of the languages of the model that serves the request, so that
 * a stand-in would read its text in another one.
 */
export function requireOwnLanguage(
  { speaker, lang, model: asked }: AskedVoice,
  { model }: ResolvedVoice,
  catalogue: Catalogue,
) {
  const named = speaker === undefined || lang !== undefined ? [] : catalogue.named(speaker)
  const [first] = named
  if (first === undefined || named.some((voice) => MODELS[model].languages.includes(voice.language))) return
  const served = model === asked ? model : `${model}, which serves ${asked}`
  throw new Error(`${first.speaker} speaks ${nameOf(first.language)}, which is not a language of ${served}`)
}

/** Tells on standard error that another voice speaks than the one that was named; nothing if none was. */
export function sayStandIn({ speaker, model }: AskedVoice, resolved: SpokenAs, catalogue: Catalogue): void {
  if (speaker === undefined || speaker.toLowerCase() === resolved.speaker.toLowerCase()) return
  const named = catalogue.named(speaker)
  const served = model === resolved.model ? model : `${resolved.model}, which serves ${model}`
  const misfit = named.some((voice) => voice.model === resolved.model)
    ? `does not speak ${nameOf(resolved.language)}`
    : `is not a voice of ${served}`
  hint(`${named[0]?.speaker ?? speaker} ${misfit}; ${resolved.speaker} speaks instead`)
}

/** Tells on standard error that a text seems to be in another language than the one that it is read in. */
export function sayOtherLanguage(text: string, resolved: ResolvedVoice, catalogue: Catalogue): void {
  const { voice, language, model } = resolved
  if (resolved.detected !== undefined) return
  const written = languageOfText(text, language)
  if (written === undefined || written === language) return
  const own = LANGUAGES.find((each) => each === written)
  const fitting = own && catalogue.standIn(voice, model, own)
  const advice =
    fitting === undefined
      ? `no voice of ${model} speaks ${nameOf(written)}`
      : `to speak ${nameOf(written)}, use -l ${written}, -l auto or -s ${fitting.speaker}`
  hint(`the text seems to be in ${nameOf(written)}, and ${voice.speaker} reads it in ${nameOf(language)}; ${advice}`)
}

const nameOf = (language: string): string => LANGUAGE_NAMES.of(language) ?? language

const hint = (sentence: string): void => void process.stderr.write(`hoarfrost: ${sentence}\n`)

/** Characters after which the language of a text that is still being written is told. */
const ENOUGH = 200

/** Hints at the language of a text that is still being written, once. */
export async function* withLanguageHint(
  pieces: AsyncIterable<string>,
  resolved: ResolvedVoice,
  catalogue: Catalogue,
): AsyncGenerator<string> {
  let start = ''
  for await (const piece of pieces) {
    yield piece
    if (start.length >= ENOUGH) continue
    start += piece
    if (start.length >= ENOUGH) sayOtherLanguage(start, resolved, catalogue)
  }
  if (start.length < ENOUGH) sayOtherLanguage(start, resolved, catalogue)
}

/**
 * Does what names a speaker, here or at a server. Where it is refused as unknown, throws an Error of one line that names it
 * and the closest names.
 */
export async function namingSpeaker<T>(
  speaker: string | undefined,
  catalogue: Catalogue,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (speaker === undefined || !(error instanceof Error && error.message.includes('Speaker not found'))) throw error
    const names = catalogue.voices.map((voice) => voice.speaker)
    throw new Error(`there is no voice ${speaker}.${didYouMean(speaker, names) || ' npx hoarfrost voices lists them'}`)
  }
}
