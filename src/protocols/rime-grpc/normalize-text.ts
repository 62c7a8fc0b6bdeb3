import type { MessageInitShape } from '@bufbuild/protobuf'
import type { App } from '../../app/app.ts'
import { textToRead } from '../../app/texts/text-answers.ts'
import { invalidRequest, SpeechError } from '../../core/errors.ts'
import { isLonger } from '../../core/text-length.ts'
import type { GrpcCall } from '../../server/grpc/grpc-call.ts'
import type { NormalizeTextRequest, NormalizeTextResponseSchema } from '../rime-messages/text-to-speech_pb.ts'

/** A text as synthesis reads it, by sentences. Throws the errors of `POST /textnorm`, and those of the lexicon. */
export async function normalizeText(
  { text, language, customLexicon }: NormalizeTextRequest,
  { signal }: Pick<GrpcCall, 'signal'>,
  { answerText, limits }: Pick<App, 'answerText' | 'limits'>,
): Promise<MessageInitShape<typeof NormalizeTextResponseSchema>> {
  if (text === '') throw invalidRequest('text must not be empty', 'text')
  if (isLonger(text, limits.maxNormalizedLength)) throw new SpeechError('request.too-large', 'text is too long')
  const asked = textToRead('sentences', text, language || undefined)
  const entries = customLexicon.map(({ spelling, pronunciation }) => ({ spelling, pronunciation }))
  const sentences = await answerText('sentences', { ...asked, customLexicon: entries }, signal)
  return { normalizedText: sentences.join(''), normalizedSentences: [...sentences] }
}
