import type { SynthesisRequest } from '../../src/core/request.ts'
import { planUtterances } from '../../src/text/plan-utterances.ts'

/** The words that synthesis says of a request, with the pauses that its text asks for, such as `500 ms`. */
export function heardIn(request: SynthesisRequest | undefined): readonly string[] {
  if (request === undefined) return []
  const heard: string[] = []
  for (const utterance of planUtterances(request.text, { ...request, isBusy: false })) {
    for (const segment of utterance?.segments ?? []) {
      if (segment.kind !== 'word') continue
      if (segment.pauseBeforeMs > 0) heard.push(`${segment.pauseBeforeMs} ms`)
      heard.push(segment.spoken)
    }
    if (utterance?.segments.length === 0) heard.push(`${utterance.pauseAfterMs} ms`)
  }
  return heard
}
