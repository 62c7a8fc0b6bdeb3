import { Command, InvalidArgumentError, Option } from 'commander'
import { configuredKeyRecord, createKey, rotateKey, updateKey } from '../app/keys/manage-keys.ts'
import { type ApiKey, ROLES, type Role, stateOfKey } from '../core/api-key.ts'
import { didYouMean } from '../core/closest-name.ts'
import { isDay } from '../core/instant.ts'
import { LIMIT_NAMES, readLimits, writeLimits } from '../core/key-limits.ts'
import { listedKey, MAX_OVERLAP_S } from '../protocols/keys/key-bodies.ts'
import type { CommandStores } from './command-store.ts'
import { idOfKey } from './key-id.ts'
import { withChoices } from './option-values.ts'
import { formatTable } from './table.ts'
import { UsageError } from './usage-error.ts'

/** Removes a limit or an expiry. */
const NONE = 'none'

interface TermOptions {
  readonly name?: string
  readonly role?: readonly Role[]
  readonly expires?: Date | typeof NONE
  readonly maxConcurrent?: number | typeof NONE
  readonly limit?: readonly string[]
}

/** Can be used while a server runs, which applies every change within 2 s. */
export function keysCommand(stores: CommandStores, readConfiguredKey: () => string | null): Command {
  const configuredKey = (): ApiKey | null => {
    const key = readConfiguredKey()
    return key === null ? null : configuredKeyRecord(key, new Date())
  }
  const keys = new Command('keys').description('create, list, change, rotate and revoke API keys')
  withTerms(keys.command('create'), '')
    .description('create a key and print it; it is not shown again')
    .action(async ({ name = '', role = ['synthesis'], expires, maxConcurrent, limit = [] }: TermOptions) => {
      const terms = {
        name,
        roles: [...new Set(role)],
        expiresAt: orNull(expires) ?? null,
        maxConcurrent: orNull(maxConcurrent) ?? null,
        limits: limitsIn(limit),
      }
      await using store = await stores.open()
      const { key, record } = await createKey(store.apiKeys, terms, new Date())
      printNewKey(key, record)
    })
  keys
    .command('list')
    .description('list the keys and their states')
    .option('--json', 'print JSON')
    .action(async ({ json }: { readonly json?: true }) => {
      const configured = configuredKey()
      const stored = await stores.readAll(({ apiKeys }) => apiKeys.list())
      const now = new Date()
      const listed = [...(configured === null ? [] : [configured]), ...stored]
      process.stdout.write(
        json
          ? `${JSON.stringify(
              listed.map((key) => listedKey(key, configured, now)),
              null,
              2,
            )}\n`
          : tableOf(listed, configured, now),
      )
    })
  withTerms(keys.command('update'), ` or ${NONE}`)
    .description('change a key; omitted options keep their values. Applies to new requests and sockets within 2 s')
    .argument('<key>', KEY)
    .action(async (key: string, { name, role, expires, maxConcurrent, limit }: TermOptions, command: Command) => {
      if (Object.keys(command.opts()).length === 0)
        throw new UsageError('nothing to change; see hoarfrost keys update --help')
      const limits = limit && limitChangesIn(limit)
      const configured = configuredKey()
      refuseConfigured(key, configured)
      await using store = await stores.openExisting()
      const id = await idOfKey(key, store.apiKeys)
      const roles = role && [...new Set(role)]
      const changes = { name, roles, expiresAt: orNull(expires), maxConcurrent: orNull(maxConcurrent), limits }
      const changed = await updateKey(store.apiKeys, id, changes)
      process.stdout.write(tableOf([changed], configured, new Date()))
    })
  keys
    .command('rotate')
    .description('create a key with the same terms and print it; the old key is revoked, or accepted for a while')
    .argument('<key>', KEY)
    .option(
      '--overlap <duration>',
      'how long the old key is accepted, such as 12h or 7d (default: it is revoked at once)',
      duration,
    )
    .action(async (key: string, { overlap = 0 }: { readonly overlap?: number }) => {
      refuseConfigured(key, configuredKey())
      await using store = await stores.openExisting()
      const made = await rotateKey(store.apiKeys, await idOfKey(key, store.apiKeys), overlap, new Date())
      printNewKey(made.key, made.record)
    })
  keys
    .command('revoke')
    .description('revoke a key; its requests and sockets end within 2 s')
    .argument('<key>', KEY)
    .action(async (key: string) => {
      refuseConfigured(key, configuredKey())
      await using store = await stores.openExisting()
      await store.apiKeys.revoke(await idOfKey(key, store.apiKeys), new Date())
    })
  return keys
}

function printNewKey(key: string, { id }: ApiKey): void {
  process.stdout.write(`${key}\n`)
  process.stderr.write(`Keep it: it is not shown again. To revoke it: npx hoarfrost keys revoke ${id}\n`)
}

const KEY = 'ID from `keys list`, or a name that only one valid key has'

const LIMIT_LIST = Object.keys(LIMIT_NAMES).join(', ')

