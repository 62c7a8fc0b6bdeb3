/** Returns the same values, but requests the first one at once. Disposing ends the generator, read or not. */
export function prefetched<T>(values: AsyncGenerator<T>): AsyncIterable<T> & AsyncDisposable {
  let first: Promise<IteratorResult<T>> | undefined = values.next()
  first.catch(() => {}) // reported when it is read
  const iterator: AsyncIterator<T> = {
    next: () => {
      const next = first ?? values.next()
      first = undefined
      return next
    },
    return: () => values.return(undefined),
  }
  return {
    [Symbol.asyncIterator]: () => iterator,
    [Symbol.asyncDispose]: async () => void (await values.return(undefined)),
  }
}
