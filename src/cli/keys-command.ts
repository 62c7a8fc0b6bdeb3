import { Command, InvalidArgumentError, Option } from 'commander'
import { configuredKeyRecord, createKey } from '../app/manage-keys.ts'
import { type ApiKey, isValidAt, ROLES, type Role } from '../core/api-key.ts'
import { isDay } from '../core/instant.ts'
import { LIMIT_NAMES, readLimits, writeLimits } from '../core/key-limits.ts'
import type { Store } from '../core/store.ts'
import { formatTable } from './table.ts'

interface CreateOptions {
  readonly name: string
  readonly role: readonly Role[]
  readonly expires?: Date
  readonly maxConcurrent?: number
  readonly limit: readonly string[]
}

/** Can be used while a server runs, which applies every change within 2 s. */
export function keysCommand(openStore: () => Promise<Store>, readConfiguredKey: () => string | null): Command {
  const configuredKey = (): ApiKey | null => {
    const key = readConfiguredKey()
    return key === null ? null : configuredKeyRecord(key, new Date())
  }
  const keys = new Command('keys').description('create, list and revoke API keys')
  keys
    .command('create')
    .description('create a key and print it; it is not shown again')
    .option('--name <name>', 'name to recognize the key by', '')
    .addOption(
      new Option('--role <role...>', 'role of the key; repeatable').choices(ROLES).default(['synthesis'], 'synthesis'),
    )
    .option('--expires <when>', 'expiry: an ISO 8601 date, or a duration such as 30d or 12h', expiry)
    .option('--max-concurrent <n>', 'maximum number of concurrent requests and sockets', count)
    .option(
      '--limit <name=n...>',
      `limit of the key, such as sockets=10: ${Object.keys(LIMIT_NAMES).join(', ')}; repeatable`,
      [],
    )
    .action(async ({ name, role, expires, maxConcurrent, limit }: CreateOptions) => {
      const limits = readLimits(limit)
      if (limits === undefined) {
        throw new Error(
          `--limit must be NAME=NUMBER with one of the names ${Object.keys(LIMIT_NAMES).join(', ')} and a whole number from 1`,
        )
      }
      await using store = await openStore()
      const terms = {
        name,
        roles: [...new Set(role)],
        expiresAt: expires ?? null,
        maxConcurrent: maxConcurrent ?? null,
        limits,
      }
      const { key, record } = await createKey(store.apiKeys, terms, new Date())
      process.stdout.write(`${key}\n`)
      process.stderr.write(`Keep it: it is not shown again. To revoke it: npx hoarfrost keys revoke ${record.id}\n`)
    })
  keys
    .command('list')
    .description('list the keys and their states')
    .action(async () => {
      await using store = await openStore()
      process.stdout.write(asTable(configuredKey(), await store.apiKeys.list(), new Date()))
    })
  keys
    .command('revoke')
    .description('revoke a key; its requests and sockets end within 2 s')
    .argument('<id>', 'ID from `keys list`')
    .action(async (id: string) => {
      await using store = await openStore()
      if (await store.apiKeys.revoke(id, new Date())) return
      throw new Error(
        id === configuredKey()?.id
          ? `${id} is the key of HOARFROST_API_KEY; unset the variable and restart the server`
          : `no key has the id ${id}`,
      )
    })
  return keys
}

function asTable(configured: ApiKey | null, stored: readonly ApiKey[], now: Date): string {
  const rows = stored.map((key) => [
    key.id,
    stateOf(key, now),
    key.roles.join(','),
    minuteOf(key.createdAt),
    key.expiresAt === null ? 'never' : minuteOf(key.expiresAt),
    key.lastUsedAt === null ? 'never' : minuteOf(key.lastUsedAt),
    key.maxConcurrent === null ? 'any' : String(key.maxConcurrent),
    writeLimits(key.limits).join(',') || 'none',
    key.name,
  ])
  // It is not stored, so the times of its creation and use are unknown.
  const first =
    configured === null
      ? []
      : [[configured.id, 'configured', configured.roles.join(','), '-', 'never', '-', 'any', 'none', configured.name]]
  return formatTable(
    ['ID', 'STATE', 'ROLES', 'CREATED', 'EXPIRES', 'LAST USED', 'CONCURRENT', 'LIMITS', 'NAME'],
    [...first, ...rows],
  )
}

const stateOf = (key: ApiKey, now: Date): 'active' | 'revoked' | 'expired' =>
  isValidAt(key, now) ? 'active' : key.revokedAt === null ? 'expired' : 'revoked'

const minuteOf = (date: Date): string => `${date.toISOString().slice(0, 16)}Z`

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000 }

function expiry(text: string): Date {
  const [, amount, unit = ''] = /^(\d{1,5})([hd])$/.exec(text) ?? []
  if (amount !== undefined) return new Date(Date.now() + Number(amount) * (UNIT_MS[unit] as number))
  const date = new Date(isDay(text.slice(0, 10)) ? text : Number.NaN)
  if (Number.isNaN(date.getTime())) throw new InvalidArgumentError('It must be a date such as 2030-12-31, 30d or 12h.')
  if (date <= new Date()) throw new InvalidArgumentError('It must be in the future.')
  return date
}

function count(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 999999.')
  return Number(text)
}
