import { tagsOf } from '../tags/mark-tags.ts'
import { type CreateOpusContainer, type OpusStream, opusHead, PACKET_SAMPLES } from './container.ts'
import { element, float, integer, openElement, text, voidElement } from './ebml.ts'

const SAMPLES_PER_MS = 48
const NS_PER_MS = 1_000_000
const TRACK = 1
const KEYFRAME = 0x80
/** Decoder pre-roll after a seek (RFC 7845, section 4.6). */
const PRE_ROLL_MS = 80
/** Block times are relative to their cluster, in 16 bits of milliseconds. */
const CLUSTER_MS = 5000

/** A live WebM: segment and clusters of unknown size. */
export const createWebm: CreateOpusContainer = (stream) => {
  let packets = 0

  /** Time of the packet in its cluster, and the cluster's header if the packet starts one. */
  const place = () => {
    const atMs = (packets++ * PACKET_SAMPLES) / SAMPLES_PER_MS
    const inClusterMs = atMs % CLUSTER_MS
    const opening = inClusterMs === 0 ? [openElement(ID.cluster), element(ID.timestamp, integer(atMs))] : []
    return { inClusterMs, opening }
  }

  return {
    header: webmHeader(stream, voidElement(DURATION_LENGTH)),
    add: (packet) => {
      const { inClusterMs, opening } = place()
      return Buffer.concat([...opening, element(ID.simpleBlock, blockHead(inClusterMs, KEYFRAME), packet)])
    },
    finish: (packet, padding) => {
      const { inClusterMs, opening } = place()
      const paddingNs = Math.round((padding * NS_PER_MS) / SAMPLES_PER_MS)
      const group = element(
        ID.blockGroup,
        element(ID.block, blockHead(inClusterMs, 0), packet),
        element(ID.discardPadding, integer(paddingNs)),
      )
      return Buffer.concat([...opening, group])
    },
    finalHeader: (samples) => webmHeader(stream, element(ID.duration, float(samples / SAMPLES_PER_MS))),
  }
}

const ID = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  codecDelay: 0x56aa,
  seekPreRoll: 0x56bb,
  audio: 0xe1,
  samplingFrequency: 0xb5,
  channels: 0x9f,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  discardPadding: 0x75a2,
  tags: 0x1254c367,
  tag: 0x7373,
  targets: 0x63c0,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
  tagString: 0x4487,
} as const

const DURATION_LENGTH = element(ID.duration, float(0)).length

function webmHeader(stream: OpusStream, duration: Uint8Array): Uint8Array {
  const preSkipNs = Math.round((stream.preSkip * NS_PER_MS) / SAMPLES_PER_MS)
  return Buffer.concat([
    element(
      ID.ebml,
      element(ID.docType, text('webm')),
      element(ID.docTypeVersion, integer(4)),
      element(ID.docTypeReadVersion, integer(2)),
    ),
    openElement(ID.segment),
    ...markTags(stream),
    element(
      ID.info,
      element(ID.timestampScale, integer(NS_PER_MS)),
      element(ID.muxingApp, text('hoarfrost')),
      element(ID.writingApp, text('hoarfrost')),
      duration,
    ),
    element(
      ID.tracks,
      element(
        ID.trackEntry,
        element(ID.trackNumber, integer(TRACK)),
        element(ID.trackUid, integer(TRACK)),
        element(ID.trackType, integer(2)),
        element(ID.codecId, text('A_OPUS')),
        element(ID.codecDelay, integer(preSkipNs)),
        element(ID.seekPreRoll, integer(PRE_ROLL_MS * NS_PER_MS)),
        element(ID.codecPrivate, opusHead(stream)),
        element(ID.audio, element(ID.samplingFrequency, float(48_000)), element(ID.channels, integer(1))),
      ),
    ),
  ])
}

/** Before all else: Chromium's parser of streams expects the tracks right after the information, and then clusters. */
const markTags = ({ mark }: OpusStream): readonly Uint8Array[] =>
  mark === undefined
    ? []
    : [
        element(
          ID.tags,
          element(
            ID.tag,
            element(ID.targets), // the whole file
            ...tagsOf(mark).map(([name, value]) =>
              element(ID.simpleTag, element(ID.tagName, text(name)), element(ID.tagString, text(value))),
            ),
          ),
        ),
      ]

function blockHead(inClusterMs: number, flags: number): Uint8Array {
  const head = Buffer.alloc(4)
  head.writeUInt8(0x80 | TRACK, 0)
  head.writeInt16BE(inClusterMs, 1)
  head.writeUInt8(flags, 3)
  return head
}
