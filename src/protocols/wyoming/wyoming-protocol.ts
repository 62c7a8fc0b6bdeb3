import { once } from 'node:events'
import { type AddressInfo, type BlockList, createServer, isIPv6, type Socket } from 'node:net'
import { Gauge } from 'prom-client'
import type { App } from '../../app/app.ts'
import { onceAMinute } from '../../server/observe/once-a-minute.ts'
import type { Protocol, Server } from '../../server/protocol.ts'
import { WyomingConnection } from './connection.ts'
import { announce } from './discovery.ts'
import { eventBytes } from './event-framing.ts'

export interface WyomingSettings {
  /** 0 selects a free port, which the log names. */
  readonly port: number
  readonly host: string
  /** Addresses that may connect; null for all. */
  readonly allowed: BlockList | null
  /** Name to announce with zeroconf; null to announce nothing. */
  readonly zeroconfName: string | null
}

const MAX_CONNECTIONS = 256
/** Texts that take longer after the server began to close are broken off. */
const DRAIN_MS = 25_000

/** The Wyoming protocol of Home Assistant, over TCP on a port of its own. It has no keys. */
export const createWyomingProtocol = (settings: WyomingSettings): Protocol => ({
  name: 'wyoming',
  register(server, app) {
    const listener = createListener(settings, server, app)
    server.http.addHook('onReady', async () => {
      await listener.listen()
      server.logger.info({ host: settings.host, port: listener.port }, 'Wyoming listens')
    })
    server.http.addHook('preClose', (done) => {
      listener.drain()
      done()
    })
    server.http.addHook('onClose', () => listener.whenClosed())
  },
})

function createListener({ port, host, allowed, zeroconfName }: WyomingSettings, server: Server, app: App) {
  const { logger, registry } = server
  const open = new Map<Socket, WyomingConnection>()
  const onRefused = onceAMinute(
    (count) => logger.warn({ count }, 'Wyoming connections came from addresses that are not allowed'),
    app.clock,
  )
  new Gauge({
    name: 'hoarfrost_open_wyoming_connections',
    help: 'Connections of the Wyoming protocol that are open',
    registers: [registry],
    collect() {
      this.set(open.size)
    },
  })
  let announced: Promise<AsyncDisposable | undefined> | undefined

  const tcp = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    const { remoteAddress = '' } = socket
    if (allowed !== null && !allowed.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')) {
      onRefused()
      socket.destroy()
    } else if (open.size >= MAX_CONNECTIONS) {
      socket.on('error', () => {})
      socket.end(eventBytes('error', { text: 'too many connections', code: 'key.limited' }), () => socket.destroy())
    } else {
      open.set(socket, new WyomingConnection(socket, server, app))
      socket.once('close', () => open.delete(socket))
    }
  })

  return {
    get port() {
      return (tcp.address() as AddressInfo).port
    },
    /** Throws an Error of one line that names the setting. */
    async listen(): Promise<void> {
      tcp.listen(port, host)
      try {
        await once(tcp, 'listening')
      } catch (error) {
        throw new Error(`HOARFROST_WYOMING_PORT ${port} of ${host} cannot be used: ${(error as Error).message}`)
      }
      tcp.on('error', (err) => logger.error({ err }, 'a Wyoming connection could not be accepted'))
      if (zeroconfName === null) return
      // Not awaited: asking the network whether the name is free takes seconds.
      announced = announce({ name: zeroconfName, port: this.port, host }).catch((err: unknown) => {
        logger.error({ err }, 'Wyoming could not be announced with zeroconf')
        return undefined
      })
    },
    /** Refuses new connections and lets those that are open finish their texts. */
    drain(): void {
      tcp.close()
      for (const connection of open.values()) connection.drain()
      setTimeout(() => {
        for (const socket of open.keys()) socket.destroy()
      }, DRAIN_MS).unref()
    },
    async whenClosed(): Promise<void> {
      await (await announced)?.[Symbol.asyncDispose]()
      // Not `once`, which rejects if the client resets the connection.
      await Promise.all([...open.keys()].map((socket) => new Promise((resolve) => socket.once('close', resolve))))
    },
  }
}
