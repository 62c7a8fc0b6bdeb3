import { cartesiaProtocol } from '../protocols/cartesia/cartesia-protocol.ts'
import { clientsProtocol } from '../protocols/clients/clients-protocol.ts'
import { dashboardProtocol } from '../protocols/dashboard/dashboard-protocol.ts'
import { deepgramProtocol } from '../protocols/deepgram/deepgram-protocol.ts'
import { dictionaryProtocol } from '../protocols/dictionary/dictionary-protocol.ts'
import { elevenLabsProtocol } from '../protocols/elevenlabs/elevenlabs-protocol.ts'
import { grpcHealthProtocol } from '../protocols/grpc-health/grpc-health-protocol.ts'
import { heardProtocol } from '../protocols/heard/heard-protocol.ts'
import { jambonzProtocol } from '../protocols/jambonz/jambonz-protocol.ts'
import { jobsProtocol } from '../protocols/jobs/jobs-protocol.ts'
import { keysProtocol } from '../protocols/keys/keys-protocol.ts'
import { mcpProtocol } from '../protocols/mcp/mcp-protocol.ts'
import { openaiProtocol } from '../protocols/openai/openai-protocol.ts'
import { operationsProtocol } from '../protocols/operations/operations-protocol.ts'
import { packsProtocol } from '../protocols/packs/packs-protocol.ts'
import { referenceProtocol } from '../protocols/reference/reference-protocol.ts'
import { rimeProtocol } from '../protocols/rime/rime-protocol.ts'
import { rimeGrpcProtocol } from '../protocols/rime-grpc/rime-grpc-protocol.ts'
import { rimeV1Protocol } from '../protocols/rime-v1/rime-v1-protocol.ts'
import { textProtocol } from '../protocols/text/text-protocol.ts'
import { tokensProtocol } from '../protocols/tokens/tokens-protocol.ts'
import { usageProtocol } from '../protocols/usage/usage-protocol.ts'
import { vapiProtocol } from '../protocols/vapi/vapi-protocol.ts'
import { voicesProtocol } from '../protocols/voices/voices-protocol.ts'
import { createWyomingProtocol } from '../protocols/wyoming/wyoming-protocol.ts'
import type { Protocol } from '../server/protocol.ts'
import type { Config } from './config.ts'

/** The protocols of a service by default. */
export const PROTOCOLS: readonly Protocol[] = [
  rimeProtocol,
  rimeV1Protocol,
  rimeGrpcProtocol,
  openaiProtocol,
  deepgramProtocol,
  elevenLabsProtocol,
  cartesiaProtocol,
  vapiProtocol,
  jambonzProtocol,
  clientsProtocol,
  heardProtocol,
  jobsProtocol,
  textProtocol,
  dictionaryProtocol,
  voicesProtocol,
  tokensProtocol,
  keysProtocol,
  usageProtocol,
  packsProtocol,
  mcpProtocol,
  operationsProtocol,
  grpcHealthProtocol,
  referenceProtocol,
  dashboardProtocol,
]

/** The protocols of a configuration. */
export function protocolsOf(config: Config): readonly Protocol[] {
  const { wyomingPort, wyomingHost, wyomingAllowed, wyomingZeroconf, hasDashboard } = config
  const protocols = PROTOCOLS.filter((protocol) => hasDashboard || protocol !== dashboardProtocol)
  if (wyomingPort === null) return protocols
  const wyoming = createWyomingProtocol({
    port: wyomingPort,
    host: wyomingHost,
    allowed: wyomingAllowed,
    zeroconfName: wyomingZeroconf,
  })
  return [...protocols, wyoming]
}
