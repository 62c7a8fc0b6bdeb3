import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The path that `/` stands for at a port, but for the index of the service. */
export interface RootPath {
  readonly method: 'GET' | 'POST'
  readonly path: string
}

interface TargetOfPort {
  readonly method: string | undefined
  readonly url: string
  readonly localPort: number | undefined
}

/** The URL of a request; for `/`, that of the path that it stands for at the port. */
export function rewriteRoot(
  rootPaths: ReadonlyMap<number, RootPath>,
  { method, url, localPort = 0 }: TargetOfPort,
): string {
  if (rootPaths.size === 0 || !/^\/(?:\?|$)/.test(url)) return url
  const root = rootPaths.get(localPort)
  const isIndex = root?.method === 'POST' && (method === 'GET' || method === 'HEAD')
  return root === undefined || isIndex ? url : root.path + url.slice(1)
}

/** A server that listens. */
type OpenServer = Pick<FastifyInstance, 'addresses' | 'server'>

export interface FurtherPort extends AsyncDisposable {
  readonly port: number
}

/**
 * Listens on another port, for the same server and at all of its addresses: `localhost` has two. 0 selects a free port.
 * Disposing refuses new connections and waits for the open ones, which the server ends when it closes. Rejects with the
 * system's error.
 */
export async function listenOnFurtherPort(http: OpenServer, port: number): Promise<FurtherPort> {
  const listeners: FurtherPort[] = []
  const close = async () => {
    await Promise.all(listeners.map((listener) => listener[Symbol.asyncDispose]()))
  }
  let listening = port
  try {
    for (const host of new Set(http.addresses().map((at) => (typeof at === 'string' ? at : at.address)))) {
      const listener = await listenAt(http, { host, port: listening })
      listeners.push(listener)
      listening = listener.port
    }
  } catch (error) {
    await close()
    throw error
  }
  return { port: listening, [Symbol.asyncDispose]: close }
}

async function listenAt(
  http: OpenServer,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<FurtherPort> {
  // As the options of HTTP servers.
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    http.server.emit('connection', socket)
  })
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject)
    listener.listen({ host, port }, resolve)
  })
  listener.on('error', (error) => http.server.emit('error', error))
  return {
    port: (listener.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => closed(listener),
  }
}

const closed = (listener: Server): Promise<void> => new Promise((resolve) => void listener.close(() => resolve()))
