import { fieldsOfComment, SOURCE_TYPE } from '../core/audio-mark.ts'
import type { ByteSource, ContainerTags } from './byte-source.ts'
import { flacTags } from './reading/flac-tags.ts'
import { mp4Tags } from './reading/mp4-tags.ts'
import { mpegTags } from './reading/mpeg-tags.ts'
import { oggTags } from './reading/ogg-tags.ts'
import { riffTags } from './reading/riff-tags.ts'
import { webmTags } from './reading/webm-tags.ts'

/** What a file says of its origin. */
export interface FoundMark {
  /** `WAV`, `Ogg Opus` and so on. */
  readonly container: string
  /** Whether it is marked as synthetic, wholly or in part, by any program. */
  readonly isSynthetic: boolean
  /** Term of IPTC's digital source types; null if the file has none. */
  readonly sourceType: string | null
  readonly software: string | null
  readonly voice: string | null
  readonly model: string | null
}

/** Terms for media that a program made, or parts of it. */
const SYNTHETIC_TERMS = [
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'algorithmicMedia',
  'compositeSynthetic',
]
const TERM = /https?:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/([A-Za-z]+)/
const READERS = [riffTags, flacTags, oggTags, webmTags, mp4Tags, mpegTags]
const MAX_VALUE_LENGTH = 200

/**
 * Reads the mark of an audio file in a container that has a place for one; undefined for other files. Reads as little as
 * possible, whatever the file says. Throws `DamagedFile`.
 */
export async function readMark(source: ByteSource): Promise<FoundMark | undefined> {
  for (const read of READERS) {
    const found = await read(source)
    if (found !== undefined) return markIn(found)
  }
  return undefined
}

function markIn({ container, tags }: ContainerTags): FoundMark {
  const terms = tags.flatMap(([, value]) => TERM.exec(value)?.[1] ?? [])
  const sourceType = terms.find((term) => SYNTHETIC_TERMS.includes(term)) ?? terms[0] ?? null
  const comments = tags.map(([, value]) => fieldsOfComment(value))
  const fields = comments.find((each) => each.has(SOURCE_TYPE.toLowerCase()))
  const encoder = tags.find(([name]) => name.toUpperCase() === 'ENCODER')?.[1]
  return {
    container,
    isSynthetic: sourceType !== null && SYNTHETIC_TERMS.includes(sourceType),
    sourceType,
    software: printable(fields?.get('software') ?? encoder),
    voice: printable(fields?.get('voice')),
    model: printable(fields?.get('model')),
  }
}

/** Of a file by anybody, for a terminal. */
const printable = (value: string | undefined): string | null =>
  value?.replaceAll(/\p{C}/gu, '').slice(0, MAX_VALUE_LENGTH) || null
