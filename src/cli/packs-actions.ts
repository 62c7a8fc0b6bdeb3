import { existsSync } from 'node:fs'
import { join } from 'node:path'
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
import { openNetwork } from '../packs/network.ts'
import { bindPacks, type PackVoice } from '../voices/pack-voices.ts'
import { megabytes, showDownload } from './download-progress.ts'
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

async function findManifest(pack: string, { packsFolder, manifestsFolder }: PacksParts): Promise<PackManifest> {
  if (pack.endsWith('.json')) return readManifestFile(pack)
  const shipped = await readShippedManifests(manifestsFolder)
  const { packs } = await scanPacks(packsFolder)
  const known = [...shipped, ...packs.map(({ manifest }) => manifest)]
  const found = known.find(({ name }) => name === pack)
  if (found !== undefined) return found
  const names = [...new Set(known.map(({ name }) => name))]
  throw new Error(`there is no pack ${pack}; packs: ${names.join(', ')}`)
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
  if (pack !== undefined && chosen.length === 0 && broken.length === 0) throw new Error(`${pack} is not installed`)
  let problems = 0
  for (const { folder, message } of broken) {
    if (pack !== undefined && !folder.includes(`/${pack}/`)) continue
    problems++
    process.stdout.write(`${folder}: ${message}\n`)
  }
  for (const one of chosen) {
    const { name, version, files } = one.manifest
    let wrong = 0
    for await (const { path, problem } of verifyPack(one, signal)) {
      if (problem === undefined) continue
      wrong++
      process.stdout.write(`${name} ${version}: ${path} ${problem}\n`)
    }
    problems += wrong
    if (wrong === 0) process.stdout.write(`${name} ${version}: ${files.length} files are right\n`)
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
  const damaged = broken.map(({ folder }) => folder).filter((folder) => isVersionOf(folder, packsFolder, name, version))
  if (folders.length + damaged.length === 0) throw new Error(`${pack} is not installed`)
  for (const folder of [...folders, ...damaged]) {
    await removePack(packsFolder, folder)
    process.stdout.write(`removed ${folder}\n`)
  }
}

const isVersionOf = (folder: string, packsFolder: string, name: string, version: string | undefined): boolean =>
  existsSync(join(packsFolder, name)) &&
  folder.split(/[/\\]/).at(-2) === name &&
  (version === undefined || folder.split(/[/\\]/).at(-1) === version)

/** The packs and what they speak. */
interface Shelf {
  readonly shipped: readonly PackManifest[]
  readonly scan: PackScan
  /** In use, in order of preference. */
  readonly ordered: readonly InstalledPack[]
  readonly voices: readonly Voice[]
  readonly bound: readonly PackVoice[]
}

async function readShelf({ packsFolder, manifestsFolder, order, readCatalogue }: PacksParts): Promise<Shelf> {
  const [shipped, scan, { voices }] = await Promise.all([
    readShippedManifests(manifestsFolder),
    scanPacks(packsFolder),
    readCatalogue(),
  ])
  const ordered = orderPacks(scan.packs, order)
  return { shipped, scan, ordered, voices, bound: [...bindPacks(voices, ordered).values()] }
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
  readonly state: 'installed' | 'replaced' | 'not in HOARFROST_PACKS' | 'available'
  /** Voices that it speaks, or, if it is not installed, could speak. */
  readonly voices: number
}

function rowsOf({ shipped, scan, ordered, voices, bound }: Shelf): readonly PackRow[] {
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
      row(
        pack.manifest,
        ordered.includes(pack) ? 'installed' : 'not in HOARFROST_PACKS',
        bound.filter((one) => one.pack === pack).length,
      ),
    ),
    ...scan.replaced.map(({ manifest }) => row(manifest, 'replaced', 0)),
    ...available.map((manifest) => row(manifest, 'available', bindPacks(voices, [{ folder: '', manifest }]).size)),
  ]
}

/** For each rule of the packs in use: who speaks its voices. */
function rulesTable({ ordered, voices, bound }: Shelf): string {
  const rows = ordered.flatMap((pack) =>
    pack.manifest.serves.map((rule) => {
      const own = bound.filter((one) => one.pack === pack && one.rule === rule).length
      const all = [...bindPacks(voices, [pack]).values()].filter((one) => one.rule === rule).length
      return [...ruleCells(rule), String(own), String(all - own), pack.manifest.name]
    }),
  )
  if (rows.length === 0) return ''
  return formatTable(['LANGUAGE', 'GENDER', 'COUNTRY', 'VOICES', 'TO EARLIER PACKS', 'PACK'], rows)
}

const ruleCells = ({ language, genders, countries, names }: PackRule): readonly string[] => [
  language,
  genders?.join(', ') ?? 'any',
  names === undefined ? (countries?.join(', ') ?? 'any') : names.join(', '),
]

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

function description(manifest: PackManifest, { voices, scan }: Shelf): string {
  const { name, version, summary, family, files, speakers, serves, unverified } = manifest
  const isInstalled = scan.packs.some((pack) => pack.manifest.name === name && pack.manifest.version === version)
  const bound = [...bindPacks(voices, [{ folder: '', manifest }]).values()]
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
      return `  ${ruleCells(rule).join(', ')}: ${count}. ${rule.why}`
    }),
    '',
    'Not verified by us:',
    ...(unverified.length === 0 ? ['  nothing'] : unverified.map((sentence) => `  ${sentence}`)),
  ]
  return `${lines.join('\n')}\n`
}

function describeFile({ path, bytes, aboutBytes, sha256, isChecked, from }: PackFile): string {
  const size = bytes === null ? `about ${aboutBytes} bytes` : `${bytes} bytes`
  const hash = sha256 === null ? 'no hash known, the first download decides' : `SHA-256 ${sha256}`
  const [source] = from
  const place =
    source?.kind === 'hub'
      ? `${source.repository}, ${source.file}`
      : source?.kind === 'import'
        ? 'can only be imported'
        : source?.url
  return `${path}: ${size}, ${hash}${isChecked ? '' : ' (not checked by us)'}, ${place}`
}
