import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'

/**
 * Rounds of pings without an answer after which a peer that is sent audio is considered gone: with 4 s between them,
 * after 36 to 40 s.
 */
const MAX_QUIET_ROUNDS = 9
/** Longer, since some clients answer pings only while they read, and do not read between turns. */
const MAX_QUIET_ROUNDS_WHILE_IDLE = 75
/** TCP finds dead peers of idle connections. */
const TCP_KEEP_ALIVE_MS = 30_000

/** What is being sent to a peer. */
export interface PeerActivity {
  /** Audio is being synthesized or sent. */
  readonly isSending: boolean
  /** Number of frames that the kernel has taken. */
  readonly framesTaken: number
  /** The peer is considered dead; its socket closes afterwards. */
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

/** Keeps idle connections open with pings, and detects dead peers. */
export class Heartbeat implements Disposable {
  readonly #intervalMs: number
  readonly #peers = new Map<WebSocket, Peer>()
  #timer: NodeJS.Timeout | undefined

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs
  }

  /** Watches a socket until it closes. */
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
      if (peer.quietRounds >= maxQuietRounds(socket, peer)) {
        peer.activity.onGone()
        socket.terminate()
      } else if (!socket.isPaused && socket.readyState === socket.OPEN) socket.ping()
    }
  }
}

/** Any frame counts as a sign of life, and so does progress of sent audio: some peers read without answering pings. */
function listen(peer: Peer): void {
  const { bytesRead } = peer.connection
  const { isSending, framesTaken } = peer.activity
  const hasAnswered = bytesRead > peer.bytesRead
  peer.hasAnswered ||= hasAnswered
  peer.quietRounds = hasAnswered || (isSending && framesTaken > peer.framesTaken) ? 0 : peer.quietRounds + 1
  peer.bytesRead = bytesRead
  peer.framesTaken = framesTaken
}

function maxQuietRounds(socket: WebSocket, { hasAnswered, activity }: Peer): number {
  const isIdle = hasAnswered && !activity.isSending && !socket.isPaused && socket.readyState === socket.OPEN
  return isIdle ? MAX_QUIET_ROUNDS_WHILE_IDLE : MAX_QUIET_ROUNDS
}
