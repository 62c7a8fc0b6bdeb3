import type { Subject } from './load.ts'
import type { BenchServer } from './server.ts'
import { openSpeechSocket, type SpeechSocket } from './socket-client.ts'
import type { SpeechVoice } from './speech-client.ts'

/** A subject of open sockets with one voice, as many as speak at a time. Disposing it keeps the server. */
export function openSockets(server: BenchServer, voice: SpeechVoice): Subject & Disposable {
  const idle: SpeechSocket[] = []
  const all: SpeechSocket[] = []
  return {
    name: 'WebSocket',
    speak: async (text) => {
      const socket = idle.pop() ?? (await openSpeechSocket(server, voice))
      if (!all.includes(socket)) all.push(socket)
      const answer = await socket.speak(text)
      if (answer.kind === 'spoken') idle.push(socket)
      return answer
    },
    cpuMs: server.cpuMs,
    residentMb: server.residentMb,
    eventLoopDelay: server.eventLoopDelay,
    [Symbol.dispose]: () => {
      for (const socket of all) socket[Symbol.dispose]()
    },
  }
}
