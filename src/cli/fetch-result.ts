import { rename } from 'node:fs/promises'
import { download, forgetOrigin } from '../packs/download.ts'
import { openNetwork } from '../packs/network.ts'
import { showDownload } from './download-progress.ts'
import type { JobDownload } from './job-client.ts'

/** Downloads a result to `path`, through `path.part`, which a later call continues. */
export async function fetchResult(result: JobDownload, path: string, signal: AbortSignal): Promise<void> {
  const { bytes } = result
  const partial = `${path}.part`
  const dispatcher = openNetwork({ noProxy: '*' }) // as the other requests to the server
  try {
    using progress = await showDownload()
    const onBytes = (done: number): void => progress.report({ kind: 'bytes', bytes: done, ofBytes: bytes })
    const task = { ...result, path: partial, maxBytes: bytes, sha256: null }
    await download(task, { dispatcher, onBytes, signal })
  } finally {
    await dispatcher.destroy()
  }
  await rename(partial, path)
  await forgetOrigin(partial)
}
