import type { Speaking } from '../cli/say-command.ts'
import { engineByName } from '../engines/engine-list.ts'
import { readSpeakableCatalogue } from './catalogue.ts'
import { readConfig } from './config.ts'
import { createPlanner } from './planner.ts'
import { openPronouncing } from './pronouncing.ts'
import { openSpeaking } from './speaking.ts'

/** Opens synthesis for one command: one thread that warms up with the text itself. */
export async function openSpeakingAlone(env: NodeJS.ProcessEnv): Promise<Speaking> {
  const config = { ...readConfig(env), workerCount: 1 }
  const { catalogue, missing } = await readSpeakableCatalogue(config.enginePreference, engineByName)
  for (const { message } of missing) process.stderr.write(`hoarfrost: another engine speaks: ${message}\n`)
  return openSpeaking(config, {
    catalogue,
    clock: () => new Date(),
    planUtterances: createPlanner(await openPronouncing(env)),
    threadUrl: new URL('./thread.js', import.meta.url),
    warmUp: [],
    report: () => {}, // relevant failures reach the command
  })
}
