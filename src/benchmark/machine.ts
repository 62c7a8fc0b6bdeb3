import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'

/** The machine and software of a run. */
export const describeMachine = () => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${release()} ${arch()}`,
  node: process.version,
  /**
   * Load average of the minute before the run; if it is not well below the number of cores, other programs affect the
   * figures.
   */
  loadAverage: loadavg()[0],
})
