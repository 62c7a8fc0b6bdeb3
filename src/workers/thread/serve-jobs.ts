import type { CreateResampler } from '../../audio/resample.ts'
import type { Engine } from '../../core/engine.ts'
import { ChunkScheduler } from './chunk-scheduler.ts'
import { asSpeechError, JobSpeaker } from './job-speaker.ts'
import type { FromThread, ThreadData, ToThread } from './messages.ts'
import { END } from './messages.ts'
import type { PartSink } from './shape-speech.ts'

/** The thread's end of the channel to the pool. */
export interface ThreadPort {
  postMessage(message: FromThread, transfer: ArrayBuffer[]): void
  on(event: 'message', onMessage: (message: ToThread) => void): void
  close(): void
}

/** Speaks the jobs that come through the port, until it is told to end. Resolves when it is ready. */
export async function serveJobs(
  port: ThreadPort,
  { warmUp, cancelled, startMs }: Pick<ThreadData, 'warmUp' | 'cancelled' | 'startMs'>,
  engineByName: ReadonlyMap<string, Engine>,
  createResampler: CreateResampler,
): Promise<void> {
  const say = (message: FromThread, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)
  const speaker = new JobSpeaker(engineByName, createResampler)
  const scheduler = new ChunkScheduler()
  const isEnding = (): boolean => Atomics.load(cancelled, 0) === END

  for (const job of warmUp) {
    if (isEnding()) break
    say({ kind: 'warming' })
    let samples = 0
    let pieces = 1
    const nobody: PartSink = {
      send: (part) => {
        samples += part.samples.length
      },
      async nextTurn() {
        pieces++
      },
      get isCancelled() {
        return isEnding()
      },
    }
    try {
      await speaker.load(job)
      const startedAtMs = performance.now()
      await speaker.speak(job, nobody)
      const ranMs = performance.now() - startedAtMs
      say({ kind: 'warmed', engine: job.voice.engine, audioS: samples / job.sampleRateHz, ranMs, pieces })
    } catch (error) {
      say({ kind: 'cold', engine: job.voice.engine, message: asSpeechError(error).message })
    }
  }

  async function speak({ slot, jobId, job, msToDeadline }: Extract<ToThread, { kind: 'speak' }>): Promise<void> {
    const isCancelled = (): boolean => {
      const last = Atomics.load(cancelled, slot)
      return last === jobId || last === END
    }
    using turn = scheduler.begin(msToDeadline, isCancelled)
    let isYielding = false
    const output: PartSink = {
      send(part) {
        turn.credit(part.samples.length / job.sampleRateHz)
        say({ kind: 'speech', slot, part }, [part.samples.buffer])
      },
      nextTurn() {
        if (turn.isHeard && !isYielding) {
          isYielding = true
          say({ kind: 'yielding', slot })
        }
        return turn.next()
      },
      get isCancelled() {
        return isCancelled()
      },
      get minPartS() {
        return turn.isHeard ? 0 : Atomics.load(startMs, 0) / 1000
      },
      get bufferedS() {
        return turn.bufferedS
      },
    }
    try {
      await speaker.speak(job, output)
      say({ kind: 'done', slot, ranMs: turn.ranMs, pieces: turn.pieces })
    } catch (error) {
      const { code, message } = asSpeechError(error)
      say({ kind: 'failed', slot, code, message })
    }
  }
  // Closing the port lets the thread end when its jobs have ended.
  port.on('message', (message) => void (message.kind === 'end' ? port.close() : speak(message)))
  say({ kind: 'ready' })
}
