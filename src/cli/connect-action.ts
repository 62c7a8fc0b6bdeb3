import { type Language, languageOfCode } from '../core/language.ts'
import { connectServer } from '../packs/connect-server.ts'
import { openNetwork } from '../packs/network.ts'
import { parseRemoteSettings } from '../packs/remote-settings.ts'
import { sayInstalled } from './packs-actions.ts'
import type { PacksParts } from './packs-parts.ts'
import { UsageError } from './usage-error.ts'

/** Options of `hoarfrost packs connect`. */
export interface ServerOptions {
  readonly name: string
  readonly model: string
  readonly keyVariable?: string
  readonly samplingRate: number
  readonly gain: number
  readonly voice?: readonly string[]
}

/** Installs a pack with the voices of another server. */
export async function connect(url: string, options: ServerOptions, parts: PacksParts): Promise<void> {
  const { name, model, keyVariable = null, samplingRate: sampleRateHz, gain: gainDb, voice = [] } = options
  const settings = parseRemoteSettings({ url, model, keyVariable, sampleRateHz })
  const { username, password } = new URL(url)
  if (username !== '' || password !== '') {
    throw new UsageError('the URL has a user name or a password, which would be stored; use --key-variable')
  }
  const key = keyVariable === null ? undefined : parts.readSecret(keyVariable)
  if (keyVariable !== null && !key) throw new Error(`${keyVariable} is not set`)
  const network = openNetwork(parts.proxies)
  try {
    const catalogue = await parts.readCatalogue()
    const server = { name, settings, key, described: voice.map(describedVoice), gainDb }
    const manifest = await connectServer(server, { ...parts, catalogue, dispatcher: network })
    await sayInstalled(manifest, parts)
  } finally {
    await network.destroy()
  }
}

const DESCRIBED = /^([\w-]+):(\w{2,3})-([A-Z]{2}):(Female|Male)$/

/** A voice as `NAME:LANGUAGE-COUNTRY:GENDER`. */
function describedVoice(text: string) {
  const [, name = '', code = '', country = '', gender = ''] = DESCRIBED.exec(text) ?? []
  const language = languageOfCode(code)
  if (language === undefined) throw new UsageError(`${text} is not a voice such as alloy:eng-US:Female`)
  return { name, language: language as Language, accent: `${language}-${country}`, gender: gender as 'Female' | 'Male' }
}
