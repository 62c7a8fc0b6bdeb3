import type { SpeechSink } from '../../core/engine.ts'
import type { Timbre } from '../../core/voice.ts'
import type { Pointer } from './flite-library.ts'
import { FliteLibrary } from './flite-library.ts'
import type { FliteBinary } from './flite-module.ts'
import type { FliteSpeaker } from './flite-speaker.ts'
import { defaultRateOf, SAMPLE_RATE_HZ, stretchOf } from './flite-speaker.ts'
import type { FliteText, FliteToken } from './flite-tokens.ts'
import type { FliteVoice } from './flite-voices.ts'
import type { SpokenSpan } from './frame-order.ts'
import { lengthenPausesInPlace } from './frame-order.ts'
import { alphaOfFormants, raiseEndInPlace, shapePitchInPlace } from './speaker-shape.ts'

const SAMPLES_PER_FRAME = 80
const FRAME_S = SAMPLES_PER_FRAME / SAMPLE_RATE_HZ

/** Frames of silence kept around speech: onset of a stop, decay of a vowel. */
const FRAMES_KEPT = { before: 3, after: 5 } as const
const FADE_SAMPLES = 48
/** The first chunk is small for early first audio; later ones grow, so that there are few. */
const CHUNK_SAMPLES = { first: 256, max: 2048 } as const
const CHUNK_BUFFER_SAMPLES = CHUNK_SAMPLES.max + 2 * SAMPLES_PER_FRAME

/** Of a first-order high-pass filter at 20 Hz: 2 pi 20 Hz / 16 kHz. Flite's waves have an offset of up to -43 dB. */
const DC_SHARE = (2 * Math.PI * 20) / SAMPLE_RATE_HZ

/** Half of Flite's own gain: its samples wrap around on overflow, which deepened voices cause. */
const RENDERED_GAIN = 0.75

// Offsets in Flite's structures, in bytes.
const UTTERANCE_FEATURES = 0
const VOICE_FEATURES = 4
const VALUE = 4
const TRACK = { frameCount: 4, frames: 16 } as const
const MODEL = { alpha: 120, gain: 152 } as const

const WORD_START = 'R:SylStructure.daughter1.daughter1.R:Segment.p.end'
const WORD_END = 'R:SylStructure.daughtern.daughtern.R:Segment.end'

/** Times in Flite's own rendering, in seconds from its start. */
interface TimeSpan {
  readonly startS: number
  readonly endS: number
}

interface SpokenWord extends SpokenSpan {
  readonly segmentIndex: number
  readonly pitch: number
}

/** The frames of Flite's rendering without its surrounding silence. */
interface FrameRange {
  readonly first: number
  readonly count: number
}

const chunkBuffer = new Float32Array(CHUNK_BUFFER_SAMPLES)

/**
 * Speaks through Flite as a library, in two phases: Flite predicts pitch, spectrum and timing frame by frame; these are
 * edited in its memory, then smoothed and rendered chunk by chunk.
 */
export class LibrarySpeaker implements FliteSpeaker {
  readonly #flite: FliteLibrary

  constructor(binary: FliteBinary) {
    this.#flite = new FliteLibrary(binary)
  }

  get memoryBytes(): number {
    return this.#flite.memoryBytes
  }

