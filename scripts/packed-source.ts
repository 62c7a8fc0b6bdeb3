import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Makes a copy of the repository, as the Dockerfile has it, after `npm pack` and `npm prune --omit=dev`. */
export function makePackedSource(folder: string): void {
  mkdirSync(folder)
  for (const [, path = ''] of readFileSync(join(ROOT, '.dockerignore'), 'utf8').matchAll(/^!(.+)$/gm)) {
    cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  }
  // Links, since the modules take hundreds of megabytes.
  execFileSync('cp', ['-al', join(ROOT, 'node_modules'), folder])
  const options = { stdio: 'ignore', cwd: folder } as const
  execFileSync('npm', ['pack', '--ignore-scripts=false'], options)
  execFileSync('npm', ['prune', '--omit=dev', '--ignore-scripts'], options)
}
