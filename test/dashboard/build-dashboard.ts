import { execFileSync } from 'node:child_process'

/** Builds the page if it is out of date. */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/build.js', '--if-changed'], { stdio: 'inherit' })
}
