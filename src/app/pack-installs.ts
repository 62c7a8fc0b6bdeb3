import { readdir, readFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { SpeechError, sentenceOf } from '../core/errors.ts'
import type { PackManifest } from '../core/pack.ts'
import type { InstallEvent, PackPlaces } from '../packs/install-pack.ts'
import { type PackScan, readShippedManifests, removePack, scanPacks } from '../packs/installed-packs.ts'
import type { ProxySettings } from '../packs/network.ts'

/** Installs and removes packs while the service runs; it notices changes of the folder by itself. */
export interface PackInstalls extends AsyncDisposable {
  /** What is in the folder, and the manifests that can be installed. */
  list(): Promise<PackLists>
  /** A sentence spoken by a pack that can be installed, as MP3. Throws `resource.unknown` if there is none. */
  sample(name: string): Promise<Buffer>
  /** Installations since the start, the latest of each pack. */
  readonly installs: readonly PackInstall[]
  /**
   * Starts an installation. Throws `resource.unknown` if there is no such manifest, and `resource.conflict` if one runs,
   * the pack is installed, or the service is offline.
   */
  install(name: string): Promise<void>
  /** Removes all versions. Throws `resource.unknown` if there are none, and `resource.conflict` while it is installed. */
  remove(name: string): Promise<void>
}

export interface PackLists {
  readonly scan: PackScan
  readonly shipped: readonly PackManifest[]
  /** Families of which a sample ships. */
  readonly sampled: ReadonlySet<string>
}

export interface PackInstall {
  readonly name: string
  readonly bytes: number
  readonly totalBytes: number
  readonly bytesPerSecond: number
  readonly state: 'running' | 'installed' | 'failed'
  /** Why it failed; null otherwise. */
  readonly error: string | null
}

export interface PackInstallsOptions {
  readonly packsFolder: string
  /** Of manifests, and of samples in `samples/FAMILY.mp3`. */
  readonly manifestsFolder: string
  readonly places: PackPlaces
  readonly proxies: ProxySettings
  readonly isOffline: boolean
}

/** Time over which the rate is measured. */
const RATE_MS = 2000

export function createPackInstalls(options: PackInstallsOptions): PackInstalls {
  const { packsFolder, manifestsFolder, places, proxies, isOffline } = options
  const samplesFolder = join(manifestsFolder, 'samples')
  const installs = new Map<string, PackInstall>()
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let runningName: string | undefined

  async function run(manifest: PackManifest): Promise<void> {
    const { name } = manifest
    const tell = (change: Partial<PackInstall>): void => {
      const before = installs.get(name) ?? START
      installs.set(name, { ...before, ...change, name })
    }
    tell({ ...START, name })
    const rateOf = createMeter()
    const report = (event: InstallEvent): void => {
      if (event.kind !== 'bytes') return
      tell({ bytes: event.bytes, totalBytes: event.ofBytes, bytesPerSecond: rateOf(event.bytes) })
    }
    // Few servers install packs while they run.
    const [{ installPack }, { openNetwork }] = await Promise.all([
      import('../packs/install-pack.ts'),
      import('../packs/network.ts'),
    ])
    const network = openNetwork(proxies)
    try {
      await installPack(manifest, { packsFolder, places, dispatcher: network, report, signal: stopping.signal })
      tell({ state: 'installed', bytesPerSecond: 0 })
    } catch (error) {
      tell({ state: 'failed', bytesPerSecond: 0, error: sentenceOf(error) })
    } finally {
      runningName = undefined
      await network.destroy() // connections of a failed download would be waited for
    }
  }

  return {
    list: async () => {
      const [scan, shipped, samples] = await Promise.all([
        scanPacks(packsFolder),
        readShippedManifests(manifestsFolder),
        readdir(samplesFolder).catch((): string[] => []),
      ])
      return { scan, shipped, sampled: new Set(samples.map((file) => parse(file).name)) }
    },
    async sample(name) {
      const { shipped, sampled } = await this.list()
      const family = shipped.find((each) => each.name === name)?.family
      if (family === undefined || !sampled.has(family)) throw new SpeechError('resource.unknown', 'there is no sample')
      return readFile(join(samplesFolder, `${family}.mp3`))
    },
    get installs() {
      return [...installs.values()]
    },
    async install(name) {
      const { scan, shipped } = await this.list()
      const manifest = shipped.find((each) => each.name === name)
      if (manifest === undefined) throw new SpeechError('resource.unknown', 'there is no such pack')
      if (isOffline) throw conflict('HF_HUB_OFFLINE is set')
      if (runningName !== undefined) throw conflict('another installation is running')
      const isThere = scan.packs.some(
        (pack) => pack.manifest.name === name && pack.manifest.version === manifest.version,
      )
      if (isThere) throw conflict('the pack is installed')
      runningName = name
      running = run(manifest)
    },
    async remove(name) {
      if (runningName === name) throw conflict('the pack is being installed')
      const { packs, replaced } = await scanPacks(packsFolder)
      const folders = [...packs, ...replaced].filter(({ manifest }) => manifest.name === name)
      if (folders.length === 0) throw new SpeechError('resource.unknown', 'the pack is not installed')
      for (const { folder } of folders) await removePack(packsFolder, folder)
      installs.delete(name)
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running
    },
  }
}

const START: PackInstall = { name: '', bytes: 0, totalBytes: 0, bytesPerSecond: 0, state: 'running', error: null }

const conflict = (message: string) => new SpeechError('resource.conflict', message, { isFixed: true })

/** Bytes per second over the last two seconds. */
function createMeter(): (bytes: number) => number {
  const seen: { readonly atMs: number; readonly bytes: number }[] = []
  return (bytes) => {
    const atMs = performance.now()
    seen.push({ atMs, bytes })
    while (seen.length > 2 && atMs - (seen[0]?.atMs ?? 0) > RATE_MS) seen.shift()
    const [first] = seen
    const seconds = (atMs - (first?.atMs ?? atMs)) / 1000
    return seconds === 0 ? 0 : Math.max(0, Math.round((bytes - (first?.bytes ?? 0)) / seconds))
  }
}
