import type { AudioFormat } from '../../audio/codecs.ts'

/** Each request has one answer. An encoder's next request is sent after the previous answer. */
export type EncodingRequest =
  | { readonly kind: 'open'; readonly encoderId: number; readonly format: AudioFormat }
  | { readonly kind: 'encode'; readonly encoderId: number; readonly samples: Int16Array<ArrayBuffer> }
  | { readonly kind: 'finish'; readonly encoderId: number }

export type ToEncoderThread =
  | (EncodingRequest & { readonly requestId: number })
  /** Frees an encoder. Has no answer. */
  | { readonly kind: 'close'; readonly encoderId: number }

/** The result of a request. Its buffers are transferred, not copied. */
export interface Encoded {
  readonly bytes: Uint8Array
  /** After `open`, the header of a stream; after `finish`, that of the complete file; otherwise empty. */
  readonly header: Uint8Array
}

export type FromEncoderThread =
  | { readonly kind: 'ready' }
  | ({ readonly kind: 'encoded'; readonly requestId: number } & Encoded)
  | { readonly kind: 'failed'; readonly requestId: number; readonly message: string }
