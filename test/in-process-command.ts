import type { Command } from 'commander'
import { vi } from 'vitest'
import { sentenceOf } from '../src/core/errors.ts'

/** Runs a command of the program in this process. The exit code is that which the command sets; errors are not counted. */
export async function runInProcess(command: Command, args: readonly string[]) {
  const written = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += String(text)
      return true
    }),
  )
  const exitCodeBefore = process.exitCode
  process.exitCode = undefined
  let error: string | undefined
  try {
    await command.exitOverride().parseAsync(args, { from: 'user' })
  } catch (thrown) {
    error = sentenceOf(thrown)
  }
  const exitCode = process.exitCode ?? 0
  process.exitCode = exitCodeBefore
  for (const spy of spies) spy.mockRestore()
  return { ...written, exitCode, error }
}
