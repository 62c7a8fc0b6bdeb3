import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'

/** What the figures of a run depend on. */
export const describeMachine = () => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${release()} ${arch()}`,
  node: process.version,
  /** Over the last minute, before the run: well below the number of cores, or the figures are somebody else's too. */
  loadAverage: loadavg()[0],
})
