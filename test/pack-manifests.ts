import type { PackFile, PackManifest } from '../src/core/pack.ts'
import { sha256Of } from './file-server.ts'
import { styleGraph } from './onnx-graphs.ts'
import { styleFile } from './pack-fixture.ts'

/** The files of a pack that speaks: a graph of Kokoro's shape, and two styles, one half as loud as the other. */
export const SPEAKING_FILES: Readonly<Record<string, Buffer>> = {
  'model.onnx': styleGraph(),
  'voices/one.bin': styleFile(0.4),
  'voices/other.bin': styleFile(0.2),
}

/** A manifest of Kokoro's family that serves all English voices, with the sizes and hashes of the files. */
export function manifestOf(
  files: Readonly<Record<string, Buffer>> = SPEAKING_FILES,
  changes: Partial<PackManifest> = {},
): PackManifest {
  return {
    name: 'test-pack',
    version: '1.0',
    summary: 'A pack for tests',
    family: 'kokoro',
    licences: [{ of: 'weights', spdx: 'CC0-1.0', holder: 'nobody', statedAt: 'this file' }],
    baseModel: null,
    files: Object.entries(files).map(([path, content]) => fileOf(path, content)),
    parts: { model: 'model.onnx', voices: 'voices/' },
    speakers: [
      { name: 'one', language: 'eng', accent: 'eng-US', gender: 'Female', gainDb: 0 },
      { name: 'other', language: 'eng', accent: 'eng-GB', gender: 'Male', gainDb: 0 },
    ],
    serves: [{ language: 'eng', speakers: ['one', 'other'], why: 'They are all there is' }],
    unverified: [],
    ...changes,
  }
}

export const fileOf = (path: string, content: Buffer): PackFile => ({
  path,
  bytes: content.length,
  sha256: sha256Of(content),
  isChecked: true,
  from: [{ kind: 'hub', repository: 'someone/test-pack', revision: 'main', file: path }],
})
