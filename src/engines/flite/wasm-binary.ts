const HEADER_BYTES = 8
const SECTION = { custom: 0, import: 2, function: 3, global: 6, export: 7, code: 10, data: 11 } as const
const ACTIVE = 0
const FUNCTION_NAMES = 1
const EXPORT_KIND = { function: 0, table: 1, global: 3 } as const
const I32_GLOBAL_OF_0 = Buffer.from([0x7f, 1, 0x41, 0, 0x0b])
const OPCODE = { nop: 0x01, call: 0x10, drop: 0x1a, i32Const: 0x41 } as const

interface Section {
  readonly id: number
  readonly content: Buffer
}

/** A range of a file that initializes a module's memory. */
export interface DataSegment {
  readonly position: number
  readonly length: number
  readonly address: number
}

/** A module's binary without its data segments and debug sections. */
export interface SplitBinary {
  readonly code: Buffer
  readonly segments: readonly DataSegment[]
}

// Maximum bytes of a section's or data segment's header: 32-bit numbers take at most five bytes.
const MAX_HEAD_LENGTH = 16

/**
 * Splits a binary. `read` returns up to `length` bytes of the file. Undefined if data segments have no fixed addresses.
 */
export function splitBinary(read: (position: number, length: number) => Buffer): SplitBinary | undefined {
  const parts = [read(0, HEADER_BYTES)]
  let segments: DataSegment[] | undefined = []
  for (let position = HEADER_BYTES; ; ) {
    const head = new ByteReader(read(position, MAX_HEAD_LENGTH))
    if (head.isAtEnd) return segments && { code: Buffer.concat(parts), segments }
    const id = head.byte()
    const length = head.number()
    const end = position + head.position + length
    if (id === SECTION.data) segments = segmentsFrom(position + head.position, read)
    else if (id !== SECTION.custom || isNameSection(head)) parts.push(read(position, end - position))
    position = end
  }
}

const isNameSection = (head: ByteReader): boolean => head.number() === 4 && head.bytes(4).toString('latin1') === 'name'

function segmentsFrom(start: number, read: (position: number, length: number) => Buffer): DataSegment[] | undefined {
  const count = new ByteReader(read(start, MAX_HEAD_LENGTH))
  let left = count.number()
  const segments: DataSegment[] = []
  for (let position = start + count.position; left > 0; left--) {
    const head = new ByteReader(read(position, MAX_HEAD_LENGTH))
    if (head.byte() !== ACTIVE || head.byte() !== OPCODE.i32Const) return undefined
    const address = head.number()
    head.byte() // the end of the address
    const length = head.number()
    segments.push({ position: position + head.position, length, address })
    position += head.position + length
  }
  return segments
}

export interface LibraryPlan {
  /** Functions to export under their names in the name section. */
  readonly exportedFunctions: readonly string[]
  /** Name of the exported function table. */
  readonly tableName: string
  /** A function of two arguments with one call, which is replaced by the constant 0. */
  readonly uncalledFunction: string
  readonly front: FrontFunction
}

/** A function that replaces another one; callers call the new one. */
export interface FrontFunction {
  /** Name of the replaced function, whose type it has. */
  readonly behind: string
  readonly calls: readonly string[]
  /** Name of its exported global, an i32 that is initially 0. */
  readonly globalName: string
  /** Its local variables and instructions, given the indices of the other functions and the global. */
  bodyOf(behind: number, calls: readonly number[], global: number): number[]
}

/**
 * Turns a program's binary into a library: exports more functions and drops debug sections. Undefined if the binary
 * lacks something in the plan.
 */
export function turnIntoLibrary(binary: Buffer, plan: LibraryPlan): Buffer | undefined {
  const sections = [...sectionsOf(binary)]
  const indexByName = functionIndices(sections)
  const { exportedFunctions, tableName, uncalledFunction, front } = plan
  const names = [uncalledFunction, front.behind, ...front.calls, ...exportedFunctions]
  const indices = names.flatMap((name) => indexByName.get(name) ?? [])
  if (indices.length < names.length) return undefined
  const [uncalled = 0, behind = 0, ...others] = indices
  const called = others.splice(0, front.calls.length)

  // Imported functions have the first indices; nothing else is imported.
  const firstDefined = countIn(sections, SECTION.import)
  const moved = firstDefined + countIn(sections, SECTION.function)
  const global = countIn(sections, SECTION.global)
  const body = Buffer.from(front.bodyOf(moved, called, global))
  const exported = [
    ...exportedFunctions.map((name, i) => exportEntry(name, EXPORT_KIND.function, others[i] ?? 0)),
    exportEntry(tableName, EXPORT_KIND.table, 0),
    exportEntry(front.globalName, EXPORT_KIND.global, global),
  ]
  const parts: Buffer[] = [binary.subarray(0, HEADER_BYTES)]
  for (const { id, content } of sections) {
    if (id === SECTION.custom) continue
    let rewritten: Buffer | undefined = content
    if (id === SECTION.function) rewritten = withTypeRepeated(content, behind - firstDefined)
    if (id === SECTION.global) rewritten = withEntries(content, [I32_GLOBAL_OF_0])
    if (id === SECTION.export) rewritten = withEntries(content, exported)
    if (id === SECTION.code) rewritten = withoutCall(content, uncalled)
    if (rewritten === undefined) return undefined
    if (id === SECTION.code) rewritten = withBodyMovedToEnd(rewritten, behind - firstDefined, body)
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

function countIn(sections: readonly Section[], wantedId: number): number {
  const section = sections.find(({ id }) => id === wantedId)
  return section === undefined ? 0 : new ByteReader(section.content).number()
}

/** Adds a function with the type of the one at `position`. */
function withTypeRepeated(content: Buffer, position: number): Buffer {
  const reader = new ByteReader(content)
  const types = Array.from({ length: reader.number() }, () => reader.number())
  return withEntries(content, [Buffer.from(leb128(types[position] ?? 0))])
}

/** Adds a function with the body of the one at `position`, which gets the new body. */
function withBodyMovedToEnd(code: Buffer, position: number, body: Buffer): Buffer {
  const reader = new ByteReader(code)
  const bodies = Array.from({ length: reader.number() }, () => reader.bytes(reader.number()))
  const all = [...bodies.with(position, body), bodies[position] ?? body]
  return Buffer.concat([
    Buffer.from(leb128(all.length)),
    ...all.flatMap((each) => [Buffer.from(leb128(each.length)), each]),
  ])
}

function withoutCall(code: Buffer, functionIndex: number): Buffer | undefined {
  // The linker pads call indices to five bytes, so an instruction has six.
  const call = Buffer.from([OPCODE.call, ...leb128(functionIndex, 5)])
  const at = code.indexOf(call)
  if (at < 0 || code.indexOf(call, at + 1) >= 0) return undefined
  const copy = Buffer.from(code)
  copy.set([OPCODE.drop, OPCODE.drop, OPCODE.i32Const, 0, OPCODE.nop, OPCODE.nop], at)
  return copy
}

/** Unsigned LEB128: seven bits per byte, least significant first. */
export function leb128(value: number, minBytes = 1): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128 || bytes.length + 1 < minBytes) {
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

  get position(): number {
    return this.#at
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
