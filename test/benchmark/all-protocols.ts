import { afterAll, beforeAll } from 'vitest'
import type { ProtocolName } from '../../src/endpoints/protocol-names.ts'
import { PROTOCOLS } from '../../src/main/protocols.ts'
import { createWyomingProtocol } from '../../src/protocols/wyoming/wyoming-protocol.ts'
import { startTestService, type TestServiceOptions } from '../api/test-service.ts'

/** Our service with all protocols, for the tests of a file. */
export function startAllProtocols(options: TestServiceOptions = {}) {
  const ends: (() => Promise<void>)[] = []
  let url = ''
  let wyomingPort = 0
  beforeAll(async () => {
    const wyoming = createWyomingProtocol({ port: 0, host: '127.0.0.1', allowed: null, zeroconfName: null })
    const protocols = [...PROTOCOLS, wyoming]
    const service = await startTestService({ protocols, ...options }, (end) => void ends.push(end))
    const line = service.log.map((each) => JSON.parse(each)).find(({ message }) => message === 'Wyoming listens')
    url = service.url
    wyomingPort = line.port
  })
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  })
  return { urlOf: (protocol: ProtocolName) => (protocol === 'wyoming' ? `tcp://127.0.0.1:${wyomingPort}` : url) }
}
