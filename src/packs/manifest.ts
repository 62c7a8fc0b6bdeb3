import { z } from 'zod'
import { LANGUAGES } from '../core/language.ts'
import { MANIFEST_NAME, PACK_FAMILIES, type PackFamily, type PackManifest, readMix } from '../core/pack.ts'

/** A longer manifest is refused before it is parsed. */
export const MAX_MANIFEST_BYTES = 2 ** 20

const GIBIBYTE = 2 ** 30
const MAX_FILE_BYTES = 64 * GIBIBYTE

const folderName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,62}$/, 'must be 1 to 63 lower-case letters, digits, ".", "_" and "-"')
const sentence = z.string().min(1).max(500)
const tag = z.string().min(1).max(200)
const path = z
  .string()
  .max(200)
  .regex(
    /^[A-Za-z0-9_][A-Za-z0-9._+-]*(?:\/[A-Za-z0-9_][A-Za-z0-9._+-]*){0,7}$/,
    'must be a relative path of letters, digits, ".", "_", "+" and "-" that stays in its folder',
  )
const member = z
  .string()
  .min(1)
  .max(400)
  .refine((name) => isInside(name), 'must be a relative path that stays in its folder')
const url = z.url({ protocol: /^https?$/ }).max(1000)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
const bytes = z.int().min(1).max(MAX_FILE_BYTES)
const speakerName = z.string().regex(/^[\w-]{1,60}$/, 'must be 1 to 60 letters, digits, "_" and "-"')
const voiceNames = z.array(tag).min(1).max(500)

const source = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('url'), url }),
  z.strictObject({ kind: z.literal('hub'), repository: member, revision: tag, file: member }),
  z.strictObject({ kind: z.literal('archive'), url, member }),
  z.strictObject({ kind: z.literal('import'), members: z.array(member).min(1).max(100), how: sentence }),
])

const manifestShape = z.strictObject({
  name: folderName,
  version: folderName,
  summary: sentence,
  family: z.enum(PACK_FAMILIES),
  licences: z
    .array(z.strictObject({ of: tag, spdx: tag, holder: tag, statedAt: sentence }))
    .min(1)
    .max(20),
  baseModel: z.strictObject({ name: tag, licence: tag }).nullable(),
  files: z
    .array(
      z.strictObject({
        path,
        bytes: bytes.nullable(),
        aboutBytes: bytes.optional(),
        sha256: sha256.nullable(),
        isChecked: z.boolean(),
        from: z.array(source).min(1).max(10),
      }),
    )
    .min(1)
    .max(1000),
  parts: z.record(z.string().regex(/^[a-z]{1,30}$/), z.string().min(1).max(201)),
  speakers: z
    .array(
      z.strictObject({
        name: speakerName,
        language: z.enum(LANGUAGES),
        accent: z.string().regex(/^[a-z]{3}-[A-Z]{2}$/, 'must be a language and a region, such as eng-GB'),
        gender: z.enum(['Female', 'Male']),
        gainDb: z.number().min(-24).max(24),
      }),
    )
    .min(1)
    .max(2000),
  serves: z
    .array(
      z.strictObject({
        language: z.enum(LANGUAGES),
        genders: voiceNames.optional(),
        countries: z
          .array(z.string().regex(/^[A-Z]{2}$/, 'must be a code of ISO 3166-1'))
          .min(1)
          .max(300)
          .optional(),
        names: voiceNames.optional(),
        speakers: z.array(z.string().max(500)).min(1).max(500),
        why: sentence,
      }),
    )
    .max(500),
  unverified: z.array(sentence).max(50),
})

const REQUIRED_PARTS: Readonly<Record<PackFamily, readonly string[]>> = {
  kokoro: ['model', 'voices'],
  kitten: ['model', 'voices', 'config'],
  piper: ['model', 'config'],
  remote: ['settings'],
}

