import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { fileFault } from '../core/file-errors.ts'
import { MEL_BANDS } from './mel-track.ts'
import type { SpokenLine } from './spoken-line.ts'

/** How lines were spoken when they were accepted: a folder with a JSON file and the sounds. */
export interface Baseline {
  /** The program, protocol, voice and language that spoke. */
  readonly spokenBy: string
  readonly lines: readonly SpokenLine[]
}

const FORMAT = 'hoarfrost-diff-1'
const INDEX = 'baseline.json'

const lineSchema = z.object({
  text: z.string(),
  reading: z.array(z.object({ word: z.string(), phonemes: z.array(z.string()).nullable() })).nullable(),
  words: z.array(z.tuple([z.string(), z.number(), z.number()])),
  heard: z.string().nullable(),
  durationS: z.number().positive(),
  lufs: z.number(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** In base64. */
  mel: z.base64(),
})

const baselineSchema = z.object({ format: z.literal(FORMAT), spokenBy: z.string(), lines: z.array(lineSchema) })

type StoredLine = z.infer<typeof lineSchema>

/** The name of a sound says what is in it, so that lines that are spoken as before keep their files. */
const soundFile = (folder: string, sha256: string): string => join(folder, `${sha256.slice(0, 24)}.ogg`)
const SOUND_NAME = /^[0-9a-f]{24}\.ogg$/

/** Undefined if the folder does not exist. Throws an Error of one line for a folder that is not a baseline, or is damaged. */
export async function readBaseline(folder: string): Promise<Baseline | undefined> {
  const stored = await readIndex(folder)
  if (stored === undefined) return undefined
  return { spokenBy: stored.spokenBy, lines: stored.lines.map((line) => restored(folder, line)) }
}

async function readIndex(folder: string): Promise<z.infer<typeof baselineSchema> | undefined> {
  const file = join(folder, INDEX)
  let content: string
  try {
    content = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`${file} ${fileFault(error)}`)
  }
  try {
    return baselineSchema.parse(JSON.parse(content))
  } catch (cause) {
    if (cause instanceof SyntaxError) throw damaged(folder, 'is not JSON')
    const [issue] = (cause as z.ZodError).issues
    const isForeign = issue?.path[0] === 'format' || issue?.path.length === 0
    if (!isForeign) throw damaged(folder, `is damaged at ${issue?.path.join('.')}`)
    const isOther = /^\s*{\s*"format":\s*"hoarfrost-diff-\d+"/.test(content)
    throw new Error(`${file} ${isOther ? 'was written by another version' : 'is not a baseline of this command'}`)
  }
}

const damaged = (folder: string, fault: string): Error =>
  new Error(`${join(folder, INDEX)} ${fault}; restore it, or remove ${folder} and use --accept`)

function restored(folder: string, { words, mel, ...line }: StoredLine): SpokenLine {
  const track = Buffer.from(mel, 'base64')
  if (track.length === 0 || track.length % MEL_BANDS !== 0) throw damaged(folder, 'is damaged at mel')
  const readSound = async (): Promise<Uint8Array> => {
    const file = soundFile(folder, line.sha256)
    return readFile(file).catch((error: unknown) => {
      throw new Error(`${file} ${fileFault(error)}`)
    })
  }
  return { ...line, words: words.map(([word, startS, endS]) => ({ word, startS, endS })), mel: track, readSound }
}

/** Writes a baseline, and removes the sounds in its folder that it does not have. */
export async function writeBaseline(folder: string, { spokenBy, lines }: Baseline): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { sha256, readSound } of lines) await writeFile(soundFile(folder, sha256), await readSound())
  const file = join(folder, INDEX)
  await writeFile(`${file}.part`, serialized(spokenBy, lines))
  await rename(`${file}.part`, file)
  const kept = new Set(lines.map(({ sha256 }) => soundFile(folder, sha256)))
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (SOUND_NAME.test(name) && !kept.has(path)) await rm(path, { force: true })
  }
}

/** A line of the file for each line of the prompts, so that version control shows which changed. */
function serialized(spokenBy: string, lines: readonly SpokenLine[]): string {
  const stored = lines.map(
    ({ readSound: _, words, mel, reading, ...line }): StoredLine => ({
      ...line,
      reading: reading?.map(({ word, phonemes }) => ({ word, phonemes: phonemes && [...phonemes] })) ?? null,
      words: words.map(({ word, startS, endS }) => [word, startS, endS]),
      mel: Buffer.from(mel).toString('base64'),
    }),
  )
  const rows = stored.map((line) => `    ${JSON.stringify(line)}`).join(',\n')
  const head = `  "format": ${JSON.stringify(FORMAT)},\n  "spokenBy": ${JSON.stringify(spokenBy)}`
  return `{\n${head},\n  "lines": [\n${rows}\n  ]\n}\n`
}
