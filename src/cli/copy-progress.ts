type Report = (done: number, all: number) => void

const FORMAT = '{bar} {percentage}%  {value} of {total} rows, {eta_formatted} left'
/** Without a terminal: one line at most so often. */
const LINE_MS = 10_000

/** Shows how many rows are copied, on standard error: a bar if that is a terminal, else lines. */
export async function withCopyProgress<T>(copy: (report: Report) => Promise<T>): Promise<T> {
  if (!process.stderr.isTTY) return copy(lines())
  const { SingleBar } = (await import('cli-progress')).default
  const bar = new SingleBar({ format: FORMAT, barsize: 20, clearOnComplete: true })
  try {
    return await copy((done, all) => {
      if (bar.isActive) bar.update(done)
      else bar.start(all, done)
    })
  } finally {
    bar.stop()
  }
}

function lines(): Report {
  let saidAt = performance.now()
  return (done, all) => {
    if (performance.now() - saidAt < LINE_MS) return
    saidAt = performance.now()
    process.stderr.write(`${done} of ${all} rows\n`)
  }
}
