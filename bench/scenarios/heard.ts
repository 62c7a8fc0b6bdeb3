import { LOAD_COLUMNS, measureLoad, type Subject } from '../load.ts'
import type { Row } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import type { BenchServer } from '../server.ts'
import { openSpeechSocket } from '../socket-client.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'
import { ENGLISH_VOICE } from '../voices.ts'

const FULL = { sockets: 300, warmUp: 24, turns: 300, rounds: 3 }
const SMOKE = { sockets: 12, warmUp: 12, turns: 12, rounds: 1 }
const CONCURRENCY = 12

/** What it costs to keep what callers hear: the same turns on a server whose sockets ask for it, and on one whose do not. */
export const heard: Scenario = {
  name: 'heard',
  summary: '300 sockets with and without heard=true, turn after turn',
  isLong: true,
  run: async ({ isSmoke, startServer, tell }) => {
    const { sockets: count, warmUp, turns, rounds } = isSmoke ? SMOKE : FULL
    // Flite takes the least time, so that the rest shows. The servers take turns, so that what else the machine does falls on both.
    await using without = await startServer('flite')
    await using withLedgers = await startServer('flite')
    using plain = await openInTurn(without, count, false)
    using kept = await openInTurn(withLedgers, count, true)
    const rows: Row[] = []
    for (const subject of [plain, kept]) {
      tell(`warming up ${count} sockets, ${subject.name}`)
      await measureLoad(subject, { concurrency: CONCURRENCY, requests: warmUp, texts: ENGLISH_SENTENCES })
    }
    for (let round = 0; round < rounds; round++) {
      for (const subject of [plain, kept]) {
        tell(`${turns} turns, ${subject.name}`)
        const load = { concurrency: CONCURRENCY, requests: turns, texts: ENGLISH_SENTENCES }
        rows.push(await measureLoad(subject, load))
      }
    }
    return [{ title: `${count} sockets, ${CONCURRENCY} of which speak at a time`, columns: COLUMNS, rows }]
  },
}

const COLUMNS = LOAD_COLUMNS.filter(({ key }) =>
  [
    ...['subject', 'requests', 'failures', 'firstAudioMedianMs', 'firstAudioP99Ms'],
    ...['cpuMsPerAudioSecond', 'residentMb', 'loopP999Ms'],
  ].includes(key),
)

/** Sockets that speak one after the other, each as often as the others. */
async function openInTurn(server: BenchServer, count: number, keepsHeard: boolean): Promise<Subject & Disposable> {
  const open = () => openSpeechSocket(server, ENGLISH_VOICE, { keepsHeard })
  const all = await Promise.all(Array.from({ length: count }, open))
  const idle = [...all]
  return {
    name: keepsHeard ? 'with heard=true' : 'without',
    speak: async (text) => {
      const socket = idle.shift()
      if (socket === undefined) return { kind: 'failed', reason: 'all sockets speak' }
      const answer = await socket.speak(text)
      idle.push(socket)
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
