import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { text as readText } from 'node:stream/consumers'
import { onTestFinished, vi } from 'vitest'

export interface ProxyProcess {
  /** The name of the program. */
  readonly name: string
  readonly arguments: readonly string[]
  /** Removed with the process. */
  readonly directory: string
}

/** Runs a proxy until the test ends. Resolves when `expectUp` no longer throws. */
export async function runProxy(
  { name, arguments: args, directory }: ProxyProcess,
  expectUp: () => Promise<void>,
): Promise<void> {
  const child = spawn(name, args, {
    env: { PATH: process.env.PATH, XDG_CONFIG_HOME: directory, XDG_DATA_HOME: directory },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = readText(child.stderr)
  const exit = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
    rmSync(directory, { recursive: true })
  })
  await vi.waitFor(async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${await said}`)
    await expectUp()
  })
}
