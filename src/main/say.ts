import type { Speaking } from '../cli/say-command.ts'
import { readShippedCatalogue } from './catalogue.ts'
import { readConfig } from './config.ts'
import { createPlanner } from './planner.ts'
import { openPronouncing } from './pronouncing.ts'
import { openSpeaking } from './speaking.ts'

/** What speaks for one command: a single thread that warms up with the text itself. */
export async function openSpeakingAlone(env: NodeJS.ProcessEnv): Promise<Speaking> {
  const config = { ...readConfig(env), workerCount: 1 }
  return openSpeaking(config, {
    catalogue: readShippedCatalogue(config.enginePreference),
    clock: () => new Date(),
    planUtterances: createPlanner(await openPronouncing(env)),
    threadUrl: new URL('./thread.js', import.meta.url),
    warmUp: [],
    report: () => {}, // what matters to the command fails it
  })
}
