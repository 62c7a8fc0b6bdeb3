import type { Clock } from '../core/clock.ts'
import { onceAMinute } from '../server/observe/once-a-minute.ts'
import type { RequestLogger } from '../server/observe/request-log.ts'
import type { OnOtherLanguage, PlannerParts } from './planner.ts'

/** What operators are told of the texts that are spoken, at most once a minute of each kind; never the texts. */
export const planningLog = (
  logger: RequestLogger,
  clock: Clock,
): Required<Pick<PlannerParts, 'onUnreadScript' | 'onOtherLanguage' | 'onUnknownTags'>> => ({
  onUnreadScript: unreadScriptsLog(logger, clock),
  onOtherLanguage: otherLanguagesLog(logger, clock),
  onUnknownTags: unknownTagsLog(logger, clock),
})

/** Writes once a minute for each script that no voice reads, with the number of utterances; never the text. */
function unreadScriptsLog(logger: RequestLogger, clock: Clock): (script: string) => void {
  const logOf = new Map<string, () => void>()
  return (script) => {
    let log = logOf.get(script)
    if (log === undefined) {
      log = onceAMinute((count) => logger.warn({ script, count }, UNREAD_SCRIPT), clock)
      logOf.set(script, log)
    }
    log()
  }
}

const UNREAD_SCRIPT = 'no voice reads this script; its words are written in Latin letters'

/** Writes once a minute for each two languages that texts are in another one than they are read in; never the text. */
function otherLanguagesLog(logger: RequestLogger, clock: Clock): OnOtherLanguage {
  const logOf = new Map<string, () => void>()
  return (spoken, written) => {
    const both = `${spoken} ${written}`
    let log = logOf.get(both)
    if (log === undefined) {
      log = onceAMinute((count) => logger.warn({ spoken, written, count }, OTHER_LANGUAGE), clock)
      logOf.set(both, log)
    }
    log()
  }
}

const OTHER_LANGUAGE = 'texts seem to be in another language than the one they are read in'

/** Writes once a minute that texts had tags of unknown names, with the number of tags; never the names. */
function unknownTagsLog(logger: RequestLogger, clock: Clock): (count: number) => void {
  let tags = 0
  const log = onceAMinute((texts) => {
    logger.warn({ texts, tags }, 'unknown tags were removed from texts')
    tags = 0
  }, clock)
  return (count) => {
    tags += count
    log()
  }
}
