import { Command } from 'commander'
import type { CopiedRows, CopyOptions } from '../core/store-copy.ts'
import { withCopyProgress } from './copy-progress.ts'
import { formatTable } from './table.ts'

export interface StoreCopies {
  /** Copies a store to an empty one. Each is a data directory, an SQLite file or a URL. */
  readonly copy: (from: string, to: string, options: CopyOptions) => Promise<readonly CopiedRows[]>
  /** Writes the configured store to a new SQLite file. */
  readonly backUp: (file: string, options: CopyOptions) => Promise<void>
  readonly signal: AbortSignal
}

const PLACE = 'data directory, SQLite file (.db), or postgresql:// URL'

export function storeCommand(open: () => Promise<StoreCopies>): Command {
  const store = new Command('store').description(
    'copy and back up the store of keys, dictionary, sessions, usage and jobs',
  )
  store
    .command('migrate')
    .description('copy a store to an empty one; stop the servers first')
    .requiredOption('--from <place>', `store to copy: ${PLACE}`)
    .requiredOption('--to <place>', `empty store, created if missing: ${PLACE}`)
    .action(async ({ from, to }: { readonly from: string; readonly to: string }) => {
      const { copy, signal } = await open()
      const copied = await withCopyProgress((report) => copy(from, to, { report, signal }))
      process.stdout.write(
        formatTable(
          ['ROWS', 'COPIED'],
          copied.map(({ kind, count }) => [String(count), kind]),
        ),
      )
    })
  store
    .command('backup')
    .description('back up the configured store to a new SQLite file; servers may keep running')
    .argument('<file>', 'file to create')
    .action(async (file: string) => {
      const { backUp, signal } = await open()
      await withCopyProgress((report) => backUp(file, { report, signal }))
    })
  return store
}
