import { type AudioMark, commentOf, SOURCE_TYPE, SYNTHETIC_TYPE } from '../../../core/audio-mark.ts'
import type { Book } from '../../codec.ts'
import { box, fullBox, uint8, uint32, zeros } from './boxes.ts'
import { handlerBox } from './track.ts'

const UTF8 = 1
const INTEGER = 21
const AUDIOBOOK = 2

/** Metadata as iTunes has it. */
export function itemList(mark: AudioMark | undefined, { title, album }: Partial<Book>): Uint8Array {
  const items = [
    ...(title ? [textItem('©nam', title)] : []),
    ...(album ? [textItem('©alb', album)] : []),
    box('stik', data(INTEGER, uint8(AUDIOBOOK))),
    ...(mark === undefined ? [] : markItems(mark)),
  ]
  return fullBox('meta', 0, 0, handlerBox('mdir', 'appl'), box('ilst', ...items))
}

const markItems = (mark: AudioMark): readonly Uint8Array[] => [
  textItem('©too', mark.software),
  textItem('©cmt', commentOf(mark)),
  box('----', named('mean', 'com.apple.iTunes'), named('name', SOURCE_TYPE), data(UTF8, Buffer.from(SYNTHETIC_TYPE))),
]

const textItem = (type: string, text: string): Uint8Array => box(type, data(UTF8, Buffer.from(text)))
const named = (type: string, text: string): Uint8Array => fullBox(type, 0, 0, Buffer.from(text))
/** In any language. */
const data = (type: number, value: Uint8Array): Uint8Array => box('data', uint32(type), zeros(4), value)
