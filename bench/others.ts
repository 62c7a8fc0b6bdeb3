import { cpus } from 'node:os'
import { cpuMsOfEndedChildren, cpuMsOfSystem } from './process-usage.ts'

/**
 * How much of the machine went to programs that are neither the bench nor started by it, 0 to 1: figures of a run in
 * which that is more than a few hundredths are theirs too. To be asked when what the bench started has ended.
 */
export function watchOthers(): () => number | undefined {
  const startedAt = performance.now()
  const before = cpuMsOfOthers()
  return () => {
    const after = cpuMsOfOthers()
    if (before === undefined || after === undefined) return undefined
    return Math.max(0, after - before) / (performance.now() - startedAt) / cpus().length
  }
}

function cpuMsOfOthers(): number | undefined {
  const system = cpuMsOfSystem()
  const children = cpuMsOfEndedChildren()
  const { user, system: kernel } = process.cpuUsage()
  return system === undefined || children === undefined ? undefined : system - children - (user + kernel) / 1000
}
