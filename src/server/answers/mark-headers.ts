import type { Speech } from '../../app/speech/speech.ts'
import { SYNTHETIC_TYPE } from '../../core/audio-mark.ts'

const MARKED = { link: `<${SYNTHETIC_TYPE}>; rel="type"` }

/** Marks speech as synthetic in any format: its type (RFC 6903) in IPTC's vocabulary. */
export const markHeaders = ({ isMarked }: Pick<Speech, 'isMarked'>): Readonly<Record<string, string>> =>
  isMarked ? MARKED : {}
