import type { Catalogue } from '../core/voice.ts'
import type { PackPlaces } from '../packs/install-pack.ts'
import type { ProxySettings } from '../packs/network.ts'
import type { Speaking } from './say-command.ts'

/** What `hoarfrost packs` works with. */
export interface PacksParts {
  /** `packs` in the data directory. */
  readonly packsFolder: string
  /** The manifests that ship. */
  readonly manifestsFolder: string
  readonly places: PackPlaces
  readonly proxies: ProxySettings
  readonly isOffline: boolean
  /** A variable of the environment, or the content of the file that the variable with `_FILE` at its end names. */
  readonly readSecret: (name: string) => string | undefined
  /** Packs in use, in order of preference. */
  readonly order: readonly string[] | 'all'
  /** Engines in order of preference. */
  readonly enginePreference: readonly string[]
  /** The voices with the embedded engines that a server would use. */
  readonly readCatalogue: () => Promise<Catalogue>
  /** Opens synthesis by this pack alone. */
  readonly openSpeaking: (pack: string) => Promise<Speaking>
  readonly signal: AbortSignal
}
