import { SpeechError } from '../../../core/errors.ts'
import type { SocketCommand, SocketProtocol } from '../../../server/websocket/live-socket.ts'

const OPERATIONS: ReadonlyMap<string, SocketCommand> = new Map(
  (['clear', 'flush', 'eos'] as const).map((kind) => [`<${kind.toUpperCase()}>`, { kind }]),
)

/** Plain text in, plain audio out. */
export const rawProtocol: SocketProtocol = {
  hasWordTimes: false,
  isBinary: true,

  decode(message, isBinary) {
    if (isBinary) throw new SpeechError('request.invalid', 'message must be text')
    const text = message.toString()
    return [OPERATIONS.get(text.trim()) ?? { kind: 'text', text }]
  },

  encode: (event) => (event.kind === 'chunk' ? event.bytes : undefined),
}
