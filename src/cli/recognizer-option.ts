import { FILE_MARK } from '../benchmark/recognizer.ts'
import { UsageError } from './usage-error.ts'

/** Throws a UsageError for a command of `--recognizer` that would not know what to listen to. */
export function requireFileMark(command: string | undefined): void {
  if (command === undefined || command.includes(FILE_MARK)) return
  throw new UsageError(`the command of --recognizer must contain ${FILE_MARK}`)
}
