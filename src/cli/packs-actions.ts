import { basename, dirname } from 'node:path'
import { didYouMean } from '../core/closest-name.ts'
import type { InstalledPack, PackFile, PackManifest, PackRule } from '../core/pack.ts'
import type { Voice } from '../core/voice.ts'
import { bundledManifest, importPack } from '../packs/import-pack.ts'
import { installPack } from '../packs/install-pack.ts'
import {
  orderPacks,
  type PackScan,
  readManifestFile,
  readShippedManifests,
  removePack,
  scanPacks,
  verifyPack,
} from '../packs/installed-packs.ts'
import { formatManifest, packBytes } from '../packs/manifest.ts'
import { megabytes } from '../packs/megabytes.ts'
import { openNetwork } from '../packs/network.ts'
import { bindPacks, canSpeak, type PackVoice, type Prefers, preferenceOf } from '../voices/pack-voices.ts'
import { showDownload } from './download-progress.ts'
import type { PacksParts } from './packs-parts.ts'
import { formatTable } from './table.ts'

/** Prints the packs, and which pack speaks which voices. */
export async function list(isJson: boolean, parts: PacksParts): Promise<void> {
  const shelf = await readShelf(parts)
  process.stdout.write(isJson ? `${JSON.stringify(asJson(shelf), null, 2)}\n` : asText(shelf))
}

/** Prints what a manifest says. */
export async function describe(pack: string, isJson: boolean, parts: PacksParts): Promise<void> {
  const manifest = await findManifest(pack, parts)
  process.stdout.write(isJson ? formatManifest(manifest) : description(manifest, await readShelf(parts)))
}

/** Throws if a pack is unknown or not installed. */
export async function requireInstalled(pack: string, parts: PacksParts): Promise<void> {
  const { packs } = await scanPacks(parts.packsFolder)
  if (packs.some(({ manifest }) => manifest.name === pack)) return
  const { name } = await findManifest(pack, parts)
  throw new Error(`${name} is not installed; install it with: hoarfrost packs install ${name}`)
}

async function findManifest(pack: string, { packsFolder, manifestsFolder }: PacksParts): Promise<PackManifest> {
  if (pack.endsWith('.json')) return readManifestFile(pack)
  const shipped = await readShippedManifests(manifestsFolder)
  const { packs } = await scanPacks(packsFolder)
  const known = [...shipped, ...packs.map(({ manifest }) => manifest)]
  const found = known.find(({ name }) => name === pack)
  if (found !== undefined) return found
  const names = [...new Set(known.map(({ name }) => name))]
  const hint = didYouMean(pack, names)
  throw new Error(`there is no pack ${pack}; packs: ${names.join(', ')}${hint && `.${hint}`}`)
}

/** Downloads and installs a pack. */
export async function install(pack: string, parts: PacksParts): Promise<void> {
  const { packsFolder, places, proxies, isOffline, signal } = parts
  if (isOffline) throw new Error('HF_HUB_OFFLINE is set; unset it, or use: hoarfrost packs import')
  const manifest = await findManifest(pack, parts)
  for (const line of licenceLines(manifest)) process.stderr.write(`${line}\n`)
  const network = openNetwork(proxies)
  try {
    using progress = await showDownload()
    await installPack(manifest, { packsFolder, places, dispatcher: network, report: progress.report, signal })
  } finally {
    await network.destroy() // connections of a failed download would be waited for
  }
  await sayInstalled(manifest, parts)
}

/** Installs a pack from files; without a name, the one whose manifest is among them. */
export async function importFrom(paths: readonly string[], pack: string | undefined, parts: PacksParts): Promise<void> {
  const manifest = pack === undefined ? await manifestIn(paths, parts.signal) : await findManifest(pack, parts)
  for (const line of licenceLines(manifest)) process.stderr.write(`${line}\n`)
  await importPack(manifest, paths, parts)
  await sayInstalled(manifest, parts)
}

async function manifestIn(paths: readonly string[], signal: AbortSignal): Promise<PackManifest> {
  for (const path of paths) {
    const manifest = await bundledManifest(path, signal)
    if (manifest !== undefined) return manifest
  }
  throw new Error(`${paths.join(', ')} has no pack.json; say with --pack which pack it is`)
}

/** Prints how many voices an installed pack speaks. */
export async function sayInstalled({ name, version }: PackManifest, parts: PacksParts): Promise<void> {
  const { scan, bound } = await readShelf(parts)
  const voices = bound.filter(({ pack }) => pack.manifest.name === name).length
  process.stdout.write(`${name} ${version} is installed and speaks ${voices} voices\n`)
  for (const { manifest } of scan.replaced.filter((pack) => pack.manifest.name === name)) {
    process.stderr.write(
      `${name} ${manifest.version} is no longer used; to remove it: hoarfrost packs remove ${name}@${manifest.version}\n`,
    )
  }
}

