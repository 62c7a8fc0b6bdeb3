import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'

/** A peer that is sent audio and has answered nothing for so many rounds of pings is gone: with 12 s between them, after 36 to 48 s. */
const MOST_QUIET_ROUNDS = 3
/** Some clients answer pings only while they read, and do not read between turns. */
const MOST_QUIET_ROUNDS_WHILE_IDLE = 25
/** Where nothing is on its way, TCP looks for a dead peer itself. */
const TCP_KEEP_ALIVE_MS = 30_000

/** What a peer is being sent. */
export interface PeerActivity {
  /** Audio is on its way, or being made. */
  readonly isSending: boolean
  /** How many frames the kernel has taken. */
  readonly framesTaken: number
  /** The peer is taken for dead; its socket closes after that. */
  onGone(): void
}

interface Peer {
  readonly connection: Socket
  readonly activity: PeerActivity
  bytesRead: number
  framesTaken: number
  hasAnswered: boolean
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
  watch(socket: WebSocket, connection: Socket, activity: PeerActivity): void {
    this.#timer ??= setInterval(() => this.#beat(), this.#intervalMs).unref()
    connection.setKeepAlive(true, TCP_KEEP_ALIVE_MS)
    const { bytesRead } = connection
    this.#peers.set(socket, { connection, activity, bytesRead, framesTaken: 0, hasAnswered: false, quietRounds: 0 })
    socket.on('close', () => this.#peers.delete(socket))
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  #beat(): void {
    for (const [socket, peer] of this.#peers) {
      listen(peer)
      if (peer.quietRounds >= mostQuietRounds(socket, peer)) {
        peer.activity.onGone()
        socket.terminate()
      } else if (!socket.isPaused && socket.readyState === socket.OPEN) socket.ping()
    }
  }
}

/** Any frame is a sign of life, and so is audio that goes out: a peer that never answers pings may read it all the same. */
function listen(peer: Peer): void {
  const { bytesRead } = peer.connection
  const { isSending, framesTaken } = peer.activity
  const hasAnswered = bytesRead > peer.bytesRead
  peer.hasAnswered ||= hasAnswered
  peer.quietRounds = hasAnswered || (isSending && framesTaken > peer.framesTaken) ? 0 : peer.quietRounds + 1
  peer.bytesRead = bytesRead
  peer.framesTaken = framesTaken
}

function mostQuietRounds(socket: WebSocket, { hasAnswered, activity }: Peer): number {
  const isIdle = hasAnswered && !activity.isSending && !socket.isPaused && socket.readyState === socket.OPEN
  return isIdle ? MOST_QUIET_ROUNDS_WHILE_IDLE : MOST_QUIET_ROUNDS
}
