import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Bytes of the file from `start` to before `end`. */
interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface GraphNode extends ByteRange {
  readonly op: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
}

/** An input or output of the graph. */
interface GraphValue extends ByteRange {
  readonly name: string
}

/** Nodes, inputs and outputs of an ONNX file, with their places in it. Weights are not read. */
export interface OnnxFile {
  readonly path: string
  readonly bytes: number
  /** The field of the model that holds the graph: its tag and length, then its content up to `end`. */
  readonly graph: ByteRange & { readonly contentStart: number }
  readonly nodes: readonly GraphNode[]
  readonly inputs: readonly GraphValue[]
  readonly outputs: readonly GraphValue[]
}

// Field numbers of onnx.proto.
const MODEL_GRAPH = 7
const GRAPH = { node: 1, input: 11, output: 12 } as const
const NODE = { input: 1, output: 2, opType: 4 } as const
const VALUE_NAME = 1
const BYTES = 2

/** A node has its weights, if any, behind its names: more than this of it is not looked at. */
const MAX_NODE_BYTES = 1 << 16
/** Bounds the memory and time that a file takes, some of it on the main thread: models of 3,000 nodes need a third of it. */
const MAX_STRUCTURE_BYTES = 1 << 22
/** What a field takes besides its name. */
const FIELD_BYTES = 16
const WINDOW_BYTES = 1 << 16
/** After the weights of a large tensor another one may follow, of which only the tag and length are needed. */
const SMALL_WINDOW_BYTES = 1 << 12

/** Reads the structure of an ONNX file. Throws an Error of one line if the file is not one or was cut off. */
export function readOnnxFile(path: string): OnnxFile {
  const file = openSync(path, 'r')
  try {
    return readModel(new FileWindow(file), path)
  } finally {
    closeSync(file)
  }
}

function readModel(file: FileWindow, path: string): OnnxFile {
  for (const { number, start, contentStart, end } of file.fields(0, file.bytes)) {
    if (number !== MODEL_GRAPH) continue
    const nodes: GraphNode[] = []
    const values: Record<'input' | 'output', GraphValue[]> = { input: [], output: [] }
    for (const field of file.fields(contentStart, end)) {
      if (field.number === GRAPH.node) nodes.push(readNode(file, field))
      else if (field.number === GRAPH.input) values.input.push(readValue(file, field))
      else if (field.number === GRAPH.output) values.output.push(readValue(file, field))
    }
    const graph = { start, contentStart, end }
    return { path, bytes: file.bytes, graph, nodes, inputs: values.input, outputs: values.output }
  }
  throw new Error('it holds no ONNX graph')
}

function readNode(file: FileWindow, { start, contentStart, end }: Field): GraphNode {
  const inputs: string[] = []
  const outputs: string[] = []
  let op = ''
  for (const field of file.fields(contentStart, end)) {
    if (field.contentStart - contentStart > MAX_NODE_BYTES) break
    if (field.number === NODE.input) inputs.push(file.text(field))
    else if (field.number === NODE.output) outputs.push(file.text(field))
    else if (field.number === NODE.opType) op = file.text(field)
  }
  return { op, inputs, outputs, start, end }
}

function readValue(file: FileWindow, { start, contentStart, end }: Field): GraphValue {
  for (const field of file.fields(contentStart, end)) {
    if (field.number === VALUE_NAME) return { name: file.text(field), start, end }
  }
  throw new Error('an input or output of its graph has no name')
}

/** A field of a protocol buffer: `start` is its tag, `contentStart` what follows tag and length. */
interface Field extends ByteRange {
  readonly number: number
  readonly contentStart: number
}

const MAX_NAME_BYTES = 4096

class FileWindow {
  readonly bytes: number
  readonly #file: number
  readonly #window = Buffer.allocUnsafe(WINDOW_BYTES)
  #start = 0
  #length = 0
  #structureBytes = 0

  constructor(file: number) {
    this.#file = file
    this.bytes = fstatSync(file).size
  }

  /** The fields between two places. Throws for what cannot be a protocol buffer. */
  *fields(from: number, to: number): Generator<Field> {
    for (let at = from; at < to; ) {
      const tag = this.#varint(at)
      const number = Math.floor(tag.value / 8)
      const wireType = tag.value % 8
      let contentStart = tag.end
      let end: number
      if (wireType === 0) end = this.#varint(tag.end).end
      else if (wireType === 1) end = tag.end + 8
      else if (wireType === 5) end = tag.end + 4
      else if (wireType === BYTES) {
        const length = this.#varint(tag.end)
        contentStart = length.end
        end = contentStart + length.value
      } else throw new Error('it is not an ONNX file')
      if (number === 0) throw new Error('it is not an ONNX file')
      if (end > to) throw new Error('it is not an ONNX file, or was cut off')
      this.#count(FIELD_BYTES)
      yield { number, start: at, contentStart, end }
      at = end
    }
  }

  text({ contentStart, end }: Field): string {
    const length = end - contentStart
    if (length > MAX_NAME_BYTES) throw new Error('a name in its graph is too long')
    this.#count(length)
    this.#load(contentStart, length)
    const at = contentStart - this.#start
    return this.#window.toString('utf8', at, at + length)
  }

  #count(bytes: number): void {
    this.#structureBytes += bytes
    if (this.#structureBytes > MAX_STRUCTURE_BYTES) throw new Error('its graph has too many nodes or names')
  }

