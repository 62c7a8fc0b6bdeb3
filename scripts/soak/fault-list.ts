import type { Fault } from './fault.ts'
import { clockJump } from './faults/clock-jump.ts'
import { endOfThread } from './faults/end-of-thread.ts'
import { fullDisk } from './faults/full-disk.ts'
import { fullLogDisk } from './faults/full-log-disk.ts'
import { kill } from './faults/kill.ts'
import { lockedDatabase } from './faults/locked-database.ts'
import { lockedTables } from './faults/locked-tables.ts'
import { postgresCrash } from './faults/postgres-crash.ts'
import { stop } from './faults/stop.ts'
import { stoppedProcess } from './faults/stopped-process.ts'
import { unreadLog } from './faults/unread-log.ts'

/** In the order in which they are injected first. */
export const FAULTS: readonly Fault[] = [
  kill,
  postgresCrash,
  endOfThread,
  lockedDatabase,
  lockedTables,
  clockJump,
  fullLogDisk,
  fullDisk,
  stop,
  unreadLog,
  stoppedProcess,
]
