import type { SpeechSink } from '../../core/engine.ts'
import type { PhraseFrames } from './acoustic-model.ts'
import { FrameTrack } from './frame-track.ts'
import { HOP } from './harmonic-noise-synth.ts'
import type { Network } from './networks.ts'
import { finishInPlace } from './smooth-ends.ts'
import { samplesOfFrames, Vocoder, type VocoderShape } from './vocoder.ts'

/** The vocoder of a voice and the gain of its output. */
export interface Sound {
  readonly network: Network
  readonly shape: VocoderShape
  readonly gain: number
}

/** Sample at which a row begins. */
export type SampleAt = (row: number) => number

export interface PhraseReader<Phrase> {
  predict(phrase: Phrase, index: number): Promise<PhraseFrames>
  /** Called before the audio of the phrase. */
  mark(phrase: Phrase, sampleAt: SampleAt, sink: SpeechSink): void
}

/** Predicts each phrase after the previous one was spoken, so that the first audio is early. */
export async function speakPhrases<Phrase>(
  phrases: readonly Phrase[],
  reader: PhraseReader<Phrase>,
  { network, shape, gain }: Sound,
  sink: SpeechSink,
): Promise<void> {
  const track = new FrameTrack()
  const vocoder = new Vocoder(network, shape)
  let spoken = 0
  for (const [i, phrase] of phrases.entries()) {
    const isLast = i === phrases.length - 1
    const { rowStarts, mels, voicing } = await reader.predict(phrase, i)
    const firstFrame = track.length
    track.add(mels, voicing, vocoder.frame - shape.framesBefore)
    const endSample = samplesOfFrames(track.length)
    // A row's sound begins half a hop before the centre of its first frame.
    const sampleAt: SampleAt = (row) =>
      Math.min(Math.max((firstFrame + (rowStarts[row] as number) - 0.5) * HOP, 0), endSample)
    reader.mark(phrase, sampleAt, sink)
    const totalSamples = isLast ? endSample : Number.POSITIVE_INFINITY
    const isWanted = await vocoder.speak(track, isLast, async (samples) => {
      finishInPlace(samples, gain, spoken, totalSamples)
      spoken += samples.length
      return sink.audio(samples) && (await sink.nextTurn?.()) !== false
    })
    if (!isWanted) return
  }
}
