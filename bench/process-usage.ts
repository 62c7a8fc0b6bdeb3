import { readFileSync } from 'node:fs'

/** Linux counts processor time in ticks (USER_HZ), on every kernel. */
const TICKS_PER_SECOND = 100
/** Field numbers after the command's name in /proc/PID/stat. */
const OWN_TIMES = [11, 12]
const CHILD_TIMES = [13, 14]
/** Fields of the first line of /proc/stat: user, nice, system, irq, softirq, steal. */
const BUSY_TIMES = [0, 1, 2, 5, 6, 7]

/** Processor time of a process and its threads, in ms. Undefined without /proc. */
export const cpuMsOf = (pid: number): number | undefined => readCpuMs(`${pid}`, OWN_TIMES)

/** Processor time of the main thread of a process, in ms. Undefined without /proc. */
export function mainThreadMsOf(pid: number): number | undefined {
  const nanoseconds = readProc(`${pid}/task/${pid}/schedstat`)?.split(' ', 1)[0]
  return nanoseconds === undefined ? undefined : Number(nanoseconds) / 1e6
}

/** Processor time of this process's ended children, in ms. Undefined without /proc. */
export const cpuMsOfEndedChildren = (): number | undefined => readCpuMs('self', CHILD_TIMES)

/** Busy time of all cores since the system started, in ms, including steal. */
export function cpuMsOfSystem(): number | undefined {
  const fields = readProc('stat')?.split('\n', 1)[0]?.split(/\s+/).slice(1).map(Number)
  return fields && BUSY_TIMES.reduce((ms, place) => ms + ((fields[place] ?? 0) * 1000) / TICKS_PER_SECOND, 0)
}

/** Resident memory of a process in MB, now and at its peak. Undefined without /proc. */
export function residentMbOf(pid: number): { readonly now: number; readonly peak: number } | undefined {
  const status = readProc(`${pid}/status`)
  if (status === undefined) return undefined
  if (!status.includes('VmRSS:')) return undefined // it has ended, and nobody has waited for it
  const megabytes = (field: string) => Number(new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

function readCpuMs(process: string, places: readonly number[]): number | undefined {
  const stat = readProc(`${process}/stat`)
  // The command's name may contain spaces and parentheses, so fields are counted after it.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields && places.reduce((ms, place) => ms + (Number(fields[place]) * 1000) / TICKS_PER_SECOND, 0)
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return undefined
  }
}
