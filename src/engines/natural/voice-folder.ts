import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Style } from './styles.ts'

const FORMAT = 1
export type FileName = 'front.onnx' | 'vocoder.onnx' | 'generator.onnx' | 'styles.bin'

/** What `voice.json` says. */
export interface NaturalManifest {
  readonly format: number
  readonly styles: readonly Style[]
  /** Tokens of the longest phrase that `styles.bin` has rows for, ends not counted. */
  readonly maxTokens: number
  /** Sizes of the files. */
  readonly bytes: Readonly<Record<FileName, number>>
}

export interface NaturalFolder {
  readonly manifest: NaturalManifest
  pathOf(file: FileName): string
}

export function openNaturalFolder(folder: URL): NaturalFolder {
  const manifest: NaturalManifest = JSON.parse(readFileSync(new URL('voice.json', folder), 'utf8'))
  return { manifest, pathOf: (file) => fileURLToPath(new URL(file, folder)) }
}

/** Throws an Error of one line if a file is missing or has another size than the manifest says. `sound`: what makes the sound. */
export function checkNaturalFolder(
  { manifest, pathOf }: NaturalFolder,
  sound: 'vocoder.onnx' | 'generator.onnx',
): void {
  if (manifest.format !== FORMAT) throw new Error(`${pathOf('front.onnx')} is of another format than ${FORMAT}`)
  for (const file of ['front.onnx', sound, 'styles.bin'] as const) {
    const { size } = statSync(pathOf(file))
    if (size !== manifest.bytes[file])
      throw new Error(`${pathOf(file)} has ${size} bytes instead of ${manifest.bytes[file]}`)
  }
}
