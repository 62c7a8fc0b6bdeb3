import { useMemo } from 'react'
import type UPlot from 'uplot'
import type { Live } from '../api/types.ts'
import { type PlotOptions, usePlot } from './use-plot.ts'

const HEIGHT_PX = 180
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })

/** Figures of one second. */
export interface LiveSample {
  readonly timeS: number
  readonly live: Live
}

interface Line {
  readonly label: string
  /** Custom property of CSS. */
  readonly colour: string
  readonly of: (live: Live) => number
}

interface LiveChart {
  readonly title: string
  readonly lines: readonly Line[]
}

const CHARTS: readonly LiveChart[] = [
  {
    title: 'Streams and threads',
    lines: [
      { label: 'streams', colour: '--accent', of: ({ streams }) => streams },
      { label: 'queue', colour: '--chart-queue', of: ({ queue }) => queue },
      { label: 'busy threads', colour: '--quiet', of: ({ threads }) => threads.filter(({ busy }) => busy).length },
    ],
  },
  {
    title: 'Event-loop delay, p99 in ms',
    lines: [{ label: 'delay', colour: '--accent', of: ({ eventLoopDelayMs }) => eventLoopDelayMs.p99 }],
  },
]

/** The figures since the page was opened. The cards above have the latest of them. */
export function LiveCharts({ samples }: { samples: readonly LiveSample[] }) {
  return (
    <div className="live-charts">
      {CHARTS.map((chart) => (
        <section key={chart.title} className="card" aria-label={chart.title}>
          <h2>{chart.title}</h2>
          <Plot chart={chart} samples={samples} />
        </section>
      ))}
    </div>
  )
}

function Plot({ chart, samples }: { chart: LiveChart; samples: readonly LiveSample[] }) {
  const options = useMemo(() => linesOf(chart), [chart])
  const data = useMemo<UPlot.AlignedData>(
    () => [samples.map(({ timeS }) => timeS), ...chart.lines.map(({ of }) => samples.map(({ live }) => of(live)))],
    [chart, samples],
  )
  const place = usePlot(HEIGHT_PX, options, data)
  return <div ref={place} className="chart" role="img" aria-label={`${chart.title} since this page was opened`} />
}

const linesOf =
  ({ lines }: LiveChart): PlotOptions =>
  (colour, axis) => ({
    scales: { y: { range: (_chart, _least, max) => [0, Math.max(1, max) * 1.1] } },
    axes: [{ ...axis, space: 90, values: (_chart, times) => times.map((timeS) => CLOCK.format(timeS * 1000)) }, axis],
    legend: { live: true },
    series: [
      { label: 'Time', value: (_chart, timeS) => (timeS === null ? '–' : CLOCK.format(timeS * 1000)) },
      ...lines.map(({ label, colour: name }) => ({
        label,
        value: (_chart: UPlot, value: number | null) => (value === null ? '–' : `${value}`),
        stroke: colour(name),
        width: 2,
        points: { show: false },
      })),
    ],
  })
