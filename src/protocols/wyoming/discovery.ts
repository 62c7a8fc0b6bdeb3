import { isIP } from 'node:net'

export interface Announcement {
  /** Home Assistant recognizes the service by this name. */
  readonly name: string
  readonly port: number
  /** The address that the service listens on. */
  readonly host: string
}

/** Announces the service with zeroconf (mDNS). Disposing withdraws it. Throws if it cannot be announced. */
export async function announce({ name, port, host }: Announcement): Promise<AsyncDisposable> {
  const { getResponder } = await import('@homebridge/ciao') // few services are announced
  const responder = getResponder()
  const isEveryAddress = host === '0.0.0.0' || host === '::' || isIP(host) === 0
  const service = responder.createService({
    name,
    type: 'wyoming',
    port,
    ...(!isEveryAddress && { restrictedAddresses: [host] }),
  })
  await service.advertise()
  return { [Symbol.asyncDispose]: () => responder.shutdown() }
}
