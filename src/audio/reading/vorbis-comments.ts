import { DamagedFile, type Tag } from '../byte-source.ts'

/** Tags of a comment header of Vorbis that starts at `start`. Throws `DamagedFile`. */
export function readVorbisComments(bytes: Buffer, start: number): readonly Tag[] {
  let at = start
  function next(length: number): Buffer {
    if (at + length > bytes.length) throw new DamagedFile('its comments are cut off')
    at += length
    return bytes.subarray(at - length, at)
  }
  const number = (): number => next(4).readUInt32LE()
  next(number()) // the vendor
  const tags: Tag[] = []
  for (let left = number(); left > 0; left--) {
    const comment = next(number()).toString()
    const equals = comment.indexOf('=')
    if (equals > 0) tags.push([comment.slice(0, equals), comment.slice(equals + 1)])
  }
  return tags
}
