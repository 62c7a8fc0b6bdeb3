import type { CreateResampler } from '../../audio/resample.ts'
import type { Engine } from '../../core/engine.ts'
import type { SpeechTask } from '../../core/speech.ts'
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

  async function warmUpFor(tasks: readonly SpeechTask[]): Promise<void> {
    for (const task of tasks) {
      if (isEnding()) break
      say({ kind: 'warming' })
      try {
        await loadInTurn(task)
        await speakToNobody(task)
      } catch (error) {
        say({ kind: 'cold', engine: task.voice.engine, message: asSpeechError(error).message })
      }
    }
  }

  async function loadInTurn(task: SpeechTask): Promise<void> {
    using turn = scheduler.begin(Number.POSITIVE_INFINITY, isEnding)
    await turn.next() // others first
    await speaker.load(task)
  }

  async function speakToNobody(task: SpeechTask): Promise<void> {
    using turn = scheduler.begin(Number.POSITIVE_INFINITY, isEnding)
    let samples = 0
    await turn.next()
    await speaker.speak(task, {
      send: (part) => {
        samples += part.samples.length
      },
      nextTurn: () => turn.next(),
      get isCancelled() {
        return isEnding()
      },
    })
    const { ranMs } = turn
    const pieces = turn.pieces - 1 // without the wait for others
    say({ kind: 'warmed', engine: task.voice.engine, audioS: samples / task.sampleRateHz, ranMs, pieces })
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
  let warming = warmUpFor(warmUp)
  await warming
  port.on('message', (message) => {
    if (message.kind === 'speak') void speak(message)
    else if (message.kind === 'warm up') warming = warming.then(() => warmUpFor(message.tasks))
    else port.close() // the thread ends when its tasks have ended
  })
  say({ kind: 'ready' })
}
