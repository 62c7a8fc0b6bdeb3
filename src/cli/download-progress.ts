import type { InstallEvent } from '../packs/install-pack.ts'
import { megabytes } from '../packs/megabytes.ts'
import { clock } from './units.ts'

/** Shows what an installation does, on standard error; disposing removes the bar. */
interface DownloadProgress extends Disposable {
  readonly report: (event: InstallEvent) => void
}

const FORMAT = '{bar} {percentage}%  {done} of {all}, {rate}/s, {left} left'
/** Without a terminal: one line at most so often. */
const LINE_MS = 10_000
/** Time over which the rate is measured. */
const RATE_MS = 5000

/** A bar if standard error is a terminal, else lines. */
export async function showDownload(): Promise<DownloadProgress> {
  const tell = (line: string): void => void process.stderr.write(`${line}\n`)
  const meter = createMeter()
  if (!process.stderr.isTTY) {
    let saidAt = performance.now()
    return {
      report(event) {
        if (event.kind !== 'bytes') return tell(sentenceOf(event))
        const { done, all, rate, left } = meter(event.bytes, event.ofBytes)
        if (performance.now() - saidAt < LINE_MS) return
        saidAt = performance.now()
        tell(`${done} of ${all}, ${rate}/s, ${left} left`)
      },
      [Symbol.dispose]: () => {},
    }
  }
  const { SingleBar } = (await import('cli-progress')).default
  let bar: InstanceType<typeof SingleBar> | undefined
  const stop = (): void => {
    bar?.stop()
    bar = undefined
  }
  return {
    report(event) {
      if (event.kind !== 'bytes') {
        stop()
        return tell(sentenceOf(event))
      }
      const figures = meter(event.bytes, event.ofBytes)
      if (bar === undefined) {
        bar = new SingleBar({ format: FORMAT, barsize: 20, clearOnComplete: true })
        bar.start(event.ofBytes, event.bytes, figures)
      } else bar.update(event.bytes, figures)
    },
    [Symbol.dispose]: stop,
  }
}

function sentenceOf(event: Exclude<InstallEvent, { kind: 'bytes' }>): string {
  if (event.kind === 'trusted') {
    return `${event.path}: no hash is published; this one is recorded: SHA-256 ${event.sha256}`
  }
  const kept = event.keptBytes === 0 ? '' : `, continued after ${megabytes(event.keptBytes)}`
  return `${event.path} from ${event.url}${kept}`
}

/** Rate and time left, from the bytes of the last seconds. */
function createMeter() {
  let seen: { readonly atMs: number; readonly bytes: number }[] = []
  return (bytes: number, ofBytes: number) => {
    const now = performance.now()
    const [last] = seen.slice(-1)
    if (last === undefined || bytes < last.bytes) seen = [{ atMs: now, bytes }]
    else if (now - last.atMs > 200) seen.push({ atMs: now, bytes })
    while (seen.length > 1 && now - (seen[0]?.atMs ?? now) > RATE_MS) seen.shift()
    const first = seen[0] ?? { atMs: now, bytes }
    const rate = now > first.atMs ? ((bytes - first.bytes) * 1000) / (now - first.atMs) : 0
    return {
      done: megabytes(bytes),
      all: megabytes(ofBytes),
      rate: rate === 0 ? '?' : megabytes(rate),
      left: rate === 0 ? '?' : clock((ofBytes - bytes) / rate),
    }
  }
}
