import type { NarratorParts } from '../app/speech/narrator.ts'
import type { AnswerPart } from '../app/speech/speech.ts'
import { clock } from './units.ts'

type PlanUtterances = NarratorParts['planUtterances']

/** Shows the progress of a text; disposing removes the bar. */
interface Progress extends Disposable {
  /** The same plan, observed: an utterance is requested when the one before the previous is spoken. */
  watching(plan: PlanUtterances): PlanUtterances
  /** The same answer; counts its audio. */
  counting(parts: AsyncIterable<AnswerPart>): AsyncIterable<AnswerPart>
}

interface SpokenText {
  /** UTF-16 units. */
  readonly length: number
  /** Whether it is played meanwhile, and takes as long as its audio. */
  readonly isPlayed: boolean
  readonly sampleRateHz: number
}

/** Shorter texts are spoken before a bar could be read. UTF-16 units. */
const LONG_TEXT = 1000
const LONG_PLAYED_TEXT = 200

const FORMAT = '{bar} {percentage}%  {audio} of audio, {rate} times real time, {left} left'

/** A bar on standard error if that is a terminal and the text is long. */
export async function showProgress({ length, isPlayed, sampleRateHz }: SpokenText): Promise<Progress> {
  if (!process.stderr.isTTY || length < (isPlayed ? LONG_PLAYED_TEXT : LONG_TEXT)) {
    return { watching: (plan) => plan, counting: (parts) => parts, [Symbol.dispose]: () => {} }
  }
  const { SingleBar } = (await import('cli-progress')).default
  const bar = new SingleBar({ format: FORMAT, barsize: 20, clearOnComplete: true })
  const startMs = performance.now()
  let spokenLength = 0
  let samples = 0
  const figures = () => {
    const elapsedS = (performance.now() - startMs) / 1000
    const audioS = samples / sampleRateHz
    return {
      audio: clock(audioS),
      rate: (audioS / elapsedS).toFixed(1),
      left: spokenLength === 0 ? '?' : clock((elapsedS * (length - spokenLength)) / spokenLength),
    }
  }
  bar.start(length, 0, figures())
  return {
    watching: (plan) =>
      function* (text, options) {
        let plannedLength = 0
        for (const utterance of plan(text, options)) {
          spokenLength = plannedLength
          yield utterance
          for (const segment of utterance?.segments ?? []) {
            if (segment.kind === 'word') plannedLength = Math.max(plannedLength, segment.span.end)
          }
        }
      },
    counting: async function* (parts) {
      for await (const part of parts) {
        if (part.kind === 'audio') samples += part.samples
        bar.update(spokenLength, figures())
        yield part
      }
    },
    [Symbol.dispose]: () => bar.stop(),
  }
}
