import type { Language } from './language.ts'

/** Families of packs, in the order of preference: `remote` is a server that speaks, the others are models. */
export const PACK_FAMILIES = ['remote', 'kokoro', 'piper', 'kitten'] as const
export type PackFamily = (typeof PACK_FAMILIES)[number]

/** The engine that speaks a family. */
export const ENGINE_OF_FAMILY = {
  kokoro: 'pack',
  piper: 'pack',
  kitten: 'pack',
  remote: 'remote',
} as const satisfies Record<PackFamily, string>

/**
 * The manifest of a voice pack. An installed pack is a folder `DATA_DIR/packs/NAME/VERSION` with the manifest as
 * `pack.json` and the files at their paths; it appears there complete, by one rename, and never changes afterwards.
 * The base voice of an `EngineVoice` is `FOLDER#SPEAKER`: the absolute path of that folder and a `SpeakerMix`.
 */
export interface PackManifest {
  /** Lower-case letters, digits, `-` and `.`; the name of a folder. */
  readonly name: string
  /** As the name; the name of a folder. */
  readonly version: string
  /** One line for `packs list`. */
  readonly summary: string
  readonly family: PackFamily
  /** Every licence that holds for the files, such as those of the weights and of their conversion. */
  readonly licences: readonly PackLicence[]
  /** The model from which this one was trained on; null if it was trained from scratch. */
  readonly baseModel: PackBaseModel | null
  readonly files: readonly PackFile[]
  /**
   * What the files are to the engine: paths of `files`, or a folder of some of them with a final `/`.
   * kokoro: `model` (.onnx), `voices` (.npz, or a folder of `SPEAKER.bin`).
   * kitten: `model` (.onnx), `voices` (.npz), `config` (.json).
   * piper: `model` (.onnx), `config` (.onnx.json).
   * remote: `settings` (.json).
   */
  readonly parts: Readonly<Record<string, string>>
  readonly speakers: readonly PackSpeaker[]
  /** Which voices of the catalogue it speaks. The first rule that fits a voice decides. */
  readonly serves: readonly PackRule[]
  /** What we could not try or check ourselves, one sentence each. */
  readonly unverified: readonly string[]
}

export interface PackLicence {
  /** What it covers, such as `weights`. */
  readonly of: string
  /** SPDX identifier. */
  readonly spdx: string
  readonly holder: string
  /** Page or file that states it. */
  readonly statedAt: string
}

export interface PackBaseModel {
  readonly name: string
  /** SPDX identifier, or a few words where there is none. */
  readonly licence: string
}

export interface PackFile {
  /** Relative, with `/`, inside the folder of the pack. */
  readonly path: string
  /** Exact size; null if it is not known. */
  readonly bytes: number | null
  /** Rounded size where the exact one is not known. */
  readonly aboutBytes?: number | undefined
  /** In hexadecimal; null if it is not known: then installing records the one of the first download. */
  readonly sha256: string | null
  /** Whether we had the file ourselves, so that size and hash are measured and not quoted. */
  readonly isChecked: boolean
  /** Where it can be had; the first that can be downloaded is. */
  readonly from: readonly PackSource[]
}

export type PackSource =
  | { readonly kind: 'url'; readonly url: string }
  /** A file of a repository of the Hugging Face hub. */
  | { readonly kind: 'hub'; readonly repository: string; readonly revision: string; readonly file: string }
  /** A member of an archive (.tar.gz, .tgz, .tar.bz2, .tar, .zip, .whl) that is downloaded. */
  | { readonly kind: 'archive'; readonly url: string; readonly member: string }
  /** Can only be imported: members of archives that the user has, joined in this order. `how` tells where to get them. */
  | { readonly kind: 'import'; readonly members: readonly string[]; readonly how: string }

export interface PackSpeaker {
  /** The engine's name for it: a style of Kokoro or Kitten, a name of Piper's `speaker_id_map`, or `default`. */
  readonly name: string
  readonly language: Language
  /** Language and region, such as `eng-GB` or `spa-ES`. */
  readonly accent: string
  readonly gender: 'Female' | 'Male'
  /** Gain in dB that gives it the loudness of all other voices. */
  readonly gainDb: number
}

/** Voices of the catalogue and the speakers among which they are divided. Absent conditions fit every voice. */
export interface PackRule {
  readonly language: Language
  /** As the catalogue writes them: `Female`, `Male`, `Non-binary`. */
  readonly genders?: readonly string[] | undefined
  /** ISO 3166-1 alpha-2 codes. */
  readonly countries?: readonly string[] | undefined
  /** Names of voices. */
  readonly names?: readonly string[] | undefined
  /** `speakers` and mixtures of them. Families with styles (kokoro, kitten) also mix those that stand alone, in pairs. */
  readonly speakers: readonly SpeakerMix[]
  /** Why these voices: one sentence for `packs info`. */
  readonly why: string
}

/** One speaker (`af_heart`), or a mixture whose weights add up to 1 (`af_heart*0.7+af_bella*0.3`). */
export type SpeakerMix = string

/** Name of the manifest in the folder of an installed pack. */
export const MANIFEST_NAME = 'pack.json'

/** Name of the file with the settings in a pack of the family `remote`. */
export const REMOTE_SETTINGS_NAME = 'remote.json'

/** How to reach a server with OpenAI's speech API. */
export interface RemoteSettings {
  /** Base URL, such as `http://gpu:8880/v1`. */
  readonly url: string
  readonly model: string
  /** Environment variable with the server's API key; null if it needs none. The key itself is not stored. */
  readonly keyVariable: string | null
  /** Rate of the server's PCM in Hz. */
  readonly sampleRateHz: number
}

/** The base voice of an `EngineVoice`: a speaker of an installed pack. */
export const packBase = (folder: string, speaker: SpeakerMix): string => `${folder}#${speaker}`

/** The inverse of `packBase`: speakers contain no `#`. */
export function packOfBase(base: string): { readonly folder: string; readonly speaker: SpeakerMix } {
  const at = base.lastIndexOf('#')
  return { folder: base.slice(0, at), speaker: base.slice(at + 1) }
}

/** A complete pack on this machine. */
export interface InstalledPack {
  /** Absolute path. */
  readonly folder: string
  /** With the size and hash of every file. */
  readonly manifest: PackManifest
  /** Differs after the pack was installed anew in the same folder. Absent for a manifest that is not installed. */
  readonly installation?: string | undefined
}

/** The speakers of a mixture with their weights, which add up to 1; undefined if it is not written as one. */
export function readMix(mix: SpeakerMix): readonly { readonly name: string; readonly weight: number }[] | undefined {
  const parts = mix.split('+').map((part) => PART_OF_MIX.exec(part))
  if (parts.some((part) => part === null)) return undefined
  const weighted = parts.map((part) => ({ name: part?.[1] ?? '', weight: Number(part?.[2] ?? 1) }))
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0)
  return Math.abs(total - 1) < 1e-6 ? weighted : undefined
}

const PART_OF_MIX = /^([\w-]{1,60})(?:\*(0\.\d{1,3}|1))?$/
