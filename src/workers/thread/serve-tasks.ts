import type { CreateResampler } from '../../audio/resample.ts'
import type { Engine } from '../../core/engine.ts'
import { ChunkScheduler } from './chunk-scheduler.ts'
import type { FromThread, ThreadData, ToThread } from './messages.ts'
import { END } from './messages.ts'
import type { PartSink } from './shape-speech.ts'
import { asSpeechError, TaskSpeaker } from './task-speaker.ts'

/** The thread's end of the channel to the pool. */
export interface ThreadPort {
  postMessage(message: FromThread, transfer: ArrayBuffer[]): void
  on(event: 'message', onMessage: (message: ToThread) => void): void
  close(): void
}

/** Speaks the tasks that come through the port, until it is told to end. Resolves when it is ready. */
export async function serveTasks(
  port: ThreadPort,
  { warmUp, cancelled, startMs }: Pick<ThreadData, 'warmUp' | 'cancelled' | 'startMs'>,
  engineByName: ReadonlyMap<string, Engine>,
  createResampler: CreateResampler,
): Promise<void> {
  const say = (message: FromThread, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)
  const speaker = new TaskSpeaker(engineByName, createResampler)
  const scheduler = new ChunkScheduler()
  const isEnding = (): boolean => Atomics.load(cancelled, 0) === END

  for (const task of warmUp) {
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
      await speaker.load(task)
      const startedAtMs = performance.now()
      await speaker.speak(task, nobody)
      const ranMs = performance.now() - startedAtMs
      say({ kind: 'warmed', engine: task.voice.engine, audioS: samples / task.sampleRateHz, ranMs, pieces })
    } catch (error) {
      say({ kind: 'cold', engine: task.voice.engine, message: asSpeechError(error).message })
    }
  }

  async function speak({ slot, taskId, task, msToDeadline }: Extract<ToThread, { kind: 'speak' }>): Promise<void> {
    const isCancelled = (): boolean => {
      const last = Atomics.load(cancelled, slot)
      return last === taskId || last === END
    }
    using turn = scheduler.begin(msToDeadline, isCancelled)
    let isYielding = false
    const output: PartSink = {
      send(part) {
        turn.credit(part.samples.length / task.sampleRateHz)
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
      await speaker.speak(task, output)
      say({ kind: 'done', slot, ranMs: turn.ranMs, pieces: turn.pieces })
    } catch (error) {
      const { code, message } = asSpeechError(error)
      say({ kind: 'failed', slot, code, message })
    }
  }
  // Closing the port lets the thread end when its tasks have ended.
  port.on('message', (message) => void (message.kind === 'end' ? port.close() : speak(message)))
  say({ kind: 'ready' })
}
