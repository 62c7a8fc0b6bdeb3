import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Programs that Debian does not have, as Go modules. The newest that Go 1.26 builds. */
const MODULES = {
  helm: 'helm.sh/helm/v3/cmd/helm@v3.22.0',
  kustomize: 'sigs.k8s.io/kustomize/kustomize/v5@v5.7.1',
  promtool: 'github.com/prometheus/prometheus/cmd/promtool@v0.316.0',
} as const

const FOLDER = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'hoarfrost-deploy-tools')

/** The path of a program, built once for the user; undefined without Go or if it cannot be built. */
export function deployTool(name: keyof typeof MODULES): string | undefined {
  const [, version] = MODULES[name].split('@')
  const folder = join(FOLDER, String(version))
  const path = join(folder, name)
  if (existsSync(path)) return path
  if (spawnSync('go', ['version']).status !== 0) return undefined
  mkdirSync(folder, { recursive: true })
  process.stderr.write(`building ${name}\n`)
  try {
    execFileSync('go', ['install', MODULES[name]], { env: { ...process.env, GOBIN: folder }, stdio: 'ignore' })
    return path
  } catch {
    return undefined
  }
}
