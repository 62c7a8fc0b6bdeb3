import { execFileSync } from 'node:child_process'

/** `npm run tools`, for those who start vitest themselves. */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/tools.js'], { stdio: 'inherit' })
}
