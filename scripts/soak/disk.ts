import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A folder, on a small file system of its own where the user may mount one (Linux, as root). */
export interface Disk extends Disposable {
  readonly folder: string
  readonly isSmall: boolean
}

/** Makes the folder. The caller disposes it. */
export function createDisk(folder: string, megabytes: number): Disk {
  mkdirSync(folder)
  const isSmall = mount(folder, megabytes)
  return {
    folder,
    isSmall,
    [Symbol.dispose]: () => {
      if (isSmall) execFileSync('umount', ['-l', folder])
    },
  }
}

/** Leaves no byte free for a while. */
export async function fillDisk(folder: string, ms: number): Promise<void> {
  const file = join(folder, 'filling')
  const descriptor = openSync(file, 'w')
  const block = Buffer.alloc(2 ** 16)
  try {
    for (;;) writeSync(descriptor, block)
  } catch {
    await sleep(ms)
  } finally {
    closeSync(descriptor)
    rmSync(file)
  }
}

function mount(folder: string, megabytes: number): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'hoarfrost-soak', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