/** What JSON Schema cannot say: names that must exist, or differ. */
const manifestSchema = manifestShape.superRefine((manifest, context) => {
  for (const [where, message] of contradictionsOf(manifest)) {
    context.addIssue({ code: 'custom', path: [...where], message })
  }
})

type Contradiction = readonly [where: readonly (string | number)[], message: string]

function* contradictionsOf(manifest: PackManifest): Generator<Contradiction> {
  const paths = manifest.files.map((file) => file.path.toLowerCase())
  for (const [i, path] of paths.entries()) {
    if (paths.indexOf(path) < i) yield [['files', i, 'path'], 'is listed twice']
    if (path === MANIFEST_NAME) yield [['files', i, 'path'], 'is the name of the manifest']
    if (paths.some((other) => other.startsWith(`${path}/`))) yield [['files', i, 'path'], 'is also a folder']
    const file = manifest.files[i]
    if (file?.isChecked && (file.bytes === null || file.sha256 === null)) {
      yield [['files', i], 'is checked, so it must have bytes and sha256']
    }
    if (file?.bytes === null && file.aboutBytes === undefined) yield [['files', i], 'needs bytes or aboutBytes']
  }
  for (const part of REQUIRED_PARTS[manifest.family]) {
    if (!(part in manifest.parts)) yield [['parts'], `needs ${part} in the family ${manifest.family}`]
  }
  for (const [part, path] of Object.entries(manifest.parts)) {
    const isThere = manifest.files.some((file) =>
      path.endsWith('/') ? file.path.startsWith(path) : file.path === path,
    )
    if (!isThere) yield [['parts', part], 'is not among the files']
  }
  const names = manifest.speakers.map(({ name }) => name)
  for (const [i, name] of names.entries()) {
    if (names.indexOf(name) < i) yield [['speakers', i, 'name'], 'is listed twice']
  }
  for (const [i, rule] of manifest.serves.entries()) {
    for (const [k, mix] of rule.speakers.entries()) {
      const parts = readMix(mix)
      const where = ['serves', i, 'speakers', k]
      if (parts === undefined) yield [where, 'must be a speaker, or a mixture such as one*0.7+other*0.3']
      if (parts?.some(({ name }) => !names.includes(name))) yield [where, 'is not among the speakers']
      if (manifest.family === 'piper' && parts !== undefined && parts.length > 1) yield [where, 'cannot be mixed']
      if (rule.speakers.indexOf(mix) < k) yield [where, 'is listed twice']
    }
  }
}

/** Reads a manifest. Throws an Error of one line that names the first field that is wrong. */
export function parseManifest(text: string): PackManifest {
  if (text.length > MAX_MANIFEST_BYTES) throw new Error('the manifest is longer than 1 MiB')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new Error('the manifest is not JSON', { cause })
  }
  const { success, data, error } = manifestSchema.safeParse(json)
  if (success) return data
  const [issue] = error.issues
  const where = issue?.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('') ?? ''
  throw new Error(`the manifest is wrong: ${where.replace(/^\./, '') || 'it'}: ${issue?.message.slice(0, 300)}`)
}

export const formatManifest = (manifest: PackManifest): string => `${JSON.stringify(manifest, null, 2)}\n`

/** The JSON Schema of manifests, as published in `packs/schema.json`. */
export const manifestJsonSchema = (): object => z.toJSONSchema(manifestShape, { target: 'draft-2020-12', io: 'input' })

/** Whether a path with `/` or `\` is relative and leads nowhere outside its folder. */
export const isInside = (path: string): boolean =>
  !/^(?:[/\\]|[A-Za-z]:)/.test(path) && !path.includes('\0') && !path.split(/[/\\]/).includes('..')

/** Bytes that the files take, as far as the manifest knows. */
export const packBytes = ({ files }: Pick<PackManifest, 'files'>): number =>
  files.reduce((sum, { bytes, aboutBytes }) => sum + (bytes ?? aboutBytes ?? 0), 0)
