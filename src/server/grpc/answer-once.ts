import { invalidRequest } from '../../core/errors.ts'
import type { GrpcCall, GrpcHandler } from './grpc-call.ts'

/** Handles a call of one message: `take` gets it when the client has sent no other. */
export function takeOne(take: (message: Uint8Array) => void, dispose: () => void = () => {}): GrpcHandler {
  let only: Uint8Array | undefined
  return {
    take(message) {
      if (only !== undefined) throw invalidRequest('the method takes one message')
      only = message
    },
    end() {
      if (only === undefined) throw invalidRequest('a message is required')
      take(only)
    },
    [Symbol.dispose]: dispose,
  }
}

/** Handles a call of one message and one answer. What `answer` throws ends the call. */
export const answerOnce = (
  call: GrpcCall,
  answer: (message: Uint8Array) => Uint8Array | Promise<Uint8Array>,
): GrpcHandler =>
  takeOne((message) => {
    const send = async (): Promise<void> => {
      call.send([await answer(message)])
      call.end()
    }
    send().catch((error: unknown) => call.fail(error))
  })
