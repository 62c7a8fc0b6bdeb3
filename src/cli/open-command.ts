import { Command } from 'commander'
import { configuredKeyRecord } from '../app/keys/manage-keys.ts'
import { createSignInLink, keyOfLinks } from '../app/keys/sign-in-links.ts'
import { deadline } from '../core/abort.ts'
import { type ApiKey, isValidAt } from '../core/api-key.ts'
import { chosenServer, type DefaultServers } from './chosen-server.ts'
import type { CommandStore, CommandStores } from './command-store.ts'
import { idOfKey } from './key-id.ts'
import { noServerAt } from './no-server.ts'

export interface OpenCommandParts extends DefaultServers {
  /** The key configured by the environment, which is valid besides those of the store. */
  readonly readConfiguredKey: () => string | null
  /** False if there is no browser to open a page in. */
  readonly openBrowser: (url: string) => Promise<boolean>
  /** Fires when the user cancels. */
  readonly signal: AbortSignal
}

interface OpenOptions {
  readonly key?: string
  readonly server?: string
  readonly print?: true
}

/** Makes a sign-in link in the store of a server that runs. */
export const openCommand = (stores: CommandStores, parts: OpenCommandParts): Command =>
  new Command('open')
    .description('open the dashboard of the server on this machine, signed in, and print the link')
    .option(
      '--key <key>',
      'ID or name of the key to sign in with (default: that of HOARFROST_API_KEY, or the oldest one with the role admin)',
    )
    .option('--server <url>', 'address of the server (default: HOARFROST_URL, or HOST and PORT)')
    .option('--print', 'only print the link')
    .addHelpText('after', '\nThe link works once, for ten minutes. The database must be that of the server.')
    .action(async ({ key: chosen, server, print }: OpenOptions) => {
      const { url } = await chosenServer({ url: server, keyFile: undefined }, parts)
      await using store = await stores.openExisting()
      await requireDashboard(url, parts.signal)
      const now = new Date()
      const key = await keyToUse(store, chosen, parts.readConfiguredKey(), now)
      const link = await createSignInLink(store.sessions, key.id, { url, now })
      process.stdout.write(`${link}\n`)
      // A script that reads the link wants to use it itself.
      if (print || !process.stdout.isTTY) return
      const isOpen = await parts.openBrowser(link)
      process.stderr.write(isOpen ? 'Opening it in the browser.\n' : 'Open this link in a browser on this machine.\n')
    })

const ANSWER_MS = 5000
/** What fetch says of a certificate that a browser may know, or show to its user. */
const CERTIFICATE_ERROR = /CERT|SIGNATURE/

/** Throws an Error of one line if no server answers at the URL, or it has no dashboard. */
async function requireDashboard(url: string, cancelled: AbortSignal): Promise<void> {
  using signal = deadline(cancelled, ANSWER_MS)
  try {
    const { status } = await fetch(`${url}/dashboard/session`, { signal })
    if (status !== 404) return
  } catch (error) {
    const { code = '' } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException
    if (CERTIFICATE_ERROR.test(code)) return
    throw new Error(noServerAt(url))
  }
  throw new Error(`the server at ${url} has no dashboard; HOARFROST_DASHBOARD turns it on`)
}

/** Throws an Error of one line if there is no such key, or none that is valid. */
async function keyToUse(
  { apiKeys }: CommandStore,
  chosen: string | undefined,
  configuredKey: string | null,
  now: Date,
): Promise<ApiKey> {
  const configured = configuredKey === null ? null : configuredKeyRecord(configuredKey, now)
  if (chosen === undefined) {
    const key = await keyOfLinks(apiKeys, configured, now)
    if (key !== undefined) return key
    throw new Error('there is no valid key with the role admin; make one with `hoarfrost keys create --role admin`')
  }
  if (configured !== null && (chosen === configured.id || chosen === configured.name)) return configured
  const [key] = await apiKeys.find([await idOfKey(chosen, apiKeys)])
  if (key !== undefined && isValidAt(key, now)) return key
  throw new Error(`the key ${chosen} is revoked or has expired`)
}
