import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { z } from 'zod'
import { WINDOW } from '../spectra/frame-layout.ts'
import { FILTER_WIDTH, HOP, SAMPLE_RATE_HZ } from './frame-sizes.ts'
import { MEL_BINS } from './frame-track.ts'
import { COMBINATIONS } from './sound-rows.ts'

const fileSchema = z.object({ file: z.string().regex(/^[\w.-]+$/), sha256: z.string().regex(/^[0-9a-f]{64}$/) })
const frameCount = z.int().min(0).max(64)

const manifestSchema = z
  .object({
    format: z.literal(3),
    // The synthesis code supports these values only.
    sampleRateHz: z.literal(SAMPLE_RATE_HZ),
    hopSamples: z.literal(HOP),
    windowSamples: z.literal(WINDOW),
    melBins: z.literal(MEL_BINS),
    /** Symbols in order of their ids. */
    symbols: z.array(z.string()),
    /** Combinations of modifiers in order of their ids; any other combination has the next id. */
    modifiers: z
      .array(z.string())
      .refine((modifiers) => modifiers.join() === COMBINATIONS.join(), 'not those that words are written with'),
    /** In the order of the weights of a mixture. */
    speakers: z
      .array(
        z.object({
          name: z.string().regex(/^[\w-]+$/),
          language: z.string(),
          pitchMeanHz: z.number().min(40).max(500),
        }),
      )
      .min(1),
    /** Languages and accents, such as `eng-GB`, in the order of the networks' input. */
    languages: z.array(z.string()).min(1),
    /** Gain to -21 LUFS. */
    gain: z.number().positive().max(10),
    acoustic: fileSchema,
    voicing: fileSchema.extend({ framesBefore: frameCount, framesAfter: frameCount }),
    vocoder: fileSchema.extend({
      framesBefore: frameCount,
      framesAfter: frameCount,
      filterNumbers: z.literal(FILTER_WIDTH),
      stateDims: z.array(z.int().positive()).length(4),
    }),
  })
  .refine(({ speakers, languages }) => speakers.every(({ language }) => languages.includes(language)), {
    path: ['speakers'],
    message: 'a speaker has a language that is not in `languages`',
  })

export type VoiceManifest = z.infer<typeof manifestSchema>

const HASHED_BYTES = 2 ** 16

const NEEDED_SYMBOLS = ['_', '^', '.', '?', ',', '-']

/** Checks a voice's folder, given with a trailing slash. Throws an Error that names the fault. */
export function checkVoiceFiles(folder: URL): void {
  const manifest = parseManifest(readFileSync(new URL('voice.json', folder), 'utf8'))
  for (const { file, sha256 } of [manifest.acoustic, manifest.voicing, manifest.vocoder]) {
    if (sha256Of(new URL(file, folder)) !== sha256) {
      throw new Error(`${file} is not the file that voice.json names: its SHA-256 differs`)
    }
  }
}

/** Reads the file in pieces: the process would keep the memory of large buffers. */
function sha256Of(path: URL): string {
  const file = openSync(path, 'r')
  try {
    const hash = createHash('sha256')
    const piece = new Uint8Array(HASHED_BYTES)
    for (let length = readSync(file, piece); length > 0; length = readSync(file, piece)) {
      hash.update(piece.subarray(0, length))
    }
    return hash.digest('hex')
  } finally {
    closeSync(file)
  }
}

function parseManifest(text: string): VoiceManifest {
  const { data, error } = manifestSchema.safeParse(parseJson(text))
  if (error) {
    const [issue] = error.issues
    throw new Error(`voice.json: ${issue?.path.join('.') || 'the file'}: ${issue?.message}`)
  }
  const missing = NEEDED_SYMBOLS.filter((symbol) => !data.symbols.includes(symbol))
  if (missing.length > 0) throw new Error(`voice.json: symbols: ${missing.join(' ')} missing`)
  return data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error('voice.json is not JSON', { cause })
  }
}
