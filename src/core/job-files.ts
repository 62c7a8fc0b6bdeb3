/** Names of what is kept only until a job ends begin with it. */
export const TEMPORARY = 'part-'

/** Files of jobs, by the id of the job and a name such as `result.mp3`. A file is there whole or not at all. */
export interface JobFiles {
  /**
   * Writes what `fill` writes to a file, which replaces one of its name. Throws what `fill` throws, or `store.full`; the
   * file is as it was then.
   */
  write(jobId: string, name: string, fill: (file: FileWriter) => Promise<void>): Promise<void>
  /** Bytes of a file; undefined if there is none. */
  size(jobId: string, name: string): Promise<number | undefined>
  /** The bytes from `start` to `end`, which is not included; all by default. Throws `resource.unknown` if there is no such file. */
  read(jobId: string, name: string, range?: { readonly start: number; readonly end: number }): AsyncIterable<Uint8Array>
  /** Removes the files of a job whose names begin with a prefix; all by default. */
  remove(jobId: string, prefix?: string): Promise<void>
  /** Bytes that may be written; infinite if that is unknown. */
  freeBytes(): Promise<number>
}

export interface FileWriter {
  /** Appends bytes, which may be changed when it has resolved. */
  write(bytes: Uint8Array): Promise<void>
  /** Replaces the first bytes of those that were written, at most 64 KiB of them. */
  replaceStart(bytes: Uint8Array): Promise<void>
}
