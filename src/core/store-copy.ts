/** The rows of one kind that were copied from one store to another, such as `keys`. */
export interface CopiedRows {
  readonly kind: string
  readonly count: number
}

export interface CopyOptions {
  /** Called with the number of rows that are copied, and of all rows. */
  readonly report: (done: number, all: number) => void
  /** Stops the copy, which then leaves nothing. */
  readonly signal: AbortSignal
}
