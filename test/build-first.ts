import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { build } from 'rolldown'

/**
 * Builds dist/ and the dictionary if they are out of date, so that tests run everything as it ships, and what tests run in
 * threads and processes of their own, without vitest's compiler.
 */
export async function setup(): Promise<void> {
  execFileSync(process.execPath, ['scripts/build.js', '--if-changed', '--no-dashboard'], { stdio: 'inherit' })
  await build({
    input: [
      'test/fixtures/odd-thread.mjs',
      'test/fixtures/encoder-thread.ts',
      'test/fixtures/odd-encoder-thread.mjs',
      'test/fixtures/tone-thread.ts',
      'test/fixtures/broken-natural-thread.ts',
      'src/files/folder-files.ts',
      'src/main/log-output.ts',
      'src/packs/unfinished-pack.ts',
      'src/store/open-postgres-store.ts',
      'src/store/open-sqlite-store.ts',
      'src/workers/thread-pool.ts',
    ],
    platform: 'node',
    external: /node_modules/,
    transform: { target: 'node20.19' },
    output: { dir: 'dist/fixtures', entryFileNames: '[name].mjs' },
  })
  // A service looks for them beside its synthesis threads.
  writeFileSync('dist/fixtures/encoder-thread.js', "import './encoder-thread.mjs'\n")
  writeFileSync('dist/fixtures/text-thread.js', "import '../main/text-thread.js'\n")
}
