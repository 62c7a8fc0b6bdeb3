import { LOAD_COLUMNS, type Load, type LoadFigures, measureLoad, type Subject } from './load.ts'
import { isInstalled, openPeer, type Peer } from './peer.ts'
import type { Table } from './report.ts'
import type { ScenarioOptions } from './scenario.ts'
import { openService } from './service-subject.ts'
import type { SpeechVoice } from './speech-client.ts'

export interface SynthesisLoad {
  readonly language: string
  readonly voice: SpeechVoice
  readonly texts: readonly string[]
  /** Also spoken one request at a time. */
  readonly reference?: string
  readonly peer: Peer
}

const FULL = { warmUp: 60, requests: { 1: 63, 12: 252, 32: 336, 100: 600 }, peerRequests: { 1: 42, 12: 84 } }
const SMOKE = { warmUp: 4, requests: { 1: 3, 12: 12 }, peerRequests: { 1: 3 } }

/** Measures the service at increasing concurrency, and the peer on the same texts in the same run. */
export async function measureSynthesis(
  { language, voice, texts, reference, peer }: SynthesisLoad,
  { isSmoke, startServer, tell }: ScenarioOptions,
): Promise<Table[]> {
  const { warmUp, requests, peerRequests } = isSmoke ? SMOKE : FULL
  const measure = async (subject: Subject, counts: Readonly<Record<string, number>>) => {
    const rows: LoadFigures[] = []
    const add = async (name: string, load: Load) => {
      tell(`${subject.name}, ${name}, ${load.concurrency} at a time`)
      rows.push({ ...(await measureLoad(subject, load)), texts: name })
    }
    if (reference !== undefined) await add('3.5 s', { concurrency: 1, requests: counts[1] ?? 1, texts: [reference] })
    for (const [concurrency, count] of Object.entries(counts)) {
      await add('mixed', { concurrency: Number(concurrency), requests: count, texts })
    }
    return rows
  }

  await using service = openService(await startServer(), voice)
  await service.warmUp(texts, warmUp)
  const own = await measure(service, requests)
  const title = `${language}: ${voice.modelId} ${voice.speaker}, ready ${service.server.readyMs.toFixed(0)} ms after start`
  if (!isInstalled(peer)) return [{ title, columns: LOAD_COLUMNS, rows: own }]

  using program = openPeer(peer)
  const theirs = await measure(program, peerRequests)
  return [
    { title, columns: LOAD_COLUMNS, rows: [...own, ...theirs] },
    compare(own, theirs, `${language}: ${peer.program} against Hoarfrost, 2.0 = Hoarfrost is twice as good`),
  ]
}

function compare(own: readonly LoadFigures[], theirs: readonly LoadFigures[], title: string): Table {
  const rows = theirs.flatMap((their) => {
    const our = own.find(({ texts, concurrency }) => texts === their.texts && concurrency === their.concurrency)
    if (our === undefined) return []
    return {
      texts: their.texts,
      concurrency: their.concurrency,
      firstAudio: their.firstAudioMedianMs / our.firstAudioMedianMs,
      audioPerSecond: our.audioPerSecond / their.audioPerSecond,
      cpu: (their.cpuMsPerAudioSecond ?? Number.NaN) / (our.cpuMsPerAudioSecond ?? Number.NaN),
    }
  })
  const columns = [
    { key: 'texts', heading: 'texts' },
    { key: 'concurrency', heading: 'concurrency' },
    { key: 'firstAudio', heading: 'median first audio', digits: 2 },
    { key: 'audioPerSecond', heading: 'audio s/s', digits: 2 },
    { key: 'cpu', heading: 'CPU ms/s', digits: 2 },
  ]
  return { title, columns, rows }
}
