const OK = 0
const BAD_DESCRIPTOR = 8
const NO_ENTRY = 44
const ROOT_DESCRIPTOR = 3
const FIRST_FILE_DESCRIPTOR = 4
const FILE_TYPE = { character: 2, directory: 3, regular: 4 } as const
const OPEN_FLAG = { create: 1, truncate: 8 } as const
const STATUS_BYTES = 24
const CLOCK_NS = 1_000_000_000n

type WasiCall = (...args: number[]) => number

interface OpenFile {
  readonly name: string
  position: number
}

/** Thrown when the program exits. */
export class ProgramExit extends Error {}

/**
 * The thirteen WASI calls that Flite makes: arguments, a constant clock, a root directory of files in memory. Not
 * `node:wasi`, whose instances abort the process on Node 20.
 */
export class WasiShim {
  programArguments: readonly string[] = []
  readonly files = new Map<string, Buffer>()
  readonly #open = new Map<number, OpenFile>()
  #memory: WebAssembly.Memory | undefined

  /** Call once, before the first call into the instance. */
  attach(memory: WebAssembly.Memory): void {
    this.#memory = memory
  }

  get #bytes(): Buffer {
    if (this.#memory === undefined) throw new Error('the shim has no memory yet')
    return Buffer.from(this.#memory.buffer)
  }

  readonly imports: Record<string, (...args: number[]) => unknown> = {
    args_sizes_get: (countAt = 0, bytesAt = 0) => {
      const lengths = this.programArguments.map((argument) => Buffer.byteLength(argument) + 1)
      this.#bytes.writeUInt32LE(lengths.length, countAt)
      this.#bytes.writeUInt32LE(
        lengths.reduce((sum, length) => sum + length, 0),
        bytesAt,
      )
      return OK
    },

    args_get: (pointersAt = 0, textAt = 0) => {
      let at = textAt
      for (const [i, argument] of this.programArguments.entries()) {
        this.#bytes.writeUInt32LE(at, pointersAt + 4 * i)
        at += this.#bytes.write(`${argument}\0`, at)
      }
      return OK
    },

    clock_time_get: (_clock, _precisionLow, resultAt = 0) => {
      this.#bytes.writeBigUInt64LE(CLOCK_NS, resultAt)
      return OK
    },

    fd_prestat_get: (descriptor = 0, statusAt = 0) => {
      if (descriptor !== ROOT_DESCRIPTOR) return BAD_DESCRIPTOR
      this.#bytes.writeUInt32LE(0, statusAt)
      this.#bytes.writeUInt32LE('/'.length, statusAt + 4)
      return OK
    },

    fd_prestat_dir_name: (_descriptor, nameAt = 0) => {
      this.#bytes.write('/', nameAt)
      return OK
    },

    fd_fdstat_get: (descriptor = 0, statusAt = 0) => {
      const isFile = this.#open.has(descriptor)
      if (descriptor > ROOT_DESCRIPTOR && !isFile) return BAD_DESCRIPTOR
      const other = descriptor === ROOT_DESCRIPTOR ? FILE_TYPE.directory : FILE_TYPE.character
      this.#bytes.fill(0xff, statusAt, statusAt + STATUS_BYTES)
      this.#bytes.writeUInt32LE(isFile ? FILE_TYPE.regular : other, statusAt)
      return OK
    },

    fd_fdstat_set_flags: () => OK,

    path_open: (_folder, _lookup, nameAt = 0, nameBytes = 0, flags = 0, ...rest) => {
      const name = this.#bytes.toString('utf8', nameAt, nameAt + nameBytes)
      if (!this.files.has(name) && (flags & OPEN_FLAG.create) === 0) return NO_ENTRY
      if (!this.files.has(name) || (flags & OPEN_FLAG.truncate) !== 0) this.files.set(name, Buffer.alloc(0))
      let descriptor = FIRST_FILE_DESCRIPTOR
      while (this.#open.has(descriptor)) descriptor++
      this.#open.set(descriptor, { name, position: 0 })
      this.#bytes.writeUInt32LE(descriptor, rest.at(-1))
      return OK
    },

    fd_close: (descriptor = 0) => (this.#open.delete(descriptor) ? OK : BAD_DESCRIPTOR),

    fd_seek: ((descriptor: number, offset: bigint, origin: number, resultAt: number) => {
      const file = this.#open.get(descriptor)
      if (file === undefined) return BAD_DESCRIPTOR
      const end = this.files.get(file.name)?.length ?? 0
      file.position = Number(offset) + ([0, file.position, end][origin] ?? 0)
      this.#bytes.writeBigUInt64LE(BigInt(file.position), resultAt)
      return OK
    }) as unknown as WasiCall,

    fd_read: (descriptor = 0, vectorsAt = 0, vectors = 0, resultAt = 0) => {
      const file = this.#open.get(descriptor)
      if (file === undefined) return BAD_DESCRIPTOR
      const content = this.files.get(file.name) ?? Buffer.alloc(0)
      return this.#transfer(vectorsAt, vectors, resultAt, (piece) => {
        const copied = content.copy(piece, 0, file.position)
        file.position += copied
        return copied
      })
    },

    fd_write: (descriptor = 0, vectorsAt = 0, vectors = 0, resultAt = 0) => {
      const file = this.#open.get(descriptor)
      return this.#transfer(vectorsAt, vectors, resultAt, (piece) => {
        if (file !== undefined) this.#write(file, piece)
        return piece.length
      })
    },

    proc_exit: (code) => {
      throw new ProgramExit(`the program ended with ${code}`)
    },
  }

  #transfer(vectorsAt: number, vectors: number, resultAt: number, move: (piece: Buffer) => number): number {
    const bytes = this.#bytes
    let moved = 0
    for (let vector = vectorsAt; vector < vectorsAt + 8 * vectors; vector += 8) {
      const at = bytes.readUInt32LE(vector)
      moved += move(bytes.subarray(at, at + bytes.readUInt32LE(vector + 4)))
    }
    bytes.writeUInt32LE(moved, resultAt)
    return OK
  }

  #write(file: OpenFile, piece: Buffer): void {
    const before = this.files.get(file.name) ?? Buffer.alloc(0)
    const end = file.position + piece.length
    const after = end > before.length ? Buffer.concat([before], end) : before
    piece.copy(after, file.position)
    this.files.set(file.name, after)
    file.position = end
  }
}
