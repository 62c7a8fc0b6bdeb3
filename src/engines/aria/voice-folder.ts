import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { VoiceManifest } from './voice-files.ts'

/** A shipped voice: its manifest and the paths of its networks. */
export interface VoiceFolder {
  readonly manifest: VoiceManifest
  readonly acoustic: string
  readonly voicing: string
  readonly vocoder: string
}

/** Opens a folder without checking it: `checkVoiceFiles` does that once for all threads. */
export function openVoiceFolder(folder: URL): VoiceFolder {
  const manifest: VoiceManifest = JSON.parse(readFileSync(new URL('voice.json', folder), 'utf8'))
  const pathOf = ({ file }: { readonly file: string }): string => fileURLToPath(new URL(file, folder))
  return {
    manifest,
    acoustic: pathOf(manifest.acoustic),
    voicing: pathOf(manifest.voicing),
    vocoder: pathOf(manifest.vocoder),
  }
}
