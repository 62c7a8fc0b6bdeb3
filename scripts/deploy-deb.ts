import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makePackedSource } from './packed-source.ts'

// `npm run deploy:deb`: makes a Debian package here.

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CACHE = join(ROOT, '.cache') // of the same file system as the modules, which are linked

mkdirSync(CACHE, { recursive: true })
const directory = mkdtempSync(join(CACHE, 'deb-'))
try {
  const source = join(directory, 'source')
  makePackedSource(source)
  execFileSync('sh', [join(ROOT, 'deploy/debian/build.sh'), source, ROOT], { stdio: 'inherit' })
} finally {
  rmSync(directory, { recursive: true })
}
