/**
 * What the metadata of synthetic audio says. Never its text, a key or a user, and no time: the same speech gives the same
 * bytes.
 */
export interface AudioMark {
  /** Name and version. */
  readonly software: string
  readonly voice?: string | undefined
  readonly model?: string | undefined
}

/** IPTC's term for media that a trained model made. */
export const SYNTHETIC_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'
/** The name of the property in XMP. */
export const SOURCE_TYPE = 'DigitalSourceType'

const SEPARATOR = '; '
const MAX_NAME_LENGTH = 200

/** The mark as one line, for the comment that every container has and that most converters keep. */
export function commentOf({ software, voice, model }: AudioMark): string {
  const fields = { [SOURCE_TYPE]: SYNTHETIC_TYPE, Software: software, Voice: voice, Model: model }
  const known = Object.entries(fields).flatMap(([name, value]) => (value ? [`${name}=${oneField(value)}`] : []))
  return ['Synthetic speech', ...known].join(SEPARATOR)
}

const oneField = (value: string): string => value.replaceAll(/[;\p{Cc}]/gu, '_').slice(0, MAX_NAME_LENGTH)

/** The fields of such a line, by their names in lower case. */
export function fieldsOfComment(comment: string): ReadonlyMap<string, string> {
  return new Map(
    comment.split(SEPARATOR).flatMap((field) => {
      const at = field.indexOf('=')
      return at < 0 ? [] : [[field.slice(0, at).toLowerCase(), field.slice(at + 1)] as const]
    }),
  )
}
