import type { SpokenEvent } from '../../src/app/speech/narrator.ts'
import { Samples } from '../../src/core/samples.ts'
import type { Speak } from './test-service.ts'

/** An engine that says 100 ms for each word, and stops before the word `stop` until it is released. */
export function createPacedSpeech() {
  const released = withResolver<void>()
  const stopped = withResolver<AbortSignal>()
  const speak: Speak = async function* ({ text, sampleRateHz }, signal): AsyncGenerator<SpokenEvent> {
    let startSample = 0
    for (const { 0: word, index } of text.matchAll(/\w+/g)) {
      if (word === 'stop') {
        stopped.resolve(signal)
        await released.promise
      }
      signal.throwIfAborted()
      const samples = new Int16Array(sampleRateHz / 10).fill(1000)
      const { length } = samples
      const span = { start: index, end: index + word.length }
      yield { kind: 'word', span, spoken: word, startSample, endSample: startSample + length }
      yield { kind: 'audio', samples: new Samples(samples) }
      startSample += length
    }
  }
  return { speak, release: released.resolve, stopped: stopped.promise }
}

function withResolver<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((take) => {
    resolve = take
  })
  return { promise, resolve }
}
