import type { CaptionFormat, Codec } from '../api/types.ts'

interface JobFormat {
  readonly title: string
  readonly extension: string
  /** Whether browsers play it: samples without a header are played by none. */
  readonly isPlayed: boolean
}

/** The usual ones first. */
export const JOB_FORMATS = {
  mp3: { title: 'MP3', extension: 'mp3', isPlayed: true },
  ogg: { title: 'Opus (Ogg)', extension: 'ogg', isPlayed: true },
  webm: { title: 'Opus (WebM)', extension: 'webm', isPlayed: true },
  m4b: { title: 'M4B audiobook', extension: 'm4b', isPlayed: true },
  aac: { title: 'AAC', extension: 'aac', isPlayed: true },
  flac: { title: 'FLAC', extension: 'flac', isPlayed: true },
  wav: { title: 'WAV', extension: 'wav', isPlayed: true },
  pcm: { title: 'PCM', extension: 'pcm', isPlayed: false },
  f32le: { title: 'PCM (32-bit float)', extension: 'f32le', isPlayed: false },
  mulaw: { title: 'µ-law', extension: 'ul', isPlayed: false },
  alaw: { title: 'A-law', extension: 'al', isPlayed: false },
} as const satisfies Record<Codec, JobFormat>

export const CAPTION_TITLES = {
  srt: 'SubRip (.srt)',
  vtt: 'WebVTT (.vtt)',
  json: 'Word times (.json)',
} as const satisfies Record<CaptionFormat, string>
