import type { AppLimits } from '../../app/app.ts'
import {
  type Caller,
  DEFAULT_PARAMETERS,
  FALLBACK_SPEAKER,
  fallbackSpeaker,
  type ResolveRequestDeps,
  resolveRequest,
} from '../../app/speech/resolve-request.ts'
import { type Speech, wholeFile } from '../../app/speech/speech.ts'
import { newTally, type SpeechTally } from '../../app/speech/speech-tally.ts'
import { type AnswerText, type TextAnswers, type TextQuestion, textToRead } from '../../app/texts/text-answers.ts'
import { invalidRequest } from '../../core/errors.ts'
import { MODELS, type ModelId } from '../../core/model.ts'
import { isLonger } from '../../core/text-length.ts'
import type { Voice } from '../../core/voice.ts'
import { MAX_TEXT_LENGTH } from './tool-schemas.ts'

/** A voice, as tools tell of it. */
export type VoiceResponse = Pick<
  Voice,
  'speaker' | 'model' | 'language' | 'gender' | 'age' | 'country' | 'dialect' | 'demographic' | 'genres' | 'styles'
>

export type AudioFileFormat = 'mp3' | 'wav'

export interface TextToSpeak {
  readonly text: string
  /** Undefined selects the usual one. */
  readonly speaker: string | undefined
  readonly model: ModelId
  /** As the caller wrote it; undefined selects the speaker's own language. */
  readonly lang: string | undefined
  /** Above 1 is faster, on every model. */
  readonly speed: number
  readonly format: AudioFileFormat
}

export interface SpokenAudio {
  /** The complete file. */
  readonly bytes: Buffer
  readonly seconds: number
  /** The voice that spoke; through another server, the voice that was asked for, which a stand-in may have replaced. */
  readonly speaker: string
}

export interface AskedText {
  readonly text: string
  /** Code such as `es-MX`; English by default. */
  readonly lang?: string | undefined
}

/** What speaks for the tools: the service itself, or a client of one. */
export interface SpeechSource {
  /** The speaker of texts that name none. */
  readonly fallbackSpeaker: string
  readonly voices: () => Promise<readonly VoiceResponse[]>
  /** Throws a SpeechError, or the signal's reason when it fires. */
  readonly speak: (text: TextToSpeak, signal: AbortSignal) => Promise<SpokenAudio>
  /** Answers questions about a text. Throws as `speak` does. */
  readonly ask: <Q extends Exclude<TextQuestion, 'sentences'>>(
    question: Q,
    text: AskedText,
    signal: AbortSignal,
  ) => Promise<TextAnswers[Q]>
}

export interface LocalSpeech extends ResolveRequestDeps {
  readonly speech: Speech
  readonly answerText: AnswerText
  readonly limits?: Pick<AppLimits, 'maxTextLength'>
}

/** Who asks; speech is counted in the tally. */
export interface SpeechCaller extends Caller {
  readonly onSpeech: (tally: SpeechTally) => void
}

/** Speech of this process. */
export const localSource = (local: LocalSpeech, { onSpeech, ...caller }: SpeechCaller): SpeechSource => ({
  fallbackSpeaker: fallbackSpeaker({ ...caller, fallbackSpeaker: FALLBACK_SPEAKER }, local) as string,
  voices: async () => local.catalogue.voices,
  ask: async (question, { text, lang }, signal) => local.answerText(question, textToRead(question, text, lang), signal),

  async speak({ speed, format: codec, ...text }, signal) {
    const startedAtMs = performance.now()
    const maxLength = Math.min(local.limits?.maxTextLength ?? MAX_TEXT_LENGTH, MODELS[text.model].maxTextLength)
    if (isLonger(text.text, maxLength)) throw invalidRequest('text is too long', 'text')
    const request = resolveRequest(
      {
        ...DEFAULT_PARAMETERS,
        ...text,
        ...caller,
        codec,
        rate: speed,
      },
      local,
    )
    const tally = newTally(request)
    onSpeech(tally)
    const answer = local.speech.answer(request, { codec, hasTimes: false, tally, startedAtMs, isFile: true, signal })
    return { ...(await wholeFile(answer, request)), speaker: request.voice.speaker }
  },
})
