import { applyLoad, type Subject } from './load.ts'
import type { BenchServer } from './server.ts'
import { type Answer, createSpeechClient, type ReadingBreak, type SpeechVoice } from './speech-client.ts'

export interface ServiceSubject extends Subject, AsyncDisposable {
  readonly server: BenchServer
  readonly speak: (text: string, readingBreak?: ReadingBreak) => Promise<Answer>
  /** Warms up compilers and caches on every worker. */
  readonly warmUp: (texts: readonly string[], requests: number) => Promise<void>
}

/** A subject of the server and one voice. Disposing it ends the server. */
export function openService(server: BenchServer, voice: SpeechVoice): ServiceSubject {
  const client = createSpeechClient(server, voice)
  return {
    name: 'Hoarfrost',
    server,
    speak: client.speak,
    cpuMs: server.cpuMs,
    residentMb: server.residentMb,
    eventLoopDelay: server.eventLoopDelay,
    warmUp: async (texts, requests) => {
      await applyLoad(client, { concurrency: 12, requests, texts })
    },
    [Symbol.asyncDispose]: async () => {
      client[Symbol.dispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}
