import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { SpeechError } from '../../core/errors.ts'
import type { AudioFileFormat } from './speech-source.ts'

const LIFETIME_MS = 600_000
const MAX_BYTES = 64 * 2 ** 20

const TOO_LARGE = `the audio takes more than ${MAX_BYTES / 2 ** 20} MiB; speak a shorter text, or choose the format mp3`

export interface LinkedAudio {
  readonly bytes: Buffer
  readonly format: AudioFileFormat
}

/** Audio in memory for ten minutes, the least recently fetched first to go. Its names cannot be guessed. */
export function createAudioLinks() {
  const files = new LRUCache<string, LinkedAudio>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
    ttl: LIFETIME_MS,
    ttlAutopurge: true, // else expired files stay in memory until their space is needed
  })
  return {
    /** Returns the file's name. Throws `request.too-large`. */
    add(bytes: Buffer, format: AudioFileFormat): string {
      if (bytes.length > MAX_BYTES) throw new SpeechError('request.too-large', TOO_LARGE, { isFixed: true })
      const name = `${randomBytes(16).toString('base64url')}.${format}`
      files.set(name, { bytes, format })
      return name
    },
    find: (name: string): LinkedAudio | undefined => files.get(name),
  }
}
