import { deepgramProtocol } from '../protocols/deepgram/deepgram-protocol.ts'
import { dictionaryProtocol } from '../protocols/dictionary/dictionary-protocol.ts'
import { elevenLabsProtocol } from '../protocols/elevenlabs/elevenlabs-protocol.ts'
import { jambonzProtocol } from '../protocols/jambonz/jambonz-protocol.ts'
import { mcpProtocol } from '../protocols/mcp/mcp-protocol.ts'
import { openaiProtocol } from '../protocols/openai/openai-protocol.ts'
import { operationsProtocol } from '../protocols/operations/operations-protocol.ts'
import { referenceProtocol } from '../protocols/reference/reference-protocol.ts'
import { rimeProtocol } from '../protocols/rime/rime-protocol.ts'
import { rimeV1Protocol } from '../protocols/rime-v1/rime-v1-protocol.ts'
import { textProtocol } from '../protocols/text/text-protocol.ts'
import { tokensProtocol } from '../protocols/tokens/tokens-protocol.ts'
import { vapiProtocol } from '../protocols/vapi/vapi-protocol.ts'
import { voicesProtocol } from '../protocols/voices/voices-protocol.ts'
import { createWyomingProtocol } from '../protocols/wyoming/wyoming-protocol.ts'
import type { Protocol } from '../server/protocol.ts'
import type { Config } from './config.ts'

/** The protocols that every service has. */
export const PROTOCOLS: readonly Protocol[] = [
  rimeProtocol,
  rimeV1Protocol,
  openaiProtocol,
  deepgramProtocol,
  elevenLabsProtocol,
  vapiProtocol,
  jambonzProtocol,
  textProtocol,
  dictionaryProtocol,
  voicesProtocol,
  tokensProtocol,
  mcpProtocol,
  operationsProtocol,
  referenceProtocol,
]

/** The protocols of a configuration. */
export const protocolsOf = ({
  wyomingPort,
  wyomingHost,
  wyomingAllowed,
  wyomingZeroconf,
}: Config): readonly Protocol[] =>
  wyomingPort === null
    ? PROTOCOLS
    : [
        ...PROTOCOLS,
        createWyomingProtocol({
          port: wyomingPort,
          host: wyomingHost,
          allowed: wyomingAllowed,
          zeroconfName: wyomingZeroconf,
        }),
      ]
