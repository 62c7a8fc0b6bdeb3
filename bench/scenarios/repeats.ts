import { median, quantile } from '../../src/benchmark/statistics.ts'
import { LOOP_COLUMNS, watchEventLoop } from '../event-loop.ts'
import type { Table } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { createSpeechClient, type SpeechVoice } from '../speech-client.ts'
import { ENGLISH_SENTENCES } from '../texts.ts'

/** A model with deterministic speech, which is cached. */
const VOICE: SpeechVoice = { modelId: 'mistv3', speaker: 'joy', lang: 'eng', samplingRate: 22_050 }
const REPEATS = 10

/** Cost of a prompt that the service has spoken before. */
export const repeats: Scenario = {
  name: 'repeats',
  summary: 'First audio of prompts that are new, and that are asked for again',
  isLong: false,
  run: async ({ isSmoke, startServer, tell }) => {
    await using server = await startServer()
    using client = createSpeechClient(server, VOICE)
    const texts = isSmoke ? ENGLISH_SENTENCES.slice(0, 2) : ENGLISH_SENTENCES
    const measure = async (what: string, times: number) => {
      const firstAudioMs: number[] = []
      const totalMs: number[] = []
      const reasons: string[] = []
      const loopDelay = await watchEventLoop(server)
      const cpuBefore = server.cpuMs()
      const mainBefore = server.mainThreadMs()
      let audioS = 0
      for (const text of Array.from({ length: times }, () => texts).flat()) {
        const answer = await client.speak(text)
        if (answer.kind === 'failed') {
          reasons.push(answer.reason)
          continue
        }
        firstAudioMs.push(answer.firstAudioMs)
        totalMs.push(answer.totalMs)
        audioS += answer.audioS
      }
      const cpuAfter = server.cpuMs()
      const mainAfter = server.mainThreadMs()
      tell(what)
      return {
        what,
        requests: texts.length * times,
        failures: reasons.length,
        failureReasons: [...new Set(reasons)].join('; '),
        firstAudioMedianMs: median(firstAudioMs),
        firstAudioP90Ms: quantile(firstAudioMs, 0.9),
        totalMedianMs: median(totalMs),
        cpuMsPerAudioSecond:
          cpuBefore === undefined || cpuAfter === undefined ? undefined : (cpuAfter - cpuBefore) / audioS,
        mainThreadMsPerRequest:
          mainBefore === undefined || mainAfter === undefined
            ? undefined
            : (mainAfter - mainBefore) / (texts.length * times),
        ...(await loopDelay()),
      }
    }
    const rows = [await measure('first request', 1), await measure('repeated', REPEATS)]
    const columns = [
      { key: 'what', heading: 'prompts' },
      { key: 'requests', heading: 'requests' },
      { key: 'failures', heading: 'failed' },
      { key: 'firstAudioMedianMs', heading: 'first audio ms: median', digits: 2 },
      { key: 'firstAudioP90Ms', heading: 'p90', digits: 2 },
      { key: 'totalMedianMs', heading: 'whole answer ms: median', digits: 2 },
      { key: 'cpuMsPerAudioSecond', heading: 'CPU ms/s', digits: 2 },
      { key: 'mainThreadMsPerRequest', heading: 'main thread ms a request', digits: 2 },
      ...LOOP_COLUMNS,
    ]
    const table: Table = { title: `Repeats: ${VOICE.modelId} ${VOICE.speaker}, one request at a time`, columns, rows }
    return [table]
  },
}
