import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'

/** Builds dist/ and the dictionary (what of them has changed), so that tests run everything as it ships. */
export function setup(): void {
  const run = (...args: readonly string[]): void => void execFileSync(process.execPath, args, { stdio: 'inherit' })
  run(createRequire(import.meta.url).resolve('typescript/bin/tsc'), '-p', 'tsconfig.build.json')
  run('--import', 'tsx', 'scripts/compile-dictionary.ts')
}
