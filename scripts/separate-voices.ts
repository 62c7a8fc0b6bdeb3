/**
 * Moves voices that are heard nearer than CLOSEST_ALLOWED to another of their model and language, or of their name, with any of
 * their engines. Each gets the one of some random places at which it is heard farthest from its nearest neighbour. Writes
 * moved-voices.json, which `npm run voices:assign` reads, and fails if voices are left that are too near. Earlier moves are kept:
 * empty the file to begin anew.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Language } from '../src/core/language.ts'
import type { EngineVoice } from '../src/core/voice.ts'
import { type CatalogueRow, parseCatalogueRows } from '../src/voices/catalogue-file.ts'
import {
  farthestFirst,
  MOVES_FILE,
  type Move,
  type Moves,
  otherPlaces,
  type Placed,
  placeVoices,
  rowKey,
} from './assign-timbres.ts'
import { CLOSEST_ALLOWED, heardDistance, type VoiceSound } from './voice-distances.ts'
import { createEar, type Ear } from './voice-ear.ts'

const CATALOGUE_FILE = new URL('../voices/catalogue.tsv', import.meta.url)
const ROUNDS = 4
/** Places of a voice that are heard: those that are computed to be farthest from its neighbours. */
const HEARD_PLACES = 100

/** One for each engine of the voice, in their order. */
type Sounds = readonly VoiceSound[]

async function separateVoices(): Promise<void> {
  const rows = parseCatalogueRows(readFileSync(CATALOGUE_FILE, 'utf8'))
  const moves: Record<string, Move> = { ...(JSON.parse(readFileSync(MOVES_FILE, 'utf8')) as Moves) }
  const placed = placeVoices(rows, moves)
  const placeOf = (row: CatalogueRow): Placed => placed.get(row) as Placed
  using ear = createEar()
  const heard = new Map<CatalogueRow, Sounds>()
  for (const row of rows) heard.set(row, await hear(placeOf(row), ear))
  const soundsOf = (row: CatalogueRow): Sounds => heard.get(row) as Sounds
  const distanceOf = (row: CatalogueRow): number =>
    distanceToNearest(soundsOf(row), neighboursOf(row, rows).map(soundsOf))
  const tooNear = (): readonly CatalogueRow[] => rows.filter((row) => distanceOf(row) < CLOSEST_ALLOWED)

  for (let round = 0; round < ROUNDS; round++) {
    for (const row of tooNear()) {
      let max = distanceOf(row)
      // Its neighbour may have moved in the meantime.
      if (max >= CLOSEST_ALLOWED) continue
      const neighbours = neighboursOf(row, rows)
      for (const place of farthestFirst(otherPlaces(row), neighbours.map(placeOf)).slice(0, HEARD_PLACES)) {
        const sounds = await hear(place, ear)
        const distance = distanceToNearest(sounds, neighbours.map(soundsOf))
        if (distance <= max) continue
        max = distance
        placed.set(row, place)
        heard.set(row, sounds)
        moves[rowKey(row)] = { ariaBase: place.ariaBase, base: place.voice.base, timbre: place.voice.timbre }
      }
      console.log(`${rowKey(row)}: ${max.toFixed(2)}`)
    }
  }
  writeFileSync(MOVES_FILE, `${JSON.stringify(moves, null, 2)}\n`)
  const left = tooNear()
  for (const row of left) console.error(`${rowKey(row)} is only ${distanceOf(row).toFixed(2)} from another voice`)
  console.log(`${Object.keys(moves).length} of ${rows.length} voices moved, ${left.length} too near`)
  process.exitCode = left.length === 0 ? 0 : 1
}

async function hear({ row, voice, ariaBase }: Placed, ear: Ear): Promise<Sounds> {
  const voices: readonly EngineVoice[] =
    ariaBase === undefined ? [voice] : [voice, { ...voice, engine: 'aria', base: ariaBase }]
  const sounds: VoiceSound[] = []
  for (const one of voices) sounds.push(await ear.hear(one, row.language as Language))
  return sounds
}

const neighboursOf = (row: CatalogueRow, rows: readonly CatalogueRow[]): readonly CatalogueRow[] =>
  rows.filter(
    (other) =>
      other !== row && other.language === row.language && (other.model === row.model || other.speaker === row.speaker),
  )

/** With the engine with which they are nearest. */
const distanceToNearest = (sounds: Sounds, others: readonly Sounds[]): number =>
  Math.min(
    ...others.flatMap((other) =>
      sounds.map((sound, engine) => heardDistance(sound, (other[engine] ?? other[0]) as VoiceSound)),
    ),
  )

await separateVoices()
