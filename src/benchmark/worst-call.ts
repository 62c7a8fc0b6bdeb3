import { wavHeader } from '../audio/wav-header.ts'
import type { WorstCall } from './benchmark-report.ts'
import type { Recording, SpokenCall } from './call.ts'
import { sum } from './statistics.ts'

export const gapMsOf = ({ gaps }: SpokenCall): number => sum(gaps.map(({ ms }) => ms))

/** Whether a call was worse than the worst so far. */
export function isWorse(call: SpokenCall, worst: WorstCall | null): boolean {
  if (worst === null) return true
  const gapMs = gapMsOf(call)
  return gapMs === worst.gapMs ? call.firstAudioMs > worst.firstAudioMs : gapMs > worst.gapMs
}

export const worstCall = (
  call: SpokenCall,
  { chunks, sampleRateHz, words }: Recording,
  where: { readonly text: number; readonly callers: number },
): WorstCall => ({
  ...where,
  gapMs: gapMsOf(call),
  firstAudioMs: call.firstAudioMs,
  chunks: chunks.map(({ atMs, samples }) => [rounded(atMs), rounded((samples.length * 1000) / sampleRateHz)]),
  words,
  audio: wavOf(asHeard(chunks, sampleRateHz), sampleRateHz).toString('base64'),
})

const rounded = (ms: number): number => Math.round(ms * 10) / 10

/** The audio with silence wherever a listener waited. */
function asHeard(chunks: Recording['chunks'], sampleRateHz: number): readonly Int16Array[] {
  const heard: Int16Array[] = []
  let playedMs = chunks[0]?.atMs ?? 0
  for (const { atMs, samples } of chunks) {
    if (atMs > playedMs) heard.push(new Int16Array(Math.round(((atMs - playedMs) * sampleRateHz) / 1000)))
    heard.push(samples)
    playedMs = Math.max(playedMs, atMs) + (samples.length * 1000) / sampleRateHz
  }
  return heard
}

/** A WAV file of mono samples. */
export function wavOf(parts: readonly Int16Array[], sampleRateHz: number): Buffer {
  // Little-endian, as in audio/encoders/pcm.ts. Callers are being timed meanwhile.
  const bytes = parts.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength))
  const dataLength = sum(bytes.map(({ length }) => length))
  return Buffer.concat([wavHeader({ encoding: 'linear', sampleRateHz, dataLength }), ...bytes])
}
