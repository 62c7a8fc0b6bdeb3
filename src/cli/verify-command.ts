import { type FileHandle, open, stat } from 'node:fs/promises'
import { Command } from 'commander'
import { type ByteSource, DamagedFile } from '../audio/byte-source.ts'
import { type FoundMark, readMark } from '../audio/read-mark.ts'
import { fileFault } from '../core/file-errors.ts'

/** Exit codes; of several files, the highest counts. */
const EXIT = { marked: 0, unmarked: 1, unreadable: 2 } as const

interface VerifyOptions {
  readonly json?: true
}

/** What is said of a file. */
type Verified = { readonly file: string } & (FoundMark | { readonly error: string })

export const verifyCommand = (): Command =>
  new Command('verify')
    .description('say whether audio files are marked as synthetic, and by which software, voice and model')
    .argument('<file...>', 'WAV, MP3, AAC, MP4, FLAC, Ogg or WebM')
    .option('--json', 'write JSON')
    .addHelpText('after', HELP)
    .action(verify)

const HELP = `
Exits with 0 if all files are marked, with 1 if one is not, and with 2 if one cannot be read. Raw audio has no place for a mark.`

async function verify(files: readonly string[], { json }: VerifyOptions): Promise<void> {
  const all: Verified[] = []
  for (const file of files) {
    const verified = await verifyFile(file)
    all.push(verified)
    if (json) continue
    if ('error' in verified) process.stderr.write(`hoarfrost: ${file}: ${verified.error}\n`)
    else process.stdout.write(`${file}: ${described(verified)}\n`)
  }
  if (json) process.stdout.write(`${JSON.stringify(all, null, 2)}\n`)
  process.exitCode = Math.max(...all.map(exitCodeOf))
}

async function verifyFile(file: string): Promise<Verified> {
  try {
    if (!(await stat(file)).isFile()) return { file, error: 'is not a regular file' }
    await using handle = await open(file)
    const mark = await readMark(sourceOf(handle))
    return mark === undefined ? { file, error: UNKNOWN } : { file, ...mark }
  } catch (error) {
    return { file, error: error instanceof DamagedFile ? `is damaged: ${error.message}` : fileFault(error) }
  }
}

const UNKNOWN = 'is not WAV, MP3, AAC, MP4, FLAC, Ogg or WebM'
const sourceOf = (handle: FileHandle): ByteSource => ({
  async read(start, length) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start)
    return buffer.subarray(0, bytesRead)
  },
})

function described({ container, isSynthetic, sourceType, software, voice, model }: FoundMark): string {
  const told = [software, voice && `voice ${voice}`, model && `model ${model}`].filter(Boolean)
  const mark = isSynthetic ? `synthetic (${sourceType})` : 'not marked as synthetic'
  return [container, mark, ...told].join(', ')
}

const exitCodeOf = (verified: Verified): number => {
  if ('error' in verified) return EXIT.unreadable
  return verified.isSynthetic ? EXIT.marked : EXIT.unmarked
}
