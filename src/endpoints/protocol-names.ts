/** Protocols that are spoken, in the order in which they are probed: those that take tokens first. */
export const PROTOCOL_NAMES = [
  'rime-ws3',
  'rime-v1',
  'rime',
  'cartesia-ws',
  'cartesia',
  'elevenlabs-ws',
  'elevenlabs',
  'deepgram-flux',
  'deepgram-ws',
  'deepgram',
  'openai',
  'wyoming',
] as const

export type ProtocolName = (typeof PROTOCOL_NAMES)[number]
