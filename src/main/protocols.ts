import { dictionaryProtocol } from '../protocols/dictionary/dictionary-protocol.ts'
import { openaiProtocol } from '../protocols/openai/openai-protocol.ts'
import { operationsProtocol } from '../protocols/operations/operations-protocol.ts'
import { rimeProtocol } from '../protocols/rime/rime-protocol.ts'
import { textProtocol } from '../protocols/text/text-protocol.ts'
import { voicesProtocol } from '../protocols/voices/voices-protocol.ts'
import type { Protocol } from '../server/protocol.ts'

/** All protocols of the service. */
export const PROTOCOLS: readonly Protocol[] = [
  rimeProtocol,
  openaiProtocol,
  textProtocol,
  dictionaryProtocol,
  voicesProtocol,
  operationsProtocol,
]
