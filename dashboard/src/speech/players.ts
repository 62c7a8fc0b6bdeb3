import type { FromWorklet, ToWorklet } from './pcm-worklet.ts'
import workletUrl from './pcm-worklet.ts?worker&url'
import { SAMPLE_RATE_HZ } from './request.ts'
import { wavOf } from './wav.ts'

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
 * Plays while samples arrive. Call it in the handler of a click, since browsers start no audio before. Rejects where
 * worklets are missing, as on http pages beyond this machine.
 */
export async function createStreamPlayer(onEnded: () => void): Promise<Player> {
  context ??= new AudioContext({ sampleRate: SAMPLE_RATE_HZ, latencyHint: 'interactive' })
  const audio = context
  if (audio.audioWorklet === undefined) throw new Error('no AudioWorklet')
  loading ??= audio.audioWorklet.addModule(workletUrl)
  await Promise.all([loading, audio.resume()])
  const node = new AudioWorkletNode(audio, 'pcm-player', { numberOfInputs: 0, outputChannelCount: [1] })
  const post = (message: ToWorklet, transfer: Transferable[] = []) => node.port.postMessage(message, transfer)
  let report: FromWorklet = { sample: 0, contextTimeS: 0, isMoving: false, isEnded: false }
  let isEnded = false
  let isWanted = true
  node.port.onmessage = ({ data }: MessageEvent<FromWorklet>) => {
    report = data
    if (data.isEnded && !isEnded) onEnded()
    isEnded = data.isEnded
  }
  node.connect(audio.destination)
  return {
    push(samples) {
      const floats = Float32Array.from(samples, (sample) => sample / 32_768)
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
      const latencyS = report.isMoving ? audio.outputLatency || 0 : 0
      return Math.max(0, report.sample / SAMPLE_RATE_HZ + sinceS - latencyS)
    },
    dispose() {
      if (!isWanted) void audio.resume()
      post({ kind: 'dispose' })
      node.disconnect()
    },
  }
}

/** Plays in an audio element once everything has arrived. */
export function createElementPlayer(onEnded: () => void): Player {
  const element = new Audio()
  const pieces: Int16Array<ArrayBuffer>[] = []
  let isWanted = true
  element.onended = onEnded
  const play = () => element.play().catch(() => {}) // was disposed or paused before it began
  return {
    push: (samples) => void pieces.push(samples),
    finish() {
      element.src = URL.createObjectURL(wavOf(pieces))
      if (isWanted) void play()
    },
    play() {
      isWanted = true
      if (element.src !== '') void play()
    },
    pause() {
      isWanted = false
      element.pause()
    },
    seek(seconds) {
      element.currentTime = seconds
    },
    positionS: () => element.currentTime,
    dispose() {
      element.pause()
      if (element.src !== '') URL.revokeObjectURL(element.src)
    },
  }
}
