import { useMemo } from 'react'
import UPlot from 'uplot'
import { numberOf } from './format.ts'
import { type PlotOptions, usePlot } from './use-plot.ts'

const HEIGHT_PX = 240
const DAY_S = 86_400
/** Distances of the ticks: whole days. */
const TICKS_S = [1, 2, 7, 14, 28, 56, 91, 182].map((days) => days * DAY_S)
const TICK = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

interface ChartProps {
  readonly title: string
  readonly days: readonly { readonly timeS: number; readonly value: number }[]
}

/** Bars by day. The table below has the same numbers. */
export function UsageChart({ title, days }: ChartProps) {
  const options = useMemo(() => barsOf(title), [title])
  const data = useMemo<UPlot.AlignedData>(
    () => [days.map(({ timeS }) => timeS), days.map(({ value }) => value)],
    [days],
  )
  const place = usePlot(HEIGHT_PX, options, data)
  return <div ref={place} className="chart" role="img" aria-label={`${title} by day, as in the table`} />
}

const barsOf =
  (title: string): PlotOptions =>
  (colour, axis) => ({
    tzDate: (timeS) => UPlot.tzDate(new Date(timeS * 1000), 'UTC'),
    scales: {
      // The first and last bars are whole.
      x: { range: (_chart, first, last) => [first - DAY_S / 2, last + DAY_S / 2] },
      y: { range: (_chart, _least, max) => [0, Math.max(1, max) * 1.1] },
    },
    axes: [
      { ...axis, incrs: TICKS_S, values: (_chart, days) => days.map((timeS) => TICK.format(timeS * 1000)) },
      { ...axis, size: 70 },
    ],
    legend: { live: true },
    series: [
      { label: 'Day', value: (_chart, timeS) => (timeS === null ? '–' : DATE.format(timeS * 1000)) },
      {
        label: title,
        value: (_chart, value) => (value === null ? '–' : numberOf(Math.round(value))),
        fill: colour('--accent'),
        // A stroke would draw a dash for days without anything.
        width: 0,
        ...(UPlot.paths.bars && { paths: UPlot.paths.bars({ size: [0.7, 40] }) }),
        points: { show: false },
      },
    ],
  })
