/**
 * Runs the task repeatedly, `intervalMs` after it last ended. Continues after failures and reports the first of several
 * in a row. Disposing waits for a running task.
 */
export function repeat(
  task: () => Promise<void>,
  { intervalMs, onError }: { readonly intervalMs: number; readonly onError: (error: unknown) => void },
): AsyncDisposable {
  let isDisposed = false
  let isFailing = false
  let running = Promise.resolve()
  let timer = setTimeout(start, intervalMs)

  function start(): void {
    running = run()
  }

  async function run(): Promise<void> {
    try {
      await task()
      isFailing = false
    } catch (error) {
      if (!isFailing) onError(error)
      isFailing = true
    }
    if (!isDisposed) timer = setTimeout(start, intervalMs)
  }

  return {
    async [Symbol.asyncDispose]() {
      isDisposed = true
      clearTimeout(timer)
      await running
    },
  }
}