/** Compares installed files with their hashes. Throws if one differs. */
export async function verify(pack: string | undefined, { packsFolder, signal }: PacksParts): Promise<void> {
  const { packs, replaced, broken } = await scanPacks(packsFolder)
  const chosen = [...packs, ...replaced].filter(({ manifest }) => pack === undefined || manifest.name === pack)
  const damaged = broken.filter(({ folder }) => pack === undefined || isVersionOf(folder, pack))
  if (pack !== undefined && chosen.length + damaged.length === 0) throw new Error(`${pack} is not installed`)
  for (const { folder, message } of damaged) process.stdout.write(`${folder}: ${message}\n`)
  if (chosen.length + damaged.length === 0) process.stdout.write('No pack is installed.\n')
  let problems = damaged.length
  for (const one of chosen) {
    const { name, version, files } = one.manifest
    let wrong = 0
    for await (const { path, problem } of verifyPack(one, signal)) {
      if (problem === undefined) continue
      wrong++
      process.stdout.write(`${name} ${version}: ${path} ${problem}\n`)
    }
    problems += wrong
    if (wrong === 0) process.stdout.write(`${name} ${version}: ${files.length} files are intact\n`)
  }
  if (problems > 0) throw new Error('a pack is damaged; remove it and install it again')
}

/** Removes a pack, or one version of it. */
export async function remove(pack: string, { packsFolder }: PacksParts): Promise<void> {
  const [name = '', version] = pack.split('@')
  const { packs, replaced, broken } = await scanPacks(packsFolder)
  const folders = [...packs, ...replaced]
    .filter(({ manifest }) => manifest.name === name && (version === undefined || manifest.version === version))
    .map(({ folder }) => folder)
  const damaged = broken.map(({ folder }) => folder).filter((folder) => isVersionOf(folder, name, version))
  if (folders.length + damaged.length === 0) throw new Error(`${pack} is not installed`)
  for (const folder of [...folders, ...damaged]) {
    await removePack(packsFolder, folder)
    process.stdout.write(`removed ${folder}\n`)
  }
}

const isVersionOf = (folder: string, name: string, version?: string): boolean =>
  basename(dirname(folder)) === name && (version === undefined || basename(folder) === version)

/** The packs and what they speak. */
interface Shelf {
  readonly shipped: readonly PackManifest[]
  readonly scan: PackScan
  /** In use, in order of preference. */
  readonly ordered: readonly InstalledPack[]
  readonly voices: readonly Voice[]
  readonly order: PacksParts['order']
  readonly prefers: Prefers
  readonly bound: readonly PackVoice[]
}

async function readShelf(parts: PacksParts): Promise<Shelf> {
  const { packsFolder, manifestsFolder, order, enginePreference, readCatalogue } = parts
  const [shipped, scan, { voices }] = await Promise.all([
    readShippedManifests(manifestsFolder),
    scanPacks(packsFolder),
    readCatalogue(),
  ])
  const prefers = preferenceOf(enginePreference)
  const ordered = orderPacks(scan.packs, order).filter((pack) => canSpeak(pack, voices, prefers))
  const bound = [...bindPacks(voices, ordered, prefers).values()]
  return { shipped, scan, ordered, voices, order, prefers, bound }
}

function asText(shelf: Shelf): string {
  const { scan } = shelf
  const rows = rowsOf(shelf).map(({ name, version, family, bytes, licence, state, voices }) => [
    name,
    version,
    family,
    megabytes(bytes),
    licence,
    state,
    String(voices),
  ])
  const table = formatTable(['PACK', 'VERSION', 'FAMILY', 'SIZE', 'LICENCE', 'STATE', 'VOICES'], rows)
  const broken = scan.broken.map(({ folder, message }) => `${folder} cannot be used: ${message}\n`).join('')
  return [table, broken, rulesTable(shelf)].filter((part) => part !== '').join('\n')
}

interface PackRow {
  readonly name: string
  readonly version: string
  readonly family: string
  readonly bytes: number
  readonly licence: string
  readonly state:
    | 'installed'
    | 'replaced'
    | 'not in HOARFROST_PACKS'
    | 'not preferred by HOARFROST_ENGINE_PREFERENCE'
    | 'available'
  /** Voices that it speaks, or, if it is not installed, could speak. */
  readonly voices: number
}

function rowsOf(shelf: Shelf): readonly PackRow[] {
  const { shipped, scan, ordered, bound } = shelf
  const row = (manifest: PackManifest, state: PackRow['state'], count: number): PackRow => ({
    name: manifest.name,
    version: manifest.version,
    family: manifest.family,
    bytes: packBytes(manifest),
    licence: [...new Set(manifest.licences.map(({ spdx }) => spdx))].join(', '),
    state,
    voices: count,
  })
  const installed = [...ordered, ...scan.packs.filter((pack) => !ordered.includes(pack))]
  const available = shipped.filter(({ name }) => !installed.some(({ manifest }) => manifest.name === name))
  return [
    ...installed.map((pack) =>
      row(pack.manifest, stateOf(pack, shelf), bound.filter((one) => one.pack === pack).length),
    ),
    ...scan.replaced.map(({ manifest }) => row(manifest, 'replaced', 0)),
    ...available.map((manifest) => row(manifest, 'available', boundAlone({ folder: '', manifest }, shelf).length)),
  ]
}

