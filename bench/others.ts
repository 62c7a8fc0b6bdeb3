import { cpus } from 'node:os'
import { cpuMsOfEndedChildren, cpuMsOfSystem } from './process-usage.ts'

/**
 * Measures the share of the machine, 0 to 1, that programs other than the bench and its children use; above a few
 * hundredths the figures are affected. Call the result when the bench's children have ended.
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
