import { cartesia, cartesiaSocket } from './clients/cartesia.ts'
import { deepgram, deepgramFlux, deepgramSocket } from './clients/deepgram.ts'
import { elevenlabs, elevenlabsSocket } from './clients/elevenlabs.ts'
import { openai } from './clients/openai.ts'
import { rime, rimeV1, rimeWs3 } from './clients/rime.ts'
import { wyoming } from './clients/wyoming.ts'
import type { Endpoint, EndpointSettings } from './endpoint.ts'
import { EndpointFailure, withoutKey } from './endpoint-failure.ts'
import type { ProtocolName } from './protocol-names.ts'

const CLIENTS: Readonly<Record<ProtocolName, (settings: EndpointSettings) => Endpoint>> = {
  'rime-ws3': rimeWs3,
  'rime-v1': rimeV1,
  rime,
  'cartesia-ws': cartesiaSocket,
  cartesia,
  'elevenlabs-ws': elevenlabsSocket,
  elevenlabs,
  'deepgram-flux': deepgramFlux,
  'deepgram-ws': deepgramSocket,
  deepgram,
  openai,
  wyoming,
}

/** The client of a protocol. Connects when it is called. Its failures do not have the key. */
export function openEndpoint(protocol: ProtocolName, settings: EndpointSettings): Endpoint {
  const endpoint = CLIENTS[protocol](settings)
  const rejectWithoutKey = (error: unknown): never => {
    throw error instanceof EndpointFailure ? withoutKey(error, settings.apiKey) : error
  }
  return {
    protocol,
    /** It may be known after the first call only. */
    get takesTokens() {
      return endpoint.takesTokens
    },
    canInterrupt: endpoint.canInterrupt,
    async open(signal) {
      const call = await endpoint.open(signal).catch(rejectWithoutKey)
      return {
        speak: (text, listener) => call.speak(text, listener).catch(rejectWithoutKey),
        interrupt: () => call.interrupt(),
        [Symbol.dispose]: () => call[Symbol.dispose](),
      }
    },
  }
}
