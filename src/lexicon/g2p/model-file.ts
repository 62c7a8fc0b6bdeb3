import { readFileSync } from 'node:fs'
import { Network } from './network.ts'
import type { NetworkShape } from './network-shape.ts'
import { planNetwork } from './network-shape.ts'
import type { NgramTable } from './ngram-model.ts'
import { NgramModel } from './ngram-model.ts'
import { createUnitInventory } from './unit-inventory.ts'
import type { DecoderWeights } from './word-decoder.ts'
import { BEAM_WIDTH, WordDecoder } from './word-decoder.ts'

/**
 * The file of the model, all numbers little-endian:
 *
 *     8 bytes   MODEL_MAGIC, which ends in the version of the format
 *     4 bytes   the length of the header
 *     header    JSON as in ModelHeader, filled up with spaces so that what follows begins at a multiple of 4
 *     sections  one after another in the order of SECTIONS, each filled up to a multiple of 4
 *
 * `weights` are all matrices of a network in the order of `planNetwork`, row by row, each as a whole number from -127 to
 * 127 that counts in units of its row's entry in `scales`. Several networks follow each other in both sections.
 */
export interface ModelHeader {
  readonly decoder: DecoderWeights
  readonly networks: readonly NetworkShape[]
  /** Numbers, not bytes, in each section. */
  readonly counts: Readonly<Record<keyof ModelSections, number>>
}

export const MODEL_MAGIC = 'HOARG2P1'
export const SECTIONS = {
  firstOfLetter: Uint16Array,
  phonemes: Uint8Array,
  nodeUnits: Uint16Array,
  nodeBackoffs: Uint8Array,
  nodeChildren: Uint16Array,
  nodeEntries: Uint16Array,
  entryUnits: Uint16Array,
  entryCosts: Uint8Array,
  scales: Float32Array,
  weights: Int8Array,
} as const satisfies Record<keyof ModelSections, unknown>

export interface ModelSections extends NgramTable {
  readonly firstOfLetter: Uint16Array
  readonly phonemes: Uint8Array
  readonly scales: Float32Array
  readonly weights: Int8Array
}

/** Longer words are cut. */
export const MAX_LETTERS = 32

export const toMultipleOf4 = (bytes: number): number => Math.ceil(bytes / 4) * 4

/** Throws if the file is not there or not of this version of the format. */
export function loadDecoder(file: URL): WordDecoder {
  const { header, sections } = readModel(file)
  const inventory = createUnitInventory(sections.firstOfLetter, sections.phonemes)
  let weight = 0
  let row = 0
  const networks = header.networks.map((shape) => {
    const { all, size } = planNetwork(shape, inventory)
    const parameters = new Float32Array(size)
    for (const { start, rows, columns } of all) {
      for (let i = start; i < start + rows * columns; i += columns) {
        const scale = sections.scales[row++]!
        for (let j = 0; j < columns; j++) parameters[i + j] = scale * sections.weights[weight++]!
      }
    }
    return new Network(shape, inventory, parameters, MAX_LETTERS, BEAM_WIDTH)
  })
  return new WordDecoder({ inventory, ngrams: new NgramModel(sections), networks }, header.decoder)
}

function readModel(file: URL): { readonly header: ModelHeader; readonly sections: ModelSections } {
  const { buffer } = new Uint8Array(readFileSync(file))
  const magic = new TextDecoder().decode(new Uint8Array(buffer, 0, MODEL_MAGIC.length))
  if (magic !== MODEL_MAGIC) throw new Error('the G2P model is of another format; build it again')
  const headerStart = MODEL_MAGIC.length + 4
  const headerLength = new DataView(buffer).getUint32(MODEL_MAGIC.length, true)
  const header: ModelHeader = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, headerStart, headerLength)))
  let start = headerStart + headerLength
  const sections = Object.entries(SECTIONS).map(([name, numbers]) => {
    const section = new numbers(buffer, start, header.counts[name as keyof ModelSections])
    start += toMultipleOf4(section.byteLength)
    return [name, section]
  })
  return { header, sections: Object.fromEntries(sections) as ModelSections }
}
