import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'

/** Builds dist/ (incrementally), so that tests of threads, the server and the command line see the sources as they are. */
export function setup(): void {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { stdio: 'inherit' })
}