  copy({ start, end }: ByteRange): Uint8Array {
    if (end - start > MAX_NODE_BYTES) throw new Error('a node of its graph is too large')
    const copied = Buffer.alloc(end - start)
    if (readSync(this.#file, copied, 0, copied.length, start) < copied.length) throw new Error('it was cut off')
    return copied
  }

  #varint(at: number): { value: number; end: number } {
    let value = 0
    for (let i = 0; i < 10; i++) {
      const byte = this.#byte(at + i)
      // Bits beyond 2^53 occur in negative numbers only, whose value is not used.
      value += (byte & 0x7f) * 2 ** (7 * i)
      if (byte < 0x80) return { value, end: at + i + 1 }
    }
    throw new Error('it is not an ONNX file')
  }

  #byte(at: number): number {
    if (at < this.#start || at >= this.#start + this.#length) this.#load(at, 1)
    return this.#window[at - this.#start] as number
  }

  #load(at: number, length: number): void {
    if (at >= this.#start && at + length <= this.#start + this.#length) return
    const isAfterSkip = at - (this.#start + this.#length) > WINDOW_BYTES
    this.#start = at
    this.#length = readSync(this.#file, this.#window, 0, isAfterSkip ? SMALL_WINDOW_BYTES : WINDOW_BYTES, at)
    if (this.#length < length) throw new Error('it is not an ONNX file, or was cut off')
  }
}

/** Changes of a graph: what each node or value becomes, and what is added at the end. */
export interface GraphEdits {
  readonly replaced: ReadonlyMap<ByteRange, readonly Uint8Array[]>
  readonly appended: readonly Uint8Array[]
}

/** The file with its graph changed. The weights are copied once, from the file to the result. */
export function editOnnxFile({ path, bytes, graph }: OnnxFile, { replaced, appended }: GraphEdits): Uint8Array {
  const changes = [...replaced].toSorted(([one], [other]) => one.start - other.start)
  const removed = changes.reduce((sum, [{ start, end }]) => sum + end - start, 0)
  const added = [...changes.flatMap(([, parts]) => parts), ...appended].reduce((sum, part) => sum + part.length, 0)
  const header = Buffer.concat([
    varint(MODEL_GRAPH * 8 + BYTES),
    varint(graph.end - graph.contentStart - removed + added),
  ])
  const total = bytes - (graph.contentStart - graph.start) + header.length - removed + added
  const result = Buffer.allocUnsafeSlow(total)
  const file = openSync(path, 'r')
  let filled = 0
  const put = (part: Uint8Array): void => {
    result.set(part, filled)
    filled += part.length
  }
  const copy = (from: number, to: number): void => {
    for (let at = from; at < to; ) {
      const read = readSync(file, result, filled, to - at, at)
      if (read === 0) throw new Error('it was changed while it was read')
      at += read
      filled += read
    }
  }
  try {
    copy(0, graph.start)
    put(header)
    let at = graph.contentStart
    for (const [{ start, end }, parts] of changes) {
      copy(at, start)
      for (const part of parts) put(part)
      at = end
    }
    copy(at, graph.end)
    for (const part of appended) put(part)
    copy(graph.end, bytes)
    return result
  } finally {
    closeSync(file)
  }
}

/** A node of the file as a field of a graph, with other names of its inputs and outputs. */
export function renameInNode(
  { path }: OnnxFile,
  { start, end }: GraphNode,
  newNames: ReadonlyMap<string, string>,
): Uint8Array {
  const file = openSync(path, 'r')
  try {
    const window = new FileWindow(file)
    const [node] = window.fields(start, end)
    if (node === undefined) throw new Error('it is not an ONNX file')
    const parts = [...window.fields(node.contentStart, end)].map((part): Uint8Array => {
      const isName = part.number === NODE.input || part.number === NODE.output
      const newName = isName ? newNames.get(window.text(part)) : undefined
      return newName === undefined ? window.copy(part) : field(part.number, Buffer.from(newName))
    })
    return field(GRAPH.node, ...parts)
  } finally {
    closeSync(file)
  }
}

/** A new node as a field of a graph. It has no attributes. */
export const encodeNode = (op: string, inputs: readonly string[], outputs: readonly string[]): Uint8Array =>
  field(
    GRAPH.node,
    ...inputs.map((name) => field(NODE.input, Buffer.from(name))),
    ...outputs.map((name) => field(NODE.output, Buffer.from(name))),
    field(NODE.opType, Buffer.from(op)),
  )

const ELEMENT_TYPE = { float32: 1, int64: 7 } as const

/** An input or output as a field of a graph; a dimension is a size or a name. */
export function encodeValue(
  kind: 'input' | 'output',
  name: string,
  type: keyof typeof ELEMENT_TYPE,
  dims: readonly (number | string)[] | null,
): Uint8Array {
  const shape = dims?.map((dim) => field(1, typeof dim === 'number' ? number(1, dim) : field(2, Buffer.from(dim))))
  const tensor = field(1, number(1, ELEMENT_TYPE[type]), ...(shape ? [field(2, ...shape)] : []))
  return field(GRAPH[kind], field(VALUE_NAME, Buffer.from(name)), field(2, tensor))
}

const field = (fieldNumber: number, ...parts: readonly Uint8Array[]): Uint8Array => {
  const content = Buffer.concat(parts)
  return Buffer.concat([varint(fieldNumber * 8 + BYTES), varint(content.length), content])
}

const number = (fieldNumber: number, value: number): Uint8Array =>
  Buffer.concat([varint(fieldNumber * 8), varint(value)])

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}
