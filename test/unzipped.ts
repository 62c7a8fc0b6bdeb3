import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'

/** The files of a zip archive by their names. */
export async function unzipped(
  bytes: Buffer,
): Promise<ReadonlyMap<string, { readonly content: Buffer; readonly entry: Entry }>> {
  const zip: ZipFile = await promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer)(bytes, {
    lazyEntries: false,
  })
  const entries: Entry[] = []
  zip.on('entry', (entry: Entry) => void entries.push(entry))
  await new Promise((resolve, reject) => zip.once('end', resolve).once('error', reject))
  const open = promisify(zip.openReadStream.bind(zip)) as (entry: Entry) => Promise<NodeJS.ReadableStream>
  const files = new Map<string, { content: Buffer; entry: Entry }>()
  for (const entry of entries) files.set(entry.fileName, { content: await buffer(await open(entry)), entry })
  return files
}
