import { createEngineHealth } from '../app/speech/voice-health.ts'
import type { Speaking } from '../cli/say-command.ts'
import { engineByName } from '../engines/engine-list.ts'
import { enginesOf, readSpeakableCatalogue } from './catalogue.ts'
import { readConfig } from './config.ts'
import { createPackKeeper } from './packs.ts'
import { createPlanner } from './planner.ts'
import { openPronouncing } from './pronouncing.ts'
import { openSpeaking } from './speaking.ts'

/** Opens synthesis for one command: one thread that warms up with the text itself. */
export async function openSpeakingAlone(env: NodeJS.ProcessEnv): Promise<Speaking> {
  const config = { ...readConfig(env), workerCount: 1 }
  const { catalogue, missing } = await readSpeakableCatalogue(enginesOf(config), engineByName)
  const tell = (sentence: string): void => void process.stderr.write(`hoarfrost: ${sentence}\n`)
  for (const { message } of missing) tell(`another engine speaks: ${message}`)
  const clock = () => new Date()
  const packs = createPackKeeper(config, {
    embedded: catalogue,
    engineByName,
    clock,
    report: ({ level, message, fields }) => level === 'info' || tell(`${message}: ${Object.values(fields).join(' ')}`),
  })
  await packs.refresh()
  const speaking = openSpeaking(config, {
    catalogue: packs.catalogue,
    clock,
    planUtterances: createPlanner(await openPronouncing(env)),
    threadUrl: new URL('./thread.js', import.meta.url),
    warmUp: [],
    report: () => {}, // relevant failures reach the command
  })
  const failed = ({ engine, reason }: { readonly engine: string; readonly reason: string }): void =>
    tell(`another engine speaks, ${engine} has failed: ${reason}`)
  return { ...speaking, health: createEngineHealth({ packs, maxFailures: 1, report: failed }) }
}
