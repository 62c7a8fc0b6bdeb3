import type { Speaking } from '../cli/say-command.ts'
import { openLexicon } from '../lexicon/open-lexicon.ts'
import { readShippedCatalogue } from './catalogue.ts'
import { readConfig } from './config.ts'
import { createPlanner } from './planner.ts'
import { openSpeaking } from './speaking.ts'

/** What speaks for one command: a single thread that warms up with the text itself. */
export function openSpeakingAlone(env: NodeJS.ProcessEnv): Speaking {
  const config = { ...readConfig(env), workerCount: 1 }
  return openSpeaking(config, {
    catalogue: readShippedCatalogue(),
    clock: () => new Date(),
    planUtterances: createPlanner(openLexicon()),
    threadUrl: new URL('./thread.js', import.meta.url),
    warmUp: [],
    report: () => {}, // what matters to the command fails it
  })
}
