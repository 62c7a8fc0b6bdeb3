import type { SpeechCase } from './client.ts'
import { CARTESIA } from './clients/cartesia.ts'
import { DEEPGRAM } from './clients/deepgram.ts'
import { ELEVENLABS } from './clients/elevenlabs.ts'
import { OPENAI } from './clients/openai.ts'
import { RIME_GRPC } from './clients/rime-grpc.ts'
import { RIME_HTTP } from './clients/rime-http.ts'
import { RIME_V1 } from './clients/rime-v1.ts'
import { WS3 } from './clients/ws3.ts'
import { WYOMING } from './clients/wyoming.ts'

/** What callers ask for in turn. */
export const SPEECH_CASES: readonly SpeechCase[] = [
  ...RIME_HTTP,
  ...WS3,
  ...RIME_V1,
  ...OPENAI,
  ...DEEPGRAM,
  ...ELEVENLABS,
  ...CARTESIA,
  RIME_GRPC,
  WYOMING,
]
