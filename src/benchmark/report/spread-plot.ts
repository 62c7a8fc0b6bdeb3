import { type Html, html } from '../../core/html.ts'
import type { PlottedValues } from '../figures.ts'
import { spreadOf } from '../summary.ts'
import { type Scale, scaleTo, WIDTH } from './axis.ts'

const HEIGHT = 20

/** One row each endpoint: a stroke each call, the quartiles as a box, the median, and a line to the 99th percentile. */
export function spreadPlot(rows: readonly PlottedValues[]): Html {
  const scale = scaleTo(rows.reduce((max, { values }) => Math.max(max, ...values), 0))
  return html`<div class="plot">${rows.map((row) => spreadRow(row, scale))}${scale.axis('ms')}</div>`
}

function spreadRow({ name, values }: PlottedValues, { at }: Scale): Html {
  const { lowerQuartile, median, upperQuartile, p99 } = spreadOf(values)
  const label = html`<div class="label"><span>${name}</span><span>${median.toFixed(0)} ms</span></div>`
  const left = at(lowerQuartile)
  const calls = values.map((value) => html`<path class="call" d="M${at(value)} 14V18"/>`)
  return html`${label}<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${name}: median ${median.toFixed(0)} ms">
<path class="whisker" d="M${at(Math.min(...values))} 8H${at(p99)}"/>
<rect class="box" x="${left}" y="3" width="${Math.max(1, at(upperQuartile) - left)}" height="10"/>
<path class="median" d="M${at(median)} 2V14"/>${calls}</svg>`
}
