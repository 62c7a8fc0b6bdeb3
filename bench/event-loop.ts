import type { Column, Row } from './report.ts'

/** Delay of the server's event loop in milliseconds, as quantiles of the samples of an interval. */
export interface EventLoopDelay {
  readonly p50: number
  readonly p99: number
  readonly p999: number
  readonly max: number
}

/** A server whose event loop delay can be read; each read covers the time since the last one. */
export interface EventLoop {
  readonly eventLoopDelay: () => Promise<EventLoopDelay>
}

export const LOOP_COLUMNS: readonly Column[] = [
  { key: 'loopP999Ms', heading: 'event loop late ms: p99.9', digits: 1 },
  { key: 'loopMaxMs', heading: 'max', digits: 1 },
]

/**
 * Starts an interval; the returned function ends it and returns the LOOP_COLUMNS of a row. Empty if there is no server.
 */
export async function watchEventLoop(subject: Partial<EventLoop>): Promise<() => Promise<Row>> {
  if (subject.eventLoopDelay === undefined) return async () => ({})
  const { eventLoopDelay } = subject
  await eventLoopDelay()
  return async () => {
    const { p999, max } = await eventLoopDelay()
    return { loopP999Ms: p999, loopMaxMs: max }
  }
}

const METRIC = 'hoarfrost_event_loop_delay_seconds'

/** Reads the server's metrics, which starts a new interval. */
export async function readEventLoopDelay(url: string): Promise<EventLoopDelay> {
  const metrics = await (await fetch(url)).text()
  const quantile = (name: string): number =>
    1000 * Number(new RegExp(`^${METRIC}\\{quantile="${name}"\\} (\\S+)$`, 'm').exec(metrics)?.[1])
  return { p50: quantile('0.5'), p99: quantile('0.99'), p999: quantile('0.999'), max: quantile('1') }
}
