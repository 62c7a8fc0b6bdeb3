import { writeFileSync } from 'node:fs'
import type { ModelHeader, ModelSections } from '../../src/lexicon/g2p/model-file.ts'
import { MODEL_MAGIC, SECTIONS, toMultipleOf4 } from '../../src/lexicon/g2p/model-file.ts'
import type { Matrix } from '../../src/lexicon/g2p/network-shape.ts'

const MAX = 127

/** Quantizes each row to integers from -127 to 127 with its own scale. */
export function quantize(
  parameters: Float32Array,
  matrices: readonly Matrix[],
): { readonly scales: readonly number[]; readonly weights: Int8Array } {
  const weights = new Int8Array(parameters.length)
  const scales: number[] = []
  for (const { start, rows, columns } of matrices) {
    for (let at = start; at < start + rows * columns; at += columns) {
      const row = parameters.subarray(at, at + columns)
      const scale = Math.fround(Math.max(...row.map(Math.abs)) / MAX) || 1
      weights.set(
        row.map((value) => Math.round(value / scale)),
        at,
      )
      scales.push(scale)
    }
  }
  return { scales, weights }
}

export function writeModel(file: string, header: Omit<ModelHeader, 'counts'>, sections: ModelSections): void {
  const names = Object.keys(SECTIONS) as (keyof ModelSections)[]
  const counts = Object.fromEntries(names.map((name) => [name, sections[name].length]))
  const written = JSON.stringify({ ...header, counts })
  const parts = [
    Buffer.from(MODEL_MAGIC),
    Buffer.alloc(4),
    Buffer.from(written.padEnd(toMultipleOf4(written.length))),
    ...names.map((name) => {
      const { buffer, byteOffset, byteLength } = sections[name]
      return Buffer.concat([Buffer.from(buffer, byteOffset, byteLength)], toMultipleOf4(byteLength))
    }),
  ]
  parts[1]!.writeUInt32LE(parts[2]!.length)
  writeFileSync(file, Buffer.concat(parts))
}
