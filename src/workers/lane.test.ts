import { expect, onTestFinished, test, vi } from 'vitest'
import { NoTimeError, type SpeechEvent, type SpeechTask } from '../core/speech.ts'
import { Lane } from './lane.ts'
import { PoolStream } from './pool/pool-stream.ts'

const OWNER = { id: 'owner', weight: 1 }
const caller = () => ({ engine: 'quick', owner: OWNER })
const OVERLOADED = expect.objectContaining({ code: 'pool.overloaded' })
const LISTENER = { onWaiting: () => {}, onUnwanted: () => {}, onDone: () => {}, onDisposed: () => {} }

/** One thread, of whose time a stream of `quick` needs 5 % and one of `better` 25 %; 85 % may be used. */
function createLane(): Lane {
  const lane = new Lane({
    threads: 1,
    minStreams: 1,
    maxWaitMs: 60_000,
    maxQueuedStreams: 1000,
    hasStarted: () => true,
    onAdmitted: () => {},
  })
  for (const [engine, ranMs] of [
    ['quick', 250],
    ['better', 1250],
  ] as const) {
    for (let i = 0; i < 20; i++) lane.admission.noteTask({ engine, audioS: 5, ranMs, pieces: 1, isStart: false })
  }
  return lane
}

/** A stream of `better` that may fall back and that no thread has begun, in a lane. Its events are asked for at once. */
function openBetter(lane: Lane): Promise<IteratorResult<SpeechEvent>> {
  const stream = new PoolStream(LISTENER, OWNER, { engine: 'better', mayFallBack: true })
  lane.enter(stream, false)
  const timbre = { formantRatio: 1, pitchMeanHz: 120, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
  const quick = { engine: 'quick', base: 'a', timbre, gainDb: 0 }
  const task: SpeechTask = {
    utterance: { language: 'eng', segments: [], pauseAfterMs: 0 },
    voice: { ...quick, engine: 'better', fallback: quick },
    sampleRateHz: 16_000,
    maxDurationS: 60,
    minFirstPartS: 0,
  }
  return stream.speak(task, new AbortController().signal)[Symbol.asyncIterator]().next()
}

test('a caller who is connected takes the room of a stream of a better engine that has not begun, of the last first', async () => {
  const lane = createLane()
  const [first, second, last] = [1, 2, 3].map(() => openBetter(lane))
  const kept = vi.fn()
  for (const one of [first, second]) void one?.then(kept, kept)
  for (let i = 0; i < 2; i++) lane.reserve(caller()) // 85 %
  lane.reserve(caller())
  await expect(last).rejects.toThrow(NoTimeError)
  expect(kept).not.toHaveBeenCalled()
})

test('a caller who is connected is refused where no room can be made, and the reservations before keep theirs', () => {
  const lane = createLane()
  const reservations = Array.from({ length: 17 }, () => lane.reserve(caller()))
  expect(() => lane.reserve(caller())).toThrow(OVERLOADED)
  reservations[0]?.[Symbol.dispose]()
  lane.reserve(caller())
  expect(() => lane.reserve(caller())).toThrow(OVERLOADED)
  reservations[0]?.[Symbol.dispose]() // again: it frees nothing more
  expect(() => lane.reserve(caller())).toThrow(OVERLOADED)
})

test('the room of a caller who sends no text is given away after 5 s', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const lane = createLane()
  for (let i = 0; i < 17; i++) lane.reserve(caller())
  vi.advanceTimersByTime(4999)
  expect(() => lane.reserve(caller())).toThrow(OVERLOADED)
  vi.advanceTimersByTime(1)
  lane.reserve(caller())
})
