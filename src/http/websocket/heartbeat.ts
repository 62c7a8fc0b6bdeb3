import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'

/** A peer that has answered nothing for this many rounds of pings is gone: with 12 s between them, after 36 to 48 s. */
const MOST_QUIET_ROUNDS = 3

interface Peer {
  readonly connection: Socket
  bytesRead: number
  quietRounds: number
}

/** Keeps connections through idle minutes, and finds out which have nobody at the other end. */
export class Heartbeat implements Disposable {
  readonly #intervalMs: number
  readonly #peers = new Map<WebSocket, Peer>()
  #timer: NodeJS.Timeout | undefined

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs
  }

  /** Until the socket closes. */
  watch(socket: WebSocket, connection: Socket): void {
    this.#timer ??= setInterval(() => this.#beat(), this.#intervalMs).unref()
    this.#peers.set(socket, { connection, bytesRead: connection.bytesRead, quietRounds: 0 })
    socket.on('close', () => this.#peers.delete(socket))
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  #beat(): void {
    for (const [socket, peer] of this.#peers) {
      const { bytesRead } = peer.connection
      peer.quietRounds = bytesRead > peer.bytesRead ? 0 : peer.quietRounds + 1
      peer.bytesRead = bytesRead
      if (peer.quietRounds >= MOST_QUIET_ROUNDS) socket.terminate()
      else if (!socket.isPaused && socket.readyState === socket.OPEN) socket.ping()
    }
  }
}
