import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { addAbortSignal, Readable } from 'node:stream'
import { UsageError } from './usage-error.ts'

/** Maximum size of a text of a command: ten times the longest books. */
const MAX_BYTES = 64 * 2 ** 20

/** Name of standard input on a command line. */
export const STDIN = '-'

/** For people. */
const nameOf = (file: string): string => (file === STDIN ? 'standard input' : file)

interface TextSource {
  /** For people. */
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
}

/**
 * The text of a file, or of standard input for `-`, without a byte order mark. Throws an Error of one line that names the
 * file if it cannot be read, is too large, or is not UTF-8 text, as soon as that is known.
 */
export async function readText(file: string, signal: AbortSignal): Promise<string> {
  const pieces: string[] = []
  for await (const piece of readPieces(file, signal)) pieces.push(piece)
  return pieces.join('')
}

/** The lines of a file that are not empty, without white space around them. Throws as `readText`, and for a file without any. */
export async function readLines(file: string, signal: AbortSignal): Promise<readonly string[]> {
  const lines = (await readText(file, signal)).split(/\r\n|\n|\r/).map((line) => line.trim())
  const texts = lines.filter((line) => line !== '')
  if (texts.length === 0) throw new Error(`${nameOf(file)} has no texts`)
  return texts
}

/** Like `readText`, in pieces as they arrive. */
export async function* readPieces(file: string, signal: AbortSignal): AsyncGenerator<string> {
  const { name, bytes } = await openSource(file, signal)
  yield* decoded(bytes, name)
}

/** Lines as they arrive, without their ends. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest: string[] = []
  for await (const piece of pieces) {
    rest.push(piece)
    if (!/[\r\n]/.test(piece) && !rest.at(-2)?.endsWith('\r')) continue
    const lines = rest.join('').split(/\r\n|\n|\r(?!$)/)
    rest = [lines.pop() as string]
    yield* lines
  }
  const last = rest.join('')
  if (last !== '') yield last.replace(/\r$/, '')
}

async function openSource(file: string, signal: AbortSignal): Promise<TextSource> {
  if (file === STDIN) return { name: 'standard input', bytes: addAbortSignal(signal, process.stdin) }
  const status = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} ${REASONS[error.code ?? ''] ?? `cannot be read: ${error.message}`}`)
  })
  if (status.isDirectory()) throw new Error(`${file} is a directory`)
  if (status.size > MAX_BYTES) throw tooLarge(file)
  return { name: file, bytes: filePieces(file, signal) }
}

async function* filePieces(file: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file, { signal }) as Readable & AsyncIterable<Uint8Array>
  } catch (error) {
    signal.throwIfAborted()
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new Error(`${file} ${REASONS[code] ?? `cannot be read: ${message}`}`)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'cannot be read by this user',
  EPERM: 'cannot be read by this user',
  EISDIR: 'is a directory',
}

const tooLarge = (name: string) => new Error(`${name} is larger than ${MAX_BYTES / 2 ** 20} MB`)

/** Bytes that no text has: C0 controls but white space, backspace and escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const CONTROLS = /[\0-\x07\x0e-\x1a\x1c-\x1f]/

async function* decoded(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (piece?: Uint8Array): string => {
    try {
      const text = decoder.decode(piece, { stream: piece !== undefined })
      if (!CONTROLS.test(text)) return text
    } catch {}
    throw new Error(`${name} is not UTF-8 text${encoding}`)
  }
  let encoding = ''
  let size = 0
  for await (const piece of bytes) {
    if (size === 0) encoding = encodingOf(piece)
    size += piece.length
    if (size > MAX_BYTES) throw tooLarge(name)
    const text = decode(piece)
    if (text !== '') yield text
  }
  const rest = decode()
  if (rest !== '') yield rest
}

/** What a text begins with in an encoding that editors of Windows write. */
function encodingOf([first, second]: Uint8Array): string {
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return isUtf16 ? ' but UTF-16; save it as UTF-8' : ''
}

/**
 * The text of a command line: its words, that of `file`, or standard input, which `-` names too and which is read if it is
 * no terminal. Undefined if there is none of them. Throws an Error of one line for an empty text, or as `readText` does.
 */
export async function textGiven(given: GivenText, signal: AbortSignal): Promise<string | undefined> {
  const source = sourceOf(given)
  if (source === undefined) return undefined
  const text = source.kind === 'words' ? source.text : await readText(source.file, signal)
  if (text.trim() === '') throw emptyText(source)
  return text
}

/** Like `textGiven`, but standard input in pieces as they arrive; an empty one throws at its end. */
export async function piecesGiven(given: GivenText, signal: AbortSignal): Promise<AsyncIterable<string> | undefined> {
  const source = sourceOf(given)
  if (source === undefined) return undefined
  if (source.kind === 'file' && source.file === STDIN) return piecesOf(source, signal)
  return Readable.from([await textGiven(given, signal)])
}

/** Like `textGiven`, a text for each line of a file or of standard input. An empty file has none. */
export function textsGiven(given: GivenText, signal: AbortSignal): AsyncIterable<string> | undefined {
  const source = sourceOf(given)
  if (source === undefined) return undefined
  return source.kind === 'words' ? piecesOf(source, signal) : linesOf(readPieces(source.file, signal))
}

async function* piecesOf(source: Source, signal: AbortSignal): AsyncGenerator<string> {
  if (source.kind === 'words' && source.text.trim() === '') throw emptyText(source)
  let isEmpty = true
  const pieces = source.kind === 'words' ? [source.text] : readPieces(source.file, signal)
  for await (const piece of pieces) {
    isEmpty &&= piece.trim() === ''
    yield piece
  }
  if (isEmpty) throw emptyText(source)
}

/** What a command line says of its text. */
export interface GivenText {
  readonly words: readonly string[]
  readonly file: string | undefined
}

type Source = { readonly kind: 'words'; readonly text: string } | { readonly kind: 'file'; readonly file: string }

function sourceOf({ words, file }: GivenText): Source | undefined {
  if (words.length > 0 && file !== undefined) throw new UsageError('give a text or --file FILE, not both')
  if (file !== undefined) return { kind: 'file', file }
  if (words.length === 1 && words[0] === STDIN) return { kind: 'file', file: STDIN }
  // Node reads what is not UTF-8 as U+FFFD.
  if (words.some((word) => word.includes('\ufffd'))) throw new UsageError('the text is not in UTF-8')
  if (words.length > 0) return { kind: 'words', text: words.join(' ') }
  return process.stdin.isTTY ? undefined : { kind: 'file', file: STDIN }
}

const emptyText = (source: Source): Error =>
  source.kind === 'words' ? new UsageError('the text is empty') : new Error(`${nameOf(source.file)} is empty`)
