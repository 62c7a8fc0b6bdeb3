import { parentPort, workerData } from 'node:worker_threads'
import { loadResampling } from '../audio/resample.ts'
import type { Engine } from '../core/engine.ts'
import { ChunkScheduler } from './thread/chunk-scheduler.ts'
import { asSpeechError, JobSpeaker } from './thread/job-speaker.ts'
import type { FromThread, ThreadData, ToThread } from './thread/messages.ts'
import { END } from './thread/messages.ts'
import type { PartSink } from './thread/shape-speech.ts'

/** Runs a synthesis thread until it ends. Call once, in a worker thread that the pool started. */
export async function runThread(engineByName: ReadonlyMap<string, Engine>): Promise<void> {
  const { warmUp, cancelled, ended } = workerData as ThreadData
  process.once('exit', () => {
    Atomics.store(ended, 0, 1)
    Atomics.notify(ended, 0)
  })
  const speaker = new JobSpeaker(engineByName, await loadResampling())
  const scheduler = new ChunkScheduler()
  const isEnding = (): boolean => Atomics.load(cancelled, 0) === END

  for (const job of warmUp) {
    if (isEnding()) break
    say({ kind: 'warming' })
    const startedAtMs = performance.now()
    let samples = 0
    const nobody: PartSink = {
      send: (part) => {
        samples += part.samples.length
      },
      get isCancelled() {
        return isEnding()
      },
    }
    try {
      await speaker.speak(job, nobody)
      const ranMs = performance.now() - startedAtMs
      say({ kind: 'warmed', engine: job.voice.engine, audioS: samples / job.sampleRateHz, ranMs })
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
      get bufferedS() {
        return turn.bufferedS
      },
    }
    try {
      await speaker.speak(job, output)
      say({ kind: 'done', slot, ranMs: turn.ranMs })
    } catch (error) {
      const { code, message } = asSpeechError(error)
      say({ kind: 'failed', slot, code, message })
    }
  }
  // Closing the port lets the thread end when its jobs have ended.
  parentPort?.on('message', (message: ToThread) => void (message.kind === 'end' ? parentPort?.close() : speak(message)))
  say({ kind: 'ready' })
}

function say(message: FromThread, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer)
}
