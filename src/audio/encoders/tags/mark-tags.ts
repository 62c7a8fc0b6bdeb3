import { type AudioMark, commentOf, SOURCE_TYPE, SYNTHETIC_TYPE } from '../../../core/audio-mark.ts'

/** Tags of a mark, for containers with named tags. */
export const tagsOf = (mark: AudioMark): readonly (readonly [name: string, value: string])[] => [
  [SOURCE_TYPE, SYNTHETIC_TYPE],
  ['ENCODER', mark.software],
  ['COMMENT', commentOf(mark)],
]
