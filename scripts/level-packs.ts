/**
 * Levels the speakers of a voice pack: `npm run packs:level -- FOLDER [MANIFEST...]` speaks a text with every speaker
 * of the installed pack in FOLDER, and writes their gains to the common loudness into the manifests, which have the
 * same speakers.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { argv } from 'node:process'
import { integratedLufs } from '../src/audio/loudness.ts'
import { ENGINE_OF_FAMILY, MANIFEST_NAME, packBase } from '../src/core/pack.ts'
import { formatManifest, parseManifest } from '../src/packs/manifest.ts'
import { sentencesFor } from './language-sentences.ts'
import { LEVEL } from './level.ts'
import { createListener } from './voice-listener.ts'

const MEASURED_AT_HZ = 24_000
/** Low enough that nothing is clipped. */
const MEASURED_AT_DB = -12
const PLAIN = { formantRatio: 1, pitchMeanHz: 150, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }

async function levelPack(folder: string, manifests: readonly string[]): Promise<void> {
  const { family, speakers } = parseManifest(readFileSync(resolve(folder, MANIFEST_NAME), 'utf8'))
  const listen = await createListener()
  const gains = new Map<string, number>()
  for (const { name, language } of speakers) {
    const base = packBase(resolve(folder), name)
    const voice = { engine: ENGINE_OF_FAMILY[family], base, timbre: PLAIN, gainDb: MEASURED_AT_DB }
    const [samples] = await listen(voice, language, sentencesFor('level', language), [MEASURED_AT_HZ])
    const lufs = integratedLufs(samples, MEASURED_AT_HZ)
    gains.set(name, Number((LEVEL.targetLufs - lufs + MEASURED_AT_DB).toFixed(1)))
    console.log(`${name}\t${gains.get(name)}`)
  }
  for (const path of manifests) {
    const manifest = parseManifest(readFileSync(path, 'utf8'))
    const leveled = manifest.speakers.map((speaker) => ({
      ...speaker,
      gainDb: gains.get(speaker.name) ?? speaker.gainDb,
    }))
    writeFileSync(path, formatManifest({ ...manifest, speakers: leveled }))
  }
}

const [, , folder, ...manifests] = argv
if (folder === undefined) throw new Error('give the folder of an installed pack')
await levelPack(folder, manifests)
process.exit() // engines may keep threads