/** Options for the terms of a key; `orNone` ends the description of those that can be removed. */
const withTerms = (command: Command, orNone: '' | ` or ${typeof NONE}`): Command =>
  command
    .option('--name <name>', 'name to recognize the key by')
    .addOption(
      withChoices(
        new Option('--role <role...>', `role of the key${orNone && ', instead of its roles'}; repeatable`),
        ROLES,
      ).default(undefined, orNone ? undefined : 'synthesis'),
    )
    .option(
      '--expires <when>',
      `expiry: an ISO 8601 date, or a duration such as 30d or 12h${orNone}`,
      orNoneOf(expiry, orNone),
    )
    .option(
      '--max-concurrent <n>',
      `maximum number of concurrent requests and sockets${orNone}`,
      orNoneOf(count, orNone),
    )
    .option(
      '--limit <name=n...>',
      `limit of the key, such as sockets=10${orNone && ` or sockets=${NONE}`}: ${LIMIT_LIST}; repeatable`,
    )

const orNoneOf =
  <T>(read: (text: string) => T, orNone: string) =>
  (text: string): T | typeof NONE =>
    orNone !== '' && text === NONE ? NONE : read(text)

/** Commander takes a null for a missing value. */
const orNull = <T>(value: T | typeof NONE | undefined): T | null | undefined => (value === NONE ? null : value)

function limitsIn(entries: readonly string[]) {
  const limits = readLimits(entries)
  if (limits !== undefined) return limits
  const wrong = entries.find((entry) => readLimits([entry]) === undefined)
  if (wrong === undefined) throw new UsageError('--limit gives one limit twice')
  const [name = ''] = wrong.split('=')
  const hint = Object.hasOwn(LIMIT_NAMES, name) ? '' : didYouMean(name, Object.keys(LIMIT_NAMES))
  throw new UsageError(
    `--limit ${wrong} must be NAME=NUMBER with one of the names ${LIMIT_LIST} and a whole number from 1${hint && `.${hint}`}`,
  )
}

/** Null for a limit that is to be removed. */
function limitChangesIn(entries: readonly string[]) {
  const removed = entries.flatMap((entry) => {
    const [name = '', value] = entry.split('=')
    return value === NONE && Object.hasOwn(LIMIT_NAMES, name) ? [name as keyof typeof LIMIT_NAMES] : []
  })
  const changes = limitsIn(entries.filter((entry) => !removed.some((name) => entry === `${name}=${NONE}`)))
  return { ...Object.fromEntries(removed.map((name) => [LIMIT_NAMES[name], null])), ...changes }
}

function refuseConfigured(key: string, configured: ApiKey | null): void {
  if (configured === null || (key !== configured.id && key !== configured.name)) return
  throw new Error(`${key} is the key of HOARFROST_API_KEY; change or unset the variable and restart the server`)
}

function tableOf(keys: readonly ApiKey[], configured: ApiKey | null, now: Date): string {
  const rows = keys.map((key) => {
    const isConfigured = key === configured // it is not stored, so the times of its creation and use are unknown
    return [
      key.id,
      isConfigured ? 'configured' : stateOfKey(key, now),
      key.roles.join(','),
      isConfigured ? '-' : minuteOf(key.createdAt),
      key.expiresAt === null ? 'never' : minuteOf(key.expiresAt),
      isConfigured ? '-' : key.lastUsedAt === null ? 'never' : minuteOf(key.lastUsedAt),
      key.maxConcurrent === null ? 'any' : String(key.maxConcurrent),
      writeLimits(key.limits).join(',') || 'none',
      key.name,
    ]
  })
  return formatTable(['ID', 'STATE', 'ROLES', 'CREATED', 'EXPIRES', 'LAST USED', 'CONCURRENT', 'LIMITS', 'NAME'], rows)
}

const minuteOf = (date: Date): string => `${date.toISOString().slice(0, 16)}Z`

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 }

/** Milliseconds of `12h` or `30d`; undefined for other texts. */
function millisecondsIn(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,5})([hd])$/.exec(text) ?? []
  return amount === undefined ? undefined : Number(amount) * (UNIT_MS[unit] as number)
}

function duration(text: string): number {
  const lastingMs = millisecondsIn(text)
  if (lastingMs === undefined || lastingMs > 1000 * MAX_OVERLAP_S)
    throw new InvalidArgumentError('It must be a duration of at most 30 days, such as 12h or 7d.')
  return lastingMs
}

function expiry(text: string): Date {
  const lastingMs = millisecondsIn(text)
  const lasting = lastingMs === undefined ? undefined : Date.now() + lastingMs
  const date = new Date(lasting ?? (isDay(text.slice(0, 10)) ? text : Number.NaN))
  if (Number.isNaN(date.getTime())) throw new InvalidArgumentError('It must be a date such as 2030-12-31, 30d or 12h.')
  if (date <= new Date()) throw new InvalidArgumentError('It must be in the future.')
  return date
}

function count(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 999999.')
  return Number(text)
}