  speak(text: FliteText, voice: FliteVoice, timbre: Timbre, sink: SpeechSink): void {
    speakText(this.#flite, text, voice, timbre, sink)
  }
}

/** Frees its allocations on return; if it throws, the instance is discarded. */
function speakText(
  flite: FliteLibrary,
  { tokens, isRising }: FliteText,
  voice: FliteVoice,
  timbre: Timbre,
  sink: SpeechSink,
): void {
  const { call } = flite
  const voicePointer = flite.voice(voice)
  const model = featureValue(flite, flite.u32[(voicePointer + VOICE_FEATURES) >> 2] ?? 0, 'cg_db')
  const utterance = call.new_utterance()
  const tokenItems = predict(flite, utterance, voicePointer, tokens, timbre.rateRatio)
  const speech = speechSpan(flite, utterance)
  if (speech !== undefined) {
    const words = spokenWords(flite, tokens, tokenItems, timbre.rateRatio)
    const features = flite.u32[(utterance + UTTERANCE_FEATURES) >> 2] ?? 0
    const parameters = featureValue(flite, features, 'param_track')
    const excitation = featureValue(flite, features, 'str_track')
    const spoken = frameRange(speech, flite.u32[(parameters + TRACK.frameCount) >> 2] ?? 0)
    const order = lengthenPausesInPlace(words, spoken, FRAME_S)
    const range: FrameRange = { first: spoken.first, count: order.length }
    const unordered = [parameters, excitation].map((track) => orderTrack(flite, track, order))

    editPitch(flite, parameters, range, words, { voice, timbre, isRising })
    markWords(words, range, sink)
    flite.f32[(model + MODEL.alpha) >> 2] = alphaOfFormants(timbre.formantRatio)
    flite.f32[(model + MODEL.gain) >> 2] = RENDERED_GAIN
    render(flite, parameters, excitation, model, (range.count - 1) * SAMPLES_PER_FRAME, voice.gain, sink)
    for (const restore of unordered) restore()
  }
  call.delete_utterance(utterance)
}

/** Returns the items of the tokens in Flite's memory. */
function predict(
  flite: FliteLibrary,
  utterance: Pointer,
  voicePointer: Pointer,
  tokens: readonly FliteToken[],
  rateRatio: number,
): Pointer[] {
  const { call } = flite
  flite.forgetFeatures()
  call.utt_init(utterance, voicePointer)
  // Pauses belong to no word and take the median rate.
  const defaultRate = defaultRateOf(tokens)
  const defaultStretch = stretchOf(rateRatio * defaultRate)
  call.feat_set_float(
    flite.u32[(utterance + UTTERANCE_FEATURES) >> 2] ?? 0,
    flite.kept('duration_stretch'),
    defaultStretch,
  )
  const relation = call.utt_relation_create(utterance, flite.kept('Token'))
  let phonesBefore = ''
  const items = tokens.map((token) => {
    const item = call.relation_append(relation, 0)
    call.item_set_string(item, flite.kept('name'), flite.passing(token.name))
    call.item_set_string(item, flite.kept('whitespace'), flite.passing(' '))
    call.item_set_string(item, flite.kept('prepunctuation'), flite.passing(''))
    call.item_set_string(item, flite.kept('punc'), flite.passing(token.punctuation))
    // Flite omits a token whose phones equal the previous one's ("no no"), so a space is added.
    const phones = token.phones === phonesBefore ? `${token.phones} ` : token.phones
    if (phones !== null) call.item_set_string(item, flite.kept('phones'), flite.passing(phones))
    phonesBefore = phones ?? ''
    if (token.word.rate !== defaultRate) {
      const stretch = stretchOf(rateRatio * token.word.rate) / defaultStretch
      call.item_set_float(item, flite.kept('local_duration_stretch'), stretch)
    }
    return item
  })
  call.utt_synth_tokens(utterance)
  return items
}

/** From the end of the leading silence to the start of the trailing one; undefined if there is only silence. */
function speechSpan(flite: FliteLibrary, utterance: Pointer): TimeSpan | undefined {
  const { call } = flite
  const segments = call.utt_relation(utterance, flite.kept('Segment'))
  const head = call.relation_head(segments)
  const last = call.item_prev(call.relation_tail(segments))
  if (last === 0) return undefined
  const end = flite.kept('end')
  return { startS: call.item_feat_float(head, end), endS: call.item_feat_float(last, end) }
}

/** One entry per segment with tokens; a silent one has an empty span at the end of the previous one. */
function spokenWords(
  flite: FliteLibrary,
  tokens: readonly FliteToken[],
  items: readonly Pointer[],
  rateRatio: number,
): SpokenWord[] {
  const spoken: SpokenWord[] = []
  let endS = 0
  for (const [i, { segmentIndex, word, punctuation }] of tokens.entries()) {
    const hasMark = punctuation !== ''
    const heard = timesOfToken(flite, items[i] ?? 0)
    const startS = heard?.startS ?? endS
    endS = heard?.endS ?? endS
    const last = spoken.at(-1)
    if (last?.segmentIndex === segmentIndex) Object.assign(last, { endS, hasMark })
    else spoken.push({ segmentIndex, pitch: word.pitch, rate: rateRatio * word.rate, startS, endS, hasMark })
  }
  return spoken
}

/** From the first to the last sound of the words of a token; undefined if none of them sounds. */
function timesOfToken(flite: FliteLibrary, item: Pointer): TimeSpan | undefined {
  const { call } = flite
  let startS: number | undefined
  let endS = 0
  for (let word = call.item_daughter(item); word !== 0; word = call.item_next(word)) {
    const wordEndS = call.ffeature_float(word, flite.kept(WORD_END))
    if (wordEndS === 0) continue
    startS ??= call.ffeature_float(word, flite.kept(WORD_START))
    endS = wordEndS
  }
  return startS === undefined ? undefined : { startS, endS }
}

function frameRange({ startS, endS }: TimeSpan, frameCount: number): FrameRange {
  const first = Math.max(Math.floor(startS / FRAME_S) + 1 - FRAMES_KEPT.before, 0)
  const end = Math.min(Math.ceil(endS / FRAME_S) + FRAMES_KEPT.after, frameCount)
  return { first, count: end - first }
}

/** Gives a track the frames of an order. Call the result before the track is freed, else other frames leak. */
function orderTrack(flite: FliteLibrary, track: Pointer, order: Uint32Array): () => void {
  const countAt = (track + TRACK.frameCount) >> 2
  const framesAt = (track + TRACK.frames) >> 2
  const ordered = flite.call.malloc(4 * order.length)
  const { u32 } = flite // after the call, which may have moved the memory
  const whole = { count: u32[countAt] ?? 0, frames: u32[framesAt] ?? 0 }
  for (const [at, frame] of order.entries()) u32[(ordered >> 2) + at] = u32[(whole.frames >> 2) + frame] ?? 0
  u32[countAt] = order.length
  u32[framesAt] = ordered
  return () => {
    flite.u32[countAt] = whole.count
    flite.u32[framesAt] = whole.frames
    flite.call.free(ordered)
  }
}

function editPitch(
  flite: FliteLibrary,
  parameters: Pointer,
  range: FrameRange,
  words: readonly SpokenWord[],
  { voice, timbre, isRising }: { readonly voice: FliteVoice; readonly timbre: Timbre; readonly isRising: boolean },
): void {
  const { f32, u32 } = flite
  const framesAt = (u32[(parameters + TRACK.frames) >> 2] ?? 0) >> 2
  const pitchAt = (frame: number): number => (u32[framesAt + frame] ?? 0) >> 2
  const pitchHz = Float32Array.from({ length: range.count }, (_, frame) => f32[pitchAt(frame)] ?? 0)
  const spans = words.map(({ pitch, startS }) => ({
    firstFrame: Math.max(Math.round(startS / FRAME_S) - range.first, 0),
    pitch,
  }))
  shapePitchInPlace(pitchHz, voice.pitchMeanHz, timbre, spans)
  if (isRising) raiseEndInPlace(pitchHz, spans.at(-1)?.firstFrame ?? 0, timbre.pitchMeanHz * (words.at(-1)?.pitch ?? 1))
  for (let frame = 0; frame < range.count; frame++) f32[pitchAt(frame)] = pitchHz[frame] ?? 0
}

function markWords(words: readonly SpokenWord[], range: FrameRange, sink: SpeechSink): void {
  const max = (range.count - 1) * SAMPLES_PER_FRAME
  const sampleAt = (seconds: number): number =>
    Math.min(Math.max(Math.round(seconds * SAMPLE_RATE_HZ) - range.first * SAMPLES_PER_FRAME, 0), max)
  for (const { segmentIndex, startS, endS } of words) sink.mark(segmentIndex, sampleAt(startS), sampleAt(endS))
}

function render(
  flite: FliteLibrary,
  parameters: Pointer,
  excitation: Pointer,
  model: Pointer,
  totalSamples: number,
  gain: number,
  sink: SpeechSink,
): void {
  const { call } = flite
  const smoothed = call.mlpg(parameters, model)
  const scale = gain / 32_768
  let dc = 0
  let minChunkSamples: number = CHUNK_SAMPLES.first
  const listener = (firstSample: number, samples: Int16Array): boolean => {
    if (samples.length === 0) return true
    const chunk = chunkBuffer.subarray(0, samples.length)
    for (let i = 0; i < samples.length; i++) {
      const sample = (samples[i] ?? 0) * scale
      dc += DC_SHARE * (sample - dc)
      chunk[i] = Math.min(Math.max(sample - dc, -1), 1)
    }
    fadeEdges(chunk, firstSample, totalSamples)
    minChunkSamples = Math.min(2 * minChunkSamples, CHUNK_SAMPLES.max)
    flite.minChunkSamples = minChunkSamples
    return sink.audio(chunk)
  }
  flite.restartNoise()
  let wave: Pointer = 0
  flite.listening(minChunkSamples, listener, () => {
    wave = call.mlsa_resynthesis(smoothed, excitation, model, flite.streaming, 0)
  })
  // There is no wave if the listener stopped rendering.
  if (wave !== 0) call.delete_wave(wave)
  call.delete_track(smoothed)
}

function fadeEdges(chunk: Float32Array, firstSample: number, totalSamples: number): void {
  for (let i = 0; i < chunk.length && firstSample + i < FADE_SAMPLES; i++) {
    chunk[i] = (chunk[i] ?? 0) * ((firstSample + i) / FADE_SAMPLES)
  }
  for (let i = chunk.length - 1; i >= 0 && totalSamples - firstSample - i <= FADE_SAMPLES; i--) {
    chunk[i] = (chunk[i] ?? 0) * ((totalSamples - firstSample - i - 1) / FADE_SAMPLES)
  }
}

/** The pointer stored in a feature. */
function featureValue(flite: FliteLibrary, features: Pointer, name: string): Pointer {
  return flite.u32[(flite.call.feat_val(features, flite.kept(name)) + VALUE) >> 2] ?? 0
}
