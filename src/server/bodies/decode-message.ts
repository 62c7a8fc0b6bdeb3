import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { isSpeechError, SpeechError } from '../../core/errors.ts'
import { MAX_PARSED_BYTES } from './json-body.ts'

/** Longer strings do not count towards `MAX_PARSED_BYTES`. */
const LONG_STRING_BYTES = 1024

/**
 * Decodes a protobuf message. Throws `request.invalid` for bytes that are none, or `request.too-large` if more than
 * `MAX_PARSED_BYTES` remain without long strings.
 */
export function decodeMessage<Desc extends DescMessage>(schema: Desc, bytes: Uint8Array): MessageShape<Desc> {
  try {
    if (bytes.length > MAX_PARSED_BYTES) limitRest(schema, bytes)
    return fromBinary(schema, bytes)
  } catch (error) {
    if (isSpeechError(error)) throw error
    throw new SpeechError('request.invalid', 'message is not a valid protobuf message', { isFixed: true })
  }
}

/** Many small fields take a thousand times as long to decode as a text of the same size. */
function limitRest(schema: DescMessage, bytes: Uint8Array): void {
  const reader = new BinaryReader(bytes)
  let rest = 0
  const count = ({ fields }: DescMessage, end: number): void => {
    while (reader.pos < end) {
      const start = reader.pos
      const [number, type] = reader.tag()
      const hasLength = type === WireType.LengthDelimited
      const length = hasLength ? reader.uint32() : 0
      if (!hasLength) reader.skip(type, number)
      rest += reader.pos - start
      const field = fields.find((each) => each.number === number)
      if (field?.message !== undefined) count(field.message, reader.pos + length)
      else {
        reader.pos += length
        if (length <= LONG_STRING_BYTES || field?.fieldKind === 'list') rest += length // a list of numbers is no string
      }
      if (rest > MAX_PARSED_BYTES)
        throw new SpeechError('request.too-large', 'message is too large apart from its text')
    }
  }
  count(schema, bytes.length)
}
