import type { FromWorklet, ToWorklet } from './pcm-worklet.ts'
import workletUrl from './pcm-worklet.ts?worker&url'
import { SAMPLE_RATE_HZ } from './request.ts'

/** Plays one speech. */
export interface Player {
  push(samples: Int16Array<ArrayBuffer>): void
  /** No more samples follow. */
  finish(): void
  play(): void
  pause(): void
  seek(seconds: number): void
  /** What is heard now, in seconds from the start. */
  positionS(): number
  dispose(): void
}

let context: AudioContext | undefined
let loading: Promise<void> | undefined

/**
 * Plays while samples arrive: by a worklet or, on http pages beyond this machine, where browsers have none, by buffers. Call
 * it in the handler of a click, since browsers start no audio before.
 */
export async function createPlayer(onEnded: () => void): Promise<Player> {
  context ??= new AudioContext({ sampleRate: SAMPLE_RATE_HZ, latencyHint: 'interactive' })
  const audio = context
  const resuming = audio.resume()
  try {
    if (audio.audioWorklet === undefined) throw new Error('no AudioWorklet')
    loading ??= audio.audioWorklet.addModule(workletUrl)
    await loading
  } catch {
    return createBufferPlayer(audio, onEnded)
  }
  await resuming
  const node = new AudioWorkletNode(audio, 'pcm-player', { numberOfInputs: 0, outputChannelCount: [1] })
  const post = (message: ToWorklet, transfer: Transferable[] = []) => node.port.postMessage(message, transfer)
  let report: FromWorklet = { sample: 0, contextTimeS: 0, isMoving: false, isEnded: false }
  let isEnded = false
  let isWanted = true
  const latencyS = outputLatency(audio)
  node.port.onmessage = ({ data }: MessageEvent<FromWorklet>) => {
    report = data
    if (data.isEnded && !isEnded) onEnded()
    isEnded = data.isEnded
  }
  node.connect(audio.destination)
  return {
    push(samples) {
      const floats = floatsOf(samples)
      post({ kind: 'samples', samples: floats }, [floats.buffer])
    },
    finish: () => post({ kind: 'finish' }),
    play() {
      isWanted = true
      void audio.resume()
    },
    pause() {
      isWanted = false
      void audio.suspend()
    },
    seek(seconds) {
      const sample = Math.round(seconds * SAMPLE_RATE_HZ)
      report = { sample, contextTimeS: audio.currentTime, isMoving: false, isEnded: false }
      isEnded = false
      post({ kind: 'seek', sample })
    },
    positionS() {
      const sinceS = report.isMoving ? audio.currentTime - report.contextTimeS : 0
      return Math.max(0, report.sample / SAMPLE_RATE_HZ + sinceS - (report.isMoving ? latencyS() : 0))
    },
    dispose() {
      if (!isWanted) void audio.resume()
      post({ kind: 'dispose' })
      node.disconnect()
    },
  }
}

const LATENCY_AGE_MS = 1000
/** Before it is known, it is 0. */
const UNKNOWN_LATENCY_AGE_MS = 100

/** Seconds until samples are heard. Asked for seldom: in Firefox, each time waits some 4 ms for another process. */
function outputLatency(audio: AudioContext): () => number {
  let latencyS = 0
  let askedAtMs = Number.NEGATIVE_INFINITY
  return () => {
    const nowMs = performance.now()
    if (nowMs - askedAtMs > (latencyS > 0 ? LATENCY_AGE_MS : UNKNOWN_LATENCY_AGE_MS)) {
      askedAtMs = nowMs
      latencyS = audio.outputLatency || 0 // Safari has none
    }
    return latencyS
  }
}

/** Where a buffer plays, in seconds of the AudioContext and of the speech. */
interface Scheduled {
  readonly source: AudioBufferSourceNode
  readonly atS: number
  readonly fromS: number
}

/** Time to schedule a buffer that has to play at once. */
const AHEAD_S = 0.05

/** Plays buffers one after another, each from the time when the one before it ends. */
function createBufferPlayer(audio: AudioContext, onEnded: () => void): Player {
  const pieces: Float32Array<ArrayBuffer>[] = []
  let scheduled: Scheduled[] = []
  let [arrived, freeAtS, unplayed] = [0, 0, 0]
  let [isComplete, hasEnded] = [false, false]
  const latencyS = outputLatency(audio)

  function schedule(samples: Float32Array<ArrayBuffer>, fromS: number): void {
    const buffer = audio.createBuffer(1, samples.length, SAMPLE_RATE_HZ)
    buffer.copyToChannel(samples, 0)
    const source = new AudioBufferSourceNode(audio, { buffer })
    source.connect(audio.destination)
    source.onended = () => {
      unplayed--
      endIfOver()
    }
    const atS = freeAtS > audio.currentTime ? freeAtS : audio.currentTime + AHEAD_S
    source.start(atS)
    freeAtS = atS + buffer.duration
    unplayed++
    scheduled.push({ source, atS, fromS })
  }
  function endIfOver(): void {
    if (!isComplete || hasEnded || unplayed > 0) return
    hasEnded = true
    onEnded()
  }
  function unschedule(): void {
    for (const { source } of scheduled) {
      source.onended = null
      source.stop()
    }
    scheduled = []
    freeAtS = unplayed = 0
  }
  return {
    push(samples) {
      const floats = floatsOf(samples)
      schedule(floats, arrived / SAMPLE_RATE_HZ)
      pieces.push(floats)
      arrived += floats.length
    },
    finish() {
      isComplete = true
      endIfOver()
    },
    play: () => void audio.resume(),
    pause: () => void audio.suspend(),
    seek(seconds) {
      unschedule()
      const sample = Math.min(Math.round(seconds * SAMPLE_RATE_HZ), arrived)
      const whole = new Float32Array(arrived)
      let place = 0
      for (const piece of pieces) {
        whole.set(piece, place)
        place += piece.length
      }
      if (sample < arrived) schedule(whole.slice(sample), sample / SAMPLE_RATE_HZ)
      hasEnded = false
      setTimeout(endIfOver) // nothing is left to play after the last sample
    },
    positionS() {
      const heard = audio.currentTime - latencyS()
      const { atS, fromS, source } = scheduled.findLast(({ atS }) => atS <= heard) ?? scheduled[0] ?? NOTHING
      return fromS + Math.max(0, Math.min(heard - atS, source?.buffer?.duration ?? 0))
    },
    dispose() {
      unschedule()
      void audio.resume()
    },
  }
}

const NOTHING = { atS: 0, fromS: 0, source: undefined }

const floatsOf = (samples: Int16Array): Float32Array<ArrayBuffer> =>
  Float32Array.from(samples, (sample) => sample / 32_768)
