import { Button, Loader, Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { getJson, request } from '../api/client.ts'
import { useIsAdmin, useKeyNames } from '../api/queries.ts'
import type { Usage, UsageRow } from '../api/types.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Failure } from '../parts/failure.tsx'
import { dayOf, durationOf, numberOf } from '../parts/format.ts'
import { PageHead } from '../parts/page-head.tsx'
import { save } from '../speech/download.ts'

const Chart = lazy(() =>
  import('../parts/usage-chart.tsx').then(({ UsageChart: component }) => ({ default: component })),
)

const DAY_MS = 86_400_000
/** Values of `by` of the API. */
const GROUPS = {
  day: 'By day',
  key: 'By key',
  'day,key': 'By day and key',
  model: 'By model',
  protocol: 'By protocol',
  voice: 'By voice',
} as const
type Group = keyof typeof GROUPS
type Dimension = 'day' | 'key' | 'model' | 'protocol' | 'voice'
const MEASURES = {
  characters: 'Characters',
  requests: 'Requests',
  audioSeconds: 'Seconds of audio',
  errors: 'Errors',
} as const
type Measure = keyof typeof MEASURES

const daysAgo = (agoDays: number): string => new Date(Date.now() - agoDays * DAY_MS).toISOString().slice(0, 10)
const ms = (value: number | undefined): string => (value === undefined ? '–' : `${numberOf(Math.round(value))} ms`)

export function UsagePage() {
  const isAdmin = useIsAdmin()
  const [days, setDays] = useState('30')
  const [group, setGroup] = useState<Group>('day')
  const [measure, setMeasure] = useState<Measure>('characters')
  const range = { from: daysAgo(Number(days) - 1), to: daysAgo(0) }
  const pathBy = (by: Group) => `/v1/usage?${new URLSearchParams({ ...range, by })}`
  const read = async (path: string, signal: AbortSignal) => (await getJson<Usage>(path, signal)).data
  const byDay = useQuery({ queryKey: [pathBy('day')], queryFn: ({ signal }) => read(pathBy('day'), signal) })
  const grouped = useQuery({ queryKey: [pathBy(group)], queryFn: ({ signal }) => read(pathBy(group), signal) })
  const exporting = useMutation({
    mutationFn: async () =>
      save(
        await (await request(pathBy(group), { headers: { accept: 'text/csv' } })).blob(),
        `usage-by-${group.replace(',', '-')}-${range.from}-${range.to}.csv`,
      ),
  })
  const nameOfKey = useKeyNames()
  const dimensions = group.split(',') as Dimension[]
  const nameOf = (row: UsageRow, dimension: Dimension): string => {
    const value = row[dimension]
    if (!value) return dimension === 'key' ? 'no key' : '–'
    if (dimension === 'day') return dayOf(value)
    return dimension === 'key' ? nameOfKey(value) : value
  }
  const columns: readonly Column<UsageRow>[] = [
    ...dimensions.map((dimension) => ({
      title: dimension.charAt(0).toUpperCase() + dimension.slice(1),
      cell: (row: UsageRow) => <strong className="free">{nameOf(row, dimension)}</strong>,
    })),
    { title: 'Characters', cell: ({ characters }) => numberOf(characters), isNumber: true },
    { title: 'Requests', cell: ({ requests }) => numberOf(requests), isNumber: true },
    { title: 'Audio', cell: ({ audioSeconds }) => durationOf(audioSeconds), isNumber: true },
    { title: 'Errors', cell: ({ errors }) => numberOf(errors), isNumber: true },
    { title: 'First audio, median', cell: ({ firstAudioMs }) => ms(firstAudioMs?.p50), isNumber: true },
    { title: 'First audio, 95th percentile', cell: ({ firstAudioMs }) => ms(firstAudioMs?.p95), isNumber: true },
    { title: 'First audio, 99th percentile', cell: ({ firstAudioMs }) => ms(firstAudioMs?.p99), isNumber: true },
  ]
  return (
    <>
      <PageHead
        title="Usage"
        purpose={isAdmin ? 'Usage of all keys, by day in UTC.' : 'Usage of your key, by day in UTC.'}
        api="usage"
      >
        <Select
          aria-label="Period"
          data={[
            { value: '1', label: 'Today' },
            { value: '7', label: '7 days' },
            { value: '30', label: '30 days' },
            { value: '90', label: '90 days' },
            { value: '365', label: 'A year' },
          ]}
          value={days}
          onChange={(value) => setDays(value ?? '30')}
          allowDeselect={false}
        />
      </PageHead>
      <div className="stack">
        <Failure error={byDay.error ?? grouped.error ?? exporting.error} />
        {byDay.data && (
          <div className="totals">
            {(Object.keys(MEASURES) as Measure[]).map((name) => (
              <button
                key={name}
                type="button"
                className="card total"
                aria-pressed={measure === name}
                onClick={() => setMeasure(name)}
              >
                <span className="quiet">{MEASURES[name]}</span>
                <span className="number">
                  {numberOf(Math.round(byDay.data.reduce((sum, row) => sum + row[name], 0)))}
                </span>
              </button>
            ))}
          </div>
        )}
        {byDay.data && (
          <section className="card" aria-label={`${MEASURES[measure]} by day`}>
            <Suspense fallback={<Loader aria-label="Loading" />}>
              <Chart title={MEASURES[measure]} days={daysOf(range.from, range.to, byDay.data, measure)} />
            </Suspense>
          </section>
        )}
        <section className="card stack" aria-label="Table">
          <div className="row spread">
            <Select
              aria-label="Group by"
              data={Object.entries(GROUPS).map(([value, label]) => ({ value, label }))}
              value={group}
              onChange={(value) => setGroup(value as Group)}
              allowDeselect={false}
            />
            <Button variant="default" loading={exporting.isPending} onClick={() => exporting.mutate()}>
              Export CSV
            </Button>
          </div>
          {grouped.data && (
            <DataTable
              label="Usage"
              columns={columns}
              rows={grouped.data}
              keyOf={(row) => dimensions.map((dimension) => row[dimension]).join()}
              empty="No usage in this period."
            />
          )}
        </section>
      </div>
    </>
  )
}

/** A value for every day, 0 where nothing was spoken. Times are in seconds since 1970. */
function daysOf(from: string, to: string, rows: readonly UsageRow[], measure: Measure) {
  const valueByDay = new Map(rows.map((row) => [row.day, row[measure]]))
  const days: { timeS: number; value: number }[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    days.push({ timeS: at / 1000, value: valueByDay.get(new Date(at).toISOString().slice(0, 10)) ?? 0 })
  }
  return days
}
