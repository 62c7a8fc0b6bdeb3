import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canTestWith } from '../needed-program.ts'

const LIBRARIES = '/usr/lib'

/** A clock of a process that another process sets, by libfaketime. Timers follow the monotonic clock, which it leaves alone. */
export interface FalseClock {
  /** Variables of the process. */
  readonly settings: Readonly<Record<string, string>>
  /** The process sees it after a second at most. */
  setOffset(seconds: number): void
}

/** Undefined if libfaketime is not installed (Debian: `apt-get install libfaketime`). */
export function createFalseClock(folder: string): FalseClock | undefined {
  const library = libraryOf()
  if (!canTestWith('libfaketime', library !== undefined) || library === undefined) return undefined
  const file = join(folder, 'clock')
  const setOffset = (seconds: number): void => {
    writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    renameSync(`${file}.new`, file)
  }
  setOffset(0)
  const settings = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DISABLE_SHM: '1',
    NO_FAKE_STAT: '1',
  }
  return { settings, setOffset }
}

function libraryOf(): string | undefined {
  if (process.platform !== 'linux') return undefined
  return readdirSync(LIBRARIES)
    .map((folder) => join(LIBRARIES, folder, 'faketime/libfaketimeMT.so.1'))
    .find((file) => existsSync(file))
}