function stateOf(pack: InstalledPack, { ordered, order }: Shelf): PackRow['state'] {
  if (ordered.includes(pack)) return 'installed'
  return orderPacks([pack], order).length === 0
    ? 'not in HOARFROST_PACKS'
    : 'not preferred by HOARFROST_ENGINE_PREFERENCE'
}

/** The voices of a pack if there were no others. */
const boundAlone = (
  pack: InstalledPack,
  { voices, prefers }: Pick<Shelf, 'voices' | 'prefers'>,
): readonly PackVoice[] => [...bindPacks(voices, [pack], prefers).values()]

/** For each rule of the packs in use: who speaks its voices. */
function rulesTable(shelf: Shelf): string {
  const rows = shelf.ordered.flatMap((pack) => {
    const own = shelf.bound.filter((one) => one.pack === pack)
    const all = boundAlone(pack, shelf)
    return groupRules(pack.manifest.serves).map((rules) => {
      const count = (voices: readonly PackVoice[]) => voices.filter(({ rule }) => rules.includes(rule)).length
      return [...ruleCells(rules), String(count(own)), String(count(all) - count(own)), pack.manifest.name]
    })
  })
  if (rows.length === 0) return ''
  return formatTable(['LANGUAGE', 'GENDER', 'COUNTRY', 'VOICES', 'TO EARLIER PACKS', 'PACK'], rows)
}

/** Rules that name voices are put together by language and gender: the pack of a server may have hundreds. */
function groupRules(rules: readonly PackRule[]): readonly (readonly PackRule[])[] {
  const groups = new Map<unknown, PackRule[]>()
  for (const rule of rules) {
    const key = rule.names === undefined ? rule : `${rule.language} ${rule.genders}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [rule])
    else group.push(rule)
  }
  return [...groups.values()]
}

const MAX_NAMES = 5

/** Of rules that `groupRules` puts together. */
function ruleCells(rules: readonly PackRule[]): readonly string[] {
  const [{ language, genders, countries }] = rules as readonly [PackRule]
  const names = rules.flatMap((rule) => rule.names ?? [])
  const named = names.length > MAX_NAMES ? `${names.length} names` : names.join(', ')
  return [language, genders?.join(', ') ?? 'any', named || (countries?.join(', ') ?? 'any')]
}

const asJson = (shelf: Shelf): object => ({
  packs: rowsOf(shelf),
  broken: shelf.scan.broken,
  voices: shelf.bound.map(({ pack, speaker, voice }) => ({
    model: voice.model,
    language: voice.language,
    speaker: voice.speaker,
    pack: pack.manifest.name,
    packSpeaker: speaker,
  })),
})

const licenceLines = ({ licences, baseModel }: PackManifest): readonly string[] => [
  ...licences.map(({ of, spdx, holder, statedAt }) => `Licence of the ${of}: ${spdx}, ${holder} (${statedAt})`),
  `Base model: ${baseModel === null ? 'none, trained from scratch' : `${baseModel.name} (${baseModel.licence})`}`,
]

function description(manifest: PackManifest, shelf: Shelf): string {
  const { name, version, summary, family, files, speakers, serves, unverified } = manifest
  const isInstalled = shelf.scan.packs.some((pack) => pack.manifest.name === name && pack.manifest.version === version)
  const bound = boundAlone({ folder: '', manifest }, shelf)
  const lines = [
    `${name} ${version}, family ${family}, ${isInstalled ? 'installed' : 'not installed'}`,
    summary,
    '',
    ...licenceLines(manifest),
    '',
    `Files, ${megabytes(packBytes(manifest))}:`,
    ...files.map((file) => `  ${describeFile(file)}`),
    '',
    `Speakers: ${speakers.map((speaker) => `${speaker.name} (${speaker.accent})`).join(', ')}`,
    '',
    `Voices, ${bound.length}:`,
    ...serves.map((rule) => {
      const count = bound.filter((one) => one.rule === rule).length
      return `  ${ruleCells([rule]).join(', ')}: ${count}. ${rule.why}`
    }),
    '',
    'Not verified by us:',
    ...(unverified.length === 0 ? ['  nothing'] : unverified.map((sentence) => `  ${sentence}`)),
  ]
  return `${lines.join('\n')}\n`
}

function describeFile({ path, bytes, aboutBytes, sha256, isChecked, from }: PackFile): string {
  const size = bytes === null ? `about ${aboutBytes} bytes` : `${bytes} bytes`
  const hash = sha256 === null ? 'no known hash; that of the first download is recorded' : `SHA-256 ${sha256}`
  const [source] = from
  const place =
    source?.kind === 'hub'
      ? `${source.repository}, ${source.file}`
      : source?.kind === 'import'
        ? 'can only be imported'
        : source?.url
  return `${path}: ${size}, ${hash}${isChecked ? '' : ' (not checked by us)'}, ${place}`
}
