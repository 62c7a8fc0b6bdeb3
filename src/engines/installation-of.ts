import { statSync } from 'node:fs'
import { join } from 'node:path'
import { MANIFEST_NAME } from '../core/pack.ts'

/** Identifies what is installed in a pack's folder: differs after the pack was installed anew. Undefined if it is gone. */
export function installationOf(folder: string): string | undefined {
  const stats = statSync(join(folder, MANIFEST_NAME), { throwIfNoEntry: false })
  return stats && `${stats.mtimeMs}/${stats.ino}`
}
