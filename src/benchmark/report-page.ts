import { Html, html } from '../core/html.ts'
import type { BenchmarkReport } from './benchmark-report.ts'
import { type FigureTable, figureTables, TEXT_COLUMNS } from './figures.ts'
import { PAGE_STYLE } from './page-style.ts'
import { callersText } from './plan.ts'
import { spreadPlot } from './report/spread-plot.ts'
import { timeLine } from './report/time-line.ts'

/** The report as one HTML file that loads nothing. */
export function reportPage(report: BenchmarkReport): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Speech endpoints, ${dateOf(report)}</title>
<style>${new Html(PAGE_STYLE)}</style>
</head>
<body>
<h1>Speech endpoints</h1>
<p class="soft">Measured by Hoarfrost ${report.version} on ${dateOf(report)}, in ${Math.round(report.tookS)} s</p>
${!report.isComplete && html`<p class="warning">The run was cancelled. The figures are those of the calls that were made.</p>`}
${circumstances(report)}
${figureTables(report).map((table) => html`<h2>${table.title}</h2>${table.plotted !== undefined && table.plotted.length > 0 && spreadPlot(table.plotted)}${shownTable(table)}`)}
${worstCalls(report)}
${METHOD}
</body>
</html>
`
  return page.text
}

const dateOf = ({ startedAt }: BenchmarkReport): string => startedAt.slice(0, 16).replace('T', ' ').concat(' UTC')

/** A client that is late by more than this adds noticeably to what it measures. */
const LATE_MS = 5

function circumstances({ machine, clientDelayMs, plan, endpoints }: BenchmarkReport): Html {
  const { cpu, cores, memoryGiB, system, node, loadAverage = 0 } = machine
  const calls = endpoints.flatMap((endpoint) => endpoint.calls).length
  const rows = [
    ['Client', `${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}, Node ${node}`],
    ['Load before', `${loadAverage.toFixed(2)} (average of a minute)`],
    ['Client was late', `by ${clientDelayMs.p99.toFixed(1)} ms (p99), ${clientDelayMs.max.toFixed(0)} ms (max)`],
    ['Calls', `${calls}, of ${plan.texts.length} different texts`],
  ]
  return html`<dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
${
  clientDelayMs.p99 > LATE_MS &&
  html`<p class="warning">The machine of the client was busy. Its lateness adds to the times below.</p>`
}
<div class="wide"><table><tr><th>endpoint</th><th class="text">URL</th><th class="text">protocol</th><th class="text">voice</th><th class="text">takes text</th></tr>
${endpoints.map(
  ({ name, url, protocol, voice, takesTokens }) =>
    html`<tr><td>${name}</td><td class="text">${url}</td><td class="text">${protocol}</td><td class="text">${voice ?? 'default'}</td><td class="text">${takesTokens ? 'word by word' : 'whole'}</td></tr>`,
)}</table></div>`
}

function shownTable({ header, rows }: FigureTable): Html {
  const side = header.map((name) => (TEXT_COLUMNS.has(name) ? 'text' : ''))
  return html`<div class="wide"><table><tr>${header.map((name, i) => html`<th class="${side[i]}">${name}</th>`)}</tr>
${rows.map((row) => html`<tr>${row.map((cell, i) => html`<td class="${side[i]}">${cell}</td>`)}</tr>`)}</table></div>`
}

function worstCalls({ endpoints, plan }: BenchmarkReport): Html | undefined {
  const shown = endpoints.filter(({ worst }) => worst !== null)
  if (shown.length === 0) return undefined
  return html`<h2>Worst call of each endpoint</h2>
<p class="soft">The call with the longest silence within its speech, or with the latest first audio if no call has any. The sound has
the silences.</p>
<p class="soft"><span class="key" style="background:var(--fill);margin-left:0"></span>audio that has arrived<span class="key" style="background:var(--mark)"></span>audio that is played<span class="key" style="background:var(--gap)"></span>silence</p>
${shown.map(({ name, worst }) => {
  if (worst === null) return undefined
  const silence = worst.gapMs > 0 ? `${worst.gapMs.toFixed(0)} ms of silence within it` : 'no silence within it'
  return html`<h3>${name}</h3>
<p>With ${callersText(worst.callers)}: first audio after ${worst.firstAudioMs.toFixed(0)} ms, ${silence}.</p>
<blockquote class="soft">${plan.texts[worst.text]}</blockquote>
${timeLine(worst)}
<audio controls preload="metadata" src="data:audio/wav;base64,${worst.audio}"></audio>`
})}`
}

const METHOD = html`<h2>How it was measured</h2>
<p>Each call has a connection of its own, which is open, with TLS, before the text is sent; “connection” is the time for that. First audio
counts from sending the text to the first samples, first sound to the first samples that are louder than silence. The endpoints take
turns in blocks of calls, with the same texts and the same times of arrival.</p>
<p>One caller calls again when the answer before is complete. More callers arrive by chance (a Poisson process, so that on average as
many answers are being listened to), or all at one instant. A gap is a silence of 10 ms or more that a listener hears who plays audio from the moment the first of it
arrives. Intervals are bootstrap intervals of the median with 95 % confidence; of few calls, p99 is close to the maximum.</p>`
