import type { SpeakDependencies } from '../app/speak.ts'

type PlanUtterances = SpeakDependencies['planUtterances']

/** Shows how far into the text the speaking has come; disposing takes the bar away. */
interface Progress extends Disposable {
  /** The same plan, watched: an utterance is asked for when the one before the last is spoken. */
  watching(plan: PlanUtterances): PlanUtterances
}

/** Seconds of speech are over before a bar for less would have been read. */
const LONG_TEXT = 1000

/** A bar on standard error, if that is a terminal and the text long; else nothing. Lengths are UTF-16 units. */
export async function showProgress(textLength: number): Promise<Progress> {
  if (!process.stderr.isTTY || textLength < LONG_TEXT) return { watching: (plan) => plan, [Symbol.dispose]: () => {} }
  const { SingleBar } = (await import('cli-progress')).default
  const bar = new SingleBar({ format: '{bar} {percentage}%', clearOnComplete: true })
  bar.start(textLength, 0)
  return {
    watching: (plan) =>
      function* (text, options) {
        let begun = 0
        for (const utterance of plan(text, options)) {
          bar.update(begun)
          yield utterance
          begun = Math.max(
            begun,
            ...(utterance?.segments ?? []).map((segment) => (segment.kind === 'word' ? segment.span.end : 0)),
          )
        }
      },
    [Symbol.dispose]: () => bar.stop(),
  }
}
