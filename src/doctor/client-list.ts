import type { Client } from './check.ts'
import { cartesia } from './clients/cartesia.ts'
import { deepgram } from './clients/deepgram.ts'
import { deepgramFlux } from './clients/deepgram-flux.ts'
import { elevenlabs } from './clients/elevenlabs.ts'
import { homeAssistant } from './clients/home-assistant.ts'
import { jambonz } from './clients/jambonz.ts'
import { livekit } from './clients/livekit.ts'
import { livekitPython } from './clients/livekit-python.ts'
import { mediaStreams } from './clients/media-streams.ts'
import { openai } from './clients/openai.ts'
import { openwebui } from './clients/openwebui.ts'
import { pipecat } from './clients/pipecat.ts'
import { rimeCli } from './clients/rime-cli.ts'
import { rimeGrpc } from './clients/rime-grpc.ts'
import { vapi } from './clients/vapi.ts'

/** The clients that can be replayed. */
export const DOCTOR_CLIENTS: readonly Client[] = [
  livekit,
  livekitPython,
  pipecat,
  rimeCli,
  rimeGrpc,
  openai,
  openwebui,
  homeAssistant,
  vapi,
  jambonz,
  mediaStreams,
  deepgram,
  deepgramFlux,
  elevenlabs,
  cartesia,
]
