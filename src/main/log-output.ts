import { constants, openSync, write, writeSync } from 'node:fs'
import { Socket } from 'node:net'

/** Takes lines and never waits: what cannot be written soon enough is dropped and counted. */
export interface LogOutput {
  /** With its line feed. */
  write(line: string): void
  readonly droppedLines: number
}

/** Lines that wait to be written, in UTF-16 units. */
const MOST_WAITING = 2 ** 20
const RETRY_MS = 100

/** Standard error, whatever it is. To be opened once in a process. */
export function openLogOutput(): LogOutput {
  const { stderr } = process
  stderr.on('error', () => {}) // a reader that has left, or a full disk, is no reason to end
  // Node writes to pipes and sockets without waiting, but waits for files and terminals.
  if (stderr instanceof Socket && !stderr.isTTY) return new StreamOutput(stderr)
  return new FileOutput(stderr.isTTY ? openTerminal() : stderr.fd)
}

class StreamOutput implements LogOutput {
  readonly #stream: Socket
  droppedLines = 0

  constructor(stream: Socket) {
    this.#stream = stream
  }

  write(line: string): void {
    if (this.#stream.writableLength + line.length > MOST_WAITING) this.droppedLines++
    else this.#stream.write(line, this.#onWritten)
  }

  readonly #onWritten = (error?: Error | null): void => {
    if (error) this.droppedLines++
  }
}

/** Writes in a thread of Node's. What fails to be written is tried again, since disks get room again. */
class FileOutput implements LogOutput {
  readonly #fd: number
  #lines: string[] = []
  #waiting = 0
  /** What is being written, or is to be tried again. */
  #bytes: Buffer = Buffer.alloc(0)
  #state: 'idle' | 'writing' | 'failed' = 'idle'
  droppedLines = 0

  constructor(fd: number) {
    this.#fd = fd
    process.once('exit', () => this.#writeRest())
  }

  write(line: string): void {
    if (this.#waiting + line.length > MOST_WAITING) {
      this.droppedLines++
      return
    }
    this.#lines.push(line)
    this.#waiting += line.length
    if (this.#state === 'idle') this.#writeNext()
  }

  #writeNext(): void {
    this.#state = 'writing'
    if (this.#bytes.length === 0) this.#bytes = this.#takeLines()
    write(this.#fd, this.#bytes, (error, written) => {
      if (error) {
        this.#state = 'failed'
        setTimeout(() => this.#writeNext(), RETRY_MS).unref()
        return
      }
      this.#state = 'idle'
      this.#bytes = this.#bytes.subarray(written)
      if (this.#bytes.length > 0 || this.#lines.length > 0) this.#writeNext()
    })
  }

  #takeLines(): Buffer {
    const bytes = Buffer.from(this.#lines.join(''))
    this.#lines = []
    this.#waiting = 0
    return bytes
  }

  /** For a process that ends: one attempt, and none for what is being written. */
  #writeRest(): void {
    const lines = this.#takeLines()
    try {
      writeSync(this.#fd, this.#state === 'writing' ? lines : Buffer.concat([this.#bytes, lines]))
    } catch {
      // There is nobody left to tell.
    }
  }
}

/** The terminal once more, where it can be had, such that writing to one that was stopped fails instead of waiting. */
function openTerminal(): number {
  try {
    return openSync('/dev/fd/2', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    return process.stderr.fd
  }
}
