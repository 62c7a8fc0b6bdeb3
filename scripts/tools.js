// `npm run tools`: installs the packages of tools/ if one is missing or of another version than in the lock file. JavaScript, because the
// compiler may be missing, too.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('..', import.meta.url)
const readJson = (path) => JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'))
const { packages } = readJson('package-lock.json')

const isInstalled = (name) => {
  const place = `node_modules/${name}`
  const manifest = new URL(`${place}/package.json`, ROOT)
  return existsSync(manifest) && readJson(manifest).version === packages[place]?.version
}

if (!Object.keys(readJson('tools/package.json').devDependencies).every(isInstalled)) {
  console.error('hoarfrost: installing the packages of tools/')
  const args = ['install', '--workspaces=true', '--include-workspace-root', '--no-save', '--loglevel=error']
  // A shell, since npm is a script on Windows.
  const { status } = spawnSync(`npm ${args.join(' ')}`, {
    cwd: fileURLToPath(ROOT),
    shell: true,
    stdio: ['ignore', 2, 2],
  })
  process.exitCode = status ?? 1
}
