import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { getJson } from '../api/client.ts'
import { useIsSignedIn } from '../api/queries.ts'
import type { Live } from '../api/types.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Failure } from '../parts/failure.tsx'
import { bytesOf, countOf, durationOf, numberOf } from '../parts/format.ts'
import type { LiveSample } from '../parts/live-charts.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { wordsOfRefusal } from '../parts/refusal-words.ts'

const Charts = lazy(() =>
  import('../parts/live-charts.tsx').then(({ LiveCharts: component }) => ({ default: component })),
)

const POLL_MS = 1000
/** Seconds that the charts show. */
const CHARTED = 300

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })

const REFUSALS: readonly Column<Live['refusals'][number]>[] = [
  { title: 'Time', cell: ({ at }) => TIME.format(new Date(at)) },
  { title: 'Status', cell: ({ status }) => status, isNumber: true },
  { title: 'Protocol', cell: ({ protocol }) => protocol },
  { title: 'Route', cell: ({ route }) => <span className="mono">{route}</span> },
  { title: 'Reason', cell: (refusal) => <span className="free">{wordsOfRefusal(refusal)}</span> },
]

export function LivePage() {
  const live = useQuery({
    queryKey: ['/v1/live'],
    queryFn: ({ signal }) => getJson<Live>('/v1/live', signal),
    enabled: useIsSignedIn(),
    refetchInterval: POLL_MS,
    staleTime: 0,
  })
  const { data, dataUpdatedAt } = live
  const [samples, setSamples] = useState<readonly LiveSample[]>([])
  useEffect(() => {
    if (data) setSamples((before) => [...before, { timeS: dataUpdatedAt / 1000, live: data }].slice(-CHARTED))
  }, [data, dataUpdatedAt])
  return (
    <>
      <PageHead title="Live" purpose="Current activity of the server, updated every second." api="live" />
      <div className="stack">
        <Failure error={live.error} />
        {data && (
          <>
            <div className="totals">
              <Figure title="Streams">{numberOf(data.streams)}</Figure>
              <Figure title="Sockets">{numberOf(data.sockets)}</Figure>
              <Figure title="Queue">{numberOf(data.queue)}</Figure>
              <Figure title="Busy threads">
                {data.threads.filter(({ busy }) => busy).length} / {data.threads.length}
              </Figure>
              <Figure title="Encoders">{numberOf(data.encoders)}</Figure>
              <Figure title="Memory">{bytesOf(data.memoryBytes)}</Figure>
              <Figure title="Event-loop delay">
                {data.eventLoopDelayMs.p50.toFixed(1)} ms{' '}
                <small className="quiet">p99 {data.eventLoopDelayMs.p99.toFixed(1)} ms</small>
              </Figure>
              <Figure title="Cache">
                {bytesOf(data.cache.bytes)} <small className="quiet">{hitRate(data.cache)} hits</small>
              </Figure>
              <Figure title="Uptime">{durationOf(data.uptimeSeconds)}</Figure>
            </div>
            <Suspense fallback={<Loader aria-label="Loading" />}>
              <Charts samples={samples} />
            </Suspense>
            <section className="card stack" aria-label="Engines">
              <h2>Engines</h2>
              <ul className="plain">
                {data.engines.map(({ name, voices, streams }) => (
                  <li key={name}>{`${name}: ${countOf(voices, 'voice')}, ${countOf(streams, 'stream')}`}</li>
                ))}
              </ul>
              {data.missing.length > 0 && <h2>Missing</h2>}
              <ul className="plain">
                {data.missing.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            </section>
            <section className="card stack" aria-label="Refusals">
              <h2>Refused requests</h2>
              <DataTable
                label="Refused requests"
                columns={REFUSALS}
                rows={data.refusals}
                keyOf={(row) => `${row.at} ${row.route} ${row.status} ${data.refusals.indexOf(row)}`}
                empty="No requests have been refused since the server started."
              />
            </section>
          </>
        )}
      </div>
    </>
  )
}

function Figure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="card total">
      <span className="quiet">{title}</span>
      <span className="number">{children}</span>
    </div>
  )
}

const hitRate = ({ hits, misses }: Live['cache']): string =>
  `${Math.round((100 * hits) / Math.max(1, hits + misses))} %`
