import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file of an archive, of less than 4 GB. */
export interface ZippedFile {
  readonly name: string
  /** Whether it is stored as it is, since it would not get smaller. */
  readonly isCompressed: boolean
  /** Called when its turn has come. */
  open(): AsyncIterable<Uint8Array>
}

/** A zip archive, made while it is read: one file after the other, so that memory is bounded. */
export async function* zipOf(files: Iterable<ZippedFile>, modifiedAt: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const archive = zip.outputStream as Readable
  let current: Readable | undefined
  const fail = (error: Error) => void archive.destroy(error)
  zip.on('error', fail)
  for (const { name, isCompressed, open } of files) {
    zip.addReadStreamLazy(name, { compress: !isCompressed, mtime: modifiedAt }, (done) => {
      current = Readable.from(open()).once('error', fail)
      done(null, current)
    })
  }
  zip.end()
  try {
    yield* archive
  } finally {
    current?.destroy()
  }
}
