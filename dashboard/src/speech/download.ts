import type { AudioMark } from '../../../src/core/audio-mark.ts'
import { request } from '../api/client.ts'
import { captionsOf, srtOf, vttOf } from './captions.ts'
import type { SpeechRequest } from './request.ts'
import { bodyOf, speakOverSocket } from './sources.ts'
import { wavOf } from './wav.ts'
import { locateWords, type TimedWord } from './words.ts'

/**
 * File formats by extension: the name over WebSockets, or null where only HTTP has it, and the media type. A WAV is made here, of
 * samples: a socket does not know its length.
 */
export const FORMATS = {
  mp3: { title: 'MP3', audioFormat: 'mp3', mediaType: 'audio/mpeg' },
  wav: { title: 'WAV', audioFormat: 'pcm', mediaType: 'audio/wav' },
  flac: { title: 'FLAC', audioFormat: 'flac', mediaType: 'audio/flac' },
  ogg: { title: 'Opus (Ogg)', audioFormat: 'ogg', mediaType: 'audio/ogg' },
  webm: { title: 'Opus (WebM)', audioFormat: null, mediaType: 'audio/webm' },
  pcm: { title: 'PCM, 24 kHz', audioFormat: 'pcm', mediaType: 'audio/L16' },
  ul: { title: 'µ-law, 8 kHz', audioFormat: 'mulaw', mediaType: 'audio/PCMU' },
  al: { title: 'A-law, 8 kHz', audioFormat: 'alaw', mediaType: 'audio/PCMA' },
} as const

export type Extension = keyof typeof FORMATS

export interface SpokenFile {
  readonly audio: Blob
  /** Empty where the server sends no times. */
  readonly words: readonly TimedWord[]
}

/** Synthesizes a file; a WAV with this mark, others with the server's. Word times come over WebSockets, in English and Spanish. */
export async function synthesizeFile(
  speech: SpeechRequest,
  extension: Extension,
  mark: AudioMark | undefined,
  signal: AbortSignal,
): Promise<SpokenFile> {
  const { audioFormat, mediaType } = FORMATS[extension]
  if (audioFormat === null) {
    const headers = { 'content-type': 'application/json', accept: mediaType }
    const init = { method: 'POST', headers, body: JSON.stringify(bodyOf(speech)), signal }
    return { audio: await (await request('/v1/rime-tts', init)).blob(), words: [] }
  }
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const words: TimedWord[] = []
  const sink = {
    audio: (bytes: Uint8Array<ArrayBuffer>) => void pieces.push(bytes),
    words: (times: Parameters<typeof locateWords>[2]) =>
      void words.push(...locateWords(speech.text, words.at(-1)?.end ?? 0, times)),
  }
  await speakOverSocket(speech, audioFormat, sink, signal)
  const audio = extension === 'wav' ? wavOf(pieces, mark) : new Blob(pieces, { type: mediaType })
  return { audio, words }
}

/** Saves a file and its captions under one name. */
export function saveSpeech(
  file: SpokenFile,
  text: string,
  name: string,
  extension: Extension,
  captions: readonly ('srt' | 'vtt')[],
): void {
  save(file.audio, `${name}.${extension}`)
  const lines = captionsOf(text, file.words)
  if (lines.length === 0) return
  if (captions.includes('srt')) save(new Blob([srtOf(lines)], { type: 'application/x-subrip' }), `${name}.srt`)
  if (captions.includes('vtt')) save(new Blob([vttOf(lines)], { type: 'text/vtt' }), `${name}.vtt`)
}

/** Saves a file in the browser's download folder. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
