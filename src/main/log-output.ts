import { constants, openSync, write, writeSync } from 'node:fs'
import { Socket } from 'node:net'

/** Writes lines without ever blocking: lines that cannot be written soon enough are dropped and counted. */
export interface LogOutput {
  /** `line` includes its line feed. */
  write(line: string): void
  readonly droppedLines: number
}

/** Maximum unwritten lines, in UTF-16 units. */
const MAX_WAITING = 2 ** 20
const RETRY_MS = 100

/** Opens standard error, of any kind. Call once in a process. */
export function openLogOutput(): LogOutput {
  const { stderr } = process
  stderr.on('error', () => {}) // a closed reader or a full disk must not end the process
  // Node's writes to pipes and sockets do not block, those to files and terminals do.
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
    if (this.#stream.writableLength + line.length > MAX_WAITING) this.droppedLines++
    else this.#stream.write(line, this.#onWritten)
  }

  readonly #onWritten = (error?: Error | null): void => {
    if (error) this.droppedLines++
  }
}

/** Writes in Node's thread pool. Failed writes are retried, since disk space may be freed. */
class FileOutput implements LogOutput {
  readonly #fd: number
  #lines: string[] = []
  #waiting = 0
  /** Bytes that are being written or retried. */
  #bytes: Buffer = Buffer.alloc(0)
  #state: 'idle' | 'writing' | 'failed' = 'idle'
  droppedLines = 0

  constructor(fd: number) {
    this.#fd = fd
    process.once('exit', () => this.#writeRest())
  }

  write(line: string): void {
    if (this.#waiting + line.length > MAX_WAITING) {
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

  /** At process exit: one attempt, without the bytes that are being written. */
  #writeRest(): void {
    const lines = this.#takeLines()
    try {
      writeSync(this.#fd, this.#state === 'writing' ? lines : Buffer.concat([this.#bytes, lines]))
    } catch {
      // Errors at exit cannot be reported.
    }
  }
}

/** Reopens the terminal if possible, so that writes to a stopped terminal fail instead of blocking. */
function openTerminal(): number {
  try {
    return openSync('/dev/fd/2', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    return process.stderr.fd
  }
}
