/** `CI` of the environment; `.ci/run` sets it. It installs the programs on Linux alone. */
const isInCi = (): boolean => process.platform === 'linux' && !['', '0', 'false'].includes(process.env.CI ?? '')

/**
 * Whether what needs a program can be tested. Without the program it is skipped, which one line of standard error says; in CI on
 * Linux a missing program is an error.
 */
export function canTestWith(program: string, isInstalled: boolean): boolean {
  if (isInstalled) return true
  if (isInCi())
    throw new Error(`${program} is missing: in CI, nothing is skipped for want of a program; .ci/run installs it`)
  process.stderr.write(`${program} is missing: what needs it is skipped\n`)
  return false
}
