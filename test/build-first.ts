import { execFileSync } from 'node:child_process'

/** Builds dist/ and the dictionary if they are out of date, so that tests run everything as it ships. */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/build.js', '--if-changed'], { stdio: 'inherit' })
}
