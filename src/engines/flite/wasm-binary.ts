const HEADER_BYTES = 8
const SECTION = { custom: 0, export: 7, code: 10 } as const
const FUNCTION_NAMES = 1
const EXPORT_KIND = { function: 0, table: 1 } as const
const OPCODE = { nop: 0x01, call: 0x10, drop: 0x1a, i32Const: 0x41 } as const

interface Section {
  readonly id: number
  readonly content: Buffer
}

export interface LibraryPlan {
  /** Functions to export under the names that the binary's name section gives them. */
  readonly exportedFunctions: readonly string[]
  /** Name under which the function table is exported. */
  readonly tableName: string
  /** A function of two arguments that is called at one place; there it is not called any more and 0 takes its result's place. */
  readonly uncalledFunction: string
}

/**
 * The binary of a program made into that of a library: more of it is exported and what only debuggers read is gone.
 * Undefined where the binary does not have what the plan names.
 */
export function turnIntoLibrary(binary: Buffer, plan: LibraryPlan): Buffer | undefined {
  const sections = [...sectionsOf(binary)]
  const indexByName = functionIndices(sections)
  const uncalled = indexByName.get(plan.uncalledFunction)
  const exported = plan.exportedFunctions.flatMap((name) => indexByName.get(name) ?? [])
  if (uncalled === undefined || exported.length < plan.exportedFunctions.length) return undefined

  const added = [
    ...plan.exportedFunctions.map((name, i) => exportEntry(name, EXPORT_KIND.function, exported[i] ?? 0)),
    exportEntry(plan.tableName, EXPORT_KIND.table, 0),
  ]
  const parts: Buffer[] = [binary.subarray(0, HEADER_BYTES)]
  for (const { id, content } of sections) {
    if (id === SECTION.custom) continue
    let rewritten: Buffer | undefined = content
    if (id === SECTION.export) rewritten = withEntries(content, added)
    if (id === SECTION.code) rewritten = withoutCall(content, uncalled)
    if (rewritten === undefined) return undefined
    parts.push(Buffer.from([id, ...leb128(rewritten.length)]), rewritten)
  }
  return Buffer.concat(parts)
}

function* sectionsOf(binary: Buffer): Generator<Section> {
  const reader = new ByteReader(binary, HEADER_BYTES)
  while (!reader.isAtEnd) {
    const id = reader.byte()
    yield { id, content: reader.bytes(reader.number()) }
  }
}

function functionIndices(sections: readonly Section[]): ReadonlyMap<string, number> {
  const indexByName = new Map<string, number>()
  for (const { id, content } of sections) {
    if (id !== SECTION.custom) continue
    const reader = new ByteReader(content)
    if (reader.text() !== 'name') continue
    while (!reader.isAtEnd) {
      const kind = reader.byte()
      const names = new ByteReader(reader.bytes(reader.number()))
      if (kind !== FUNCTION_NAMES) continue
      for (let left = names.number(); left > 0; left--) {
        const index = names.number()
        indexByName.set(names.text(), index)
      }
    }
  }
  return indexByName
}

function exportEntry(name: string, kind: number, index: number): Buffer {
  return Buffer.from([...leb128(name.length), ...Buffer.from(name), kind, ...leb128(index)])
}

function withEntries(content: Buffer, added: readonly Buffer[]): Buffer {
  const reader = new ByteReader(content)
  const count = reader.number() + added.length
  return Buffer.concat([Buffer.from(leb128(count)), reader.rest(), ...added])
}

function withoutCall(code: Buffer, functionIndex: number): Buffer | undefined {
  // The linker pads the index of a call to five bytes, so the whole instruction is six.
  const call = Buffer.from([OPCODE.call, ...leb128(functionIndex, 5)])
  const at = code.indexOf(call)
  if (at < 0 || code.indexOf(call, at + 1) >= 0) return undefined
  const copy = Buffer.from(code)
  copy.set([OPCODE.drop, OPCODE.drop, OPCODE.i32Const, 0, OPCODE.nop, OPCODE.nop], at)
  return copy
}

function leb128(value: number, leastBytes = 1): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128 || bytes.length + 1 < leastBytes) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return [...bytes, rest]
}

class ByteReader {
  readonly #bytes: Buffer
  #at: number

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes
    this.#at = at
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#at++)
  }

  number(): number {
    let value = 0
    for (let unit = 1; ; unit *= 128) {
      const byte = this.byte()
      value += (byte & 127) * unit
      if (byte < 128) return value
    }
  }

  bytes(length: number): Buffer {
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  text(): string {
    return this.bytes(this.number()).toString('latin1')
  }

  rest(): Buffer {
    return this.#bytes.subarray(this.#at)
  }
}
