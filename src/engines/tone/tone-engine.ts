import type { Engine, LoadedEngine, SpeechSink } from '../../core/engine.ts'
import { SpeechError } from '../../core/errors.ts'
import type { Utterance, Word } from '../../core/utterance.ts'
import type { Timbre } from '../../core/voice.ts'

const SAMPLE_RATE_HZ = 16_000
const CHUNK_SAMPLES = 320
const FADE_SAMPLES = 64
const PEAK = 0.5
const SECONDS_PER_LETTER = 0.06
const PUNCTUATION_SECONDS = 0.15
const WORD_SECONDS = { min: 0.03, max: 3 }

/** Hums each word at its pitch and for its duration. Cheap, and tests can predict every sample. */
export const toneEngine: Engine = {
  name: 'tone',
  load: async () => loadedToneEngine,
}

const loadedToneEngine: LoadedEngine = {
  sampleRateHz(voice) {
    if (voice.base !== 'tone') throw new SpeechError('voice.unusable', `the tone engine has no voice ${voice.base}`)
    return SAMPLE_RATE_HZ
  },

  speak(utterance, voice, sink) {
    this.sampleRateHz(voice)
    speakTones(utterance, voice.timbre, sink)
  },

  [Symbol.dispose]() {},
}

function speakTones(utterance: Utterance, timbre: Timbre, sink: SpeechSink): void {
  let spokenSamples = 0
  let pauseSamples = 0
  for (const [segmentIndex, segment] of utterance.segments.entries()) {
    if (segment.kind === 'punctuation') {
      pauseSamples = spokenSamples > 0 ? Math.round(PUNCTUATION_SECONDS * SAMPLE_RATE_HZ) : 0
      continue
    }
    if (!handOver(new Float32Array(pauseSamples), sink)) return
    spokenSamples += pauseSamples
    pauseSamples = 0

    const tone = toneOfWord(segment, timbre)
    sink.mark(segmentIndex, spokenSamples, spokenSamples + tone.length)
    if (!handOver(tone, sink)) return
    spokenSamples += tone.length
  }
}

function toneOfWord(word: Word, timbre: Timbre): Float32Array {
  const askedSeconds = ([...word.spoken].length * SECONDS_PER_LETTER) / (word.rate * timbre.rateRatio)
  const seconds = Math.min(Math.max(askedSeconds, WORD_SECONDS.min), WORD_SECONDS.max)
  const tone = new Float32Array(Math.round(seconds * SAMPLE_RATE_HZ))
  const radiansPerSample = (2 * Math.PI * timbre.pitchMeanHz * word.pitch) / SAMPLE_RATE_HZ
  for (let i = 0; i < tone.length; i++) {
    const fade = Math.min(1, (i + 1) / FADE_SAMPLES, (tone.length - i) / FADE_SAMPLES)
    tone[i] = PEAK * fade * Math.sin(radiansPerSample * i)
  }
  return tone
}

/** Returns false when the sink does. */
function handOver(samples: Float32Array, sink: SpeechSink): boolean {
  for (let start = 0; start < samples.length; start += CHUNK_SAMPLES) {
    if (!sink.audio(samples.subarray(start, start + CHUNK_SAMPLES))) return false
  }
  return true
}
