import type { Network } from '../onnx-network.ts'

/** The networks of a voice. */
export interface AriaNetworks {
  readonly acoustic: Network
  readonly voicing: Network
  readonly vocoder: Network
}
