import { execFileSync } from 'node:child_process'
import { build } from 'esbuild'

/**
 * Builds dist/ and the dictionary if they are out of date, so that tests run everything as it ships, and the threads of
 * tests, which run without vitest's compiler.
 */
export async function setup(): Promise<void> {
  execFileSync(process.execPath, ['scripts/build.js', '--if-changed'], { stdio: 'inherit' })
  await build({
    entryPoints: ['test/fixtures/odd-thread.mjs', 'test/fixtures/odd-encoder-thread.mjs'],
    outdir: 'dist/fixtures',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
  })
}
