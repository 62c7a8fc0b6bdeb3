import { createBreath } from '../core/breath.ts'
import type { SynthesisRequest } from '../core/request.ts'
import type { SpeechEvent, SpeechJob, SpeechPool, SpeechStream } from '../core/speech.ts'
import type { Utterance } from '../core/utterance.ts'
import { createProsodyVariation } from './vary-prosody.ts'

/** Length of one token of `max_tokens`. */
const TOKEN_S = 0.012

export interface SpeakDependencies {
  readonly pool: SpeechPool
  readonly planUtterances: (
    text: string,
    options: Pick<SynthesisRequest, 'language' | 'rate' | 'markup' | 'isNormalized'> & { readonly isBusy: boolean },
  ) => Iterable<Utterance | undefined>
  /** Uniform in [0, 1). */
  readonly random: () => number
}

/**
 * The whole answer to a request: marks and 16-bit mono audio at its rate, in order, as they are synthesized. Plans and
 * speaks at most one utterance ahead of what has been read. Yields nothing for a text with nothing to speak.
 * Throws a SpeechError, or the signal's reason once it fires.
 */
export async function* speak(
  request: SynthesisRequest,
  { pool, planUtterances, random }: SpeakDependencies,
  signal: AbortSignal,
): AsyncGenerator<SpeechEvent, void, undefined> {
  signal.throwIfAborted()
  using stream = pool.openStream()
  const vary = createProsodyVariation(request.sampling, random)
  const { language, rate, markup, isNormalized } = request
  const plan = planUtterances(request.text, { language, rate, markup, isNormalized, isBusy: pool.isBusy })
  const utterances = plan[Symbol.iterator]()
  const breath = createBreath()
  const startNext = async (): Promise<Started | undefined> => {
    for (let next = utterances.next(); next.done !== true; next = utterances.next()) {
      if (next.value !== undefined) return start(stream, jobOf(vary(next.value), request), signal)
      if (breath.isDue) await breath.take()
      signal.throwIfAborted()
    }
    return undefined
  }
  let current = await startNext()
  while (current !== undefined) {
    const first = await current.first
    const next = startNext()
    next.catch(() => {}) // reported where it is awaited
    if (first.done !== true) {
      yield first.value
      yield* current.rest
    }
    current = await next
  }
}

const jobOf = (utterance: Utterance, { voice, sampleRateHz, sampling }: SynthesisRequest): SpeechJob => ({
  utterance,
  voice: voice.engineVoice,
  sampleRateHz,
  maxDurationS: sampling.maxTokens * TOKEN_S,
})

/** An utterance under way: its first event is asked for at once, so that a worker takes it up while others are read. */
interface Started {
  readonly first: Promise<IteratorResult<SpeechEvent>>
  readonly rest: AsyncIterable<SpeechEvent>
}

function start(stream: SpeechStream, job: SpeechJob, signal: AbortSignal): Started {
  const events = stream.speak(job, signal)[Symbol.asyncIterator]()
  const first = events.next()
  first.catch(() => {}) // reported where it is awaited; the answer may end before that
  return { first, rest: { [Symbol.asyncIterator]: () => events } }
}
