import { PAGE_STYLE } from '../benchmark/page-style.ts'
import { sentenceOf } from '../core/errors.ts'
import { Html, html } from '../core/html.ts'
import { type ComparedLine, isChanged, worstFirst } from './compare-lines.ts'
import type { DiffReport } from './diff-report.ts'
import { changedText, FIGURES, figuresOf, summaryOf } from './diff-table.ts'
import type { SpokenLine } from './spoken-line.ts'
import type { DiffPart } from './word-diff.ts'

const STYLE = `
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: 0 1.5rem; max-width: 60rem; }
.compared { border-top: 1px solid var(--line); margin-top: 1.5rem; }
.changed { color: var(--gap); }
dl { margin: .25rem 0 .75rem; font-variant-numeric: tabular-nums; }
del { color: var(--gap); }
ins { color: var(--mark); text-decoration-thickness: .15em; text-underline-offset: .15em; }
td.prompt { white-space: normal; min-width: 14rem; }
`

/** The lines that changed with both sounds, the worst first, as one HTML file that loads nothing; in pieces, since it may be large. */
export async function* diffPage(report: DiffReport): AsyncGenerator<string> {
  const { first, second, version, startedAt, lines, stopped, limits } = report
  const changed = worstFirst(lines)
  const others = lines.filter((line) => !isChanged(line))
  const head = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Changed speech, ${dateOf(startedAt)}</title>
<style>${new Html(PAGE_STYLE + STYLE)}</style>
</head>
<body>
<h1>Changed speech</h1>
<p class="soft">Compared by Hoarfrost ${version} on ${dateOf(startedAt)}</p>
<p>${summaryOf(report)}</p>
${stopped !== null && html`<p class="warning">Not all lines were compared: ${stopped}.</p>`}
<dl><dt>First</dt><dd>${first}</dd><dt>Second</dt><dd>${second}</dd>
<dt>Counts as changed</dt><dd>${limits.isExact ? 'any other sample' : `a word shifted by more than ${limits.timeMs} ms, a duration by ${limits.durationPercent} %, a loudness by ${limits.loudnessLu} LU, a spectrum by ${limits.distanceDb} dB`}</dd></dl>
`
  yield head.text
  for (const line of changed) yield (await changedLine(line)).text
  yield html`${others.length > 0 && unchangedLines(others)}
</body>
</html>
`.text
}

const dateOf = (startedAt: string): string => startedAt.slice(0, 16).replace('T', ' ').concat(' UTC')

async function changedLine(line: ComparedLine): Promise<Html> {
  const first = 'before' in line && (await sound('First', line.before))
  const second = 'after' in line && (await sound('Second', line.after))
  return html`<section class="compared"><h3>${line.text}</h3>
<p class="changed">${changedText(line)}</p>
${'differences' in line && figures(line)}
<div class="sides">${first}${second}</div></section>
`
}

function figures({ differences }: Extract<ComparedLine, { differences: object }>): Html {
  const { reading, words } = differences
  const rows = FIGURES.map((name, i) => [name, figuresOf(differences)[i] ?? ''] as const).filter(
    ([, value]) => value !== '',
  )
  const hasOtherWords = words?.some(({ kind }) => kind !== 'same') === true
  return html`<dl>${reading !== null && html`<dt>reading</dt><dd>${markedWords(reading)}</dd>`}${
    hasOtherWords && html`<dt>spoken words</dt><dd>${markedWords(words ?? [])}</dd>`
  }${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}

const markedWords = (parts: readonly DiffPart[]): readonly Html[] =>
  parts.map(({ kind, words }) => {
    const text = words.join(' ')
    return kind === 'removed'
      ? html`<del>${text}</del> `
      : kind === 'added'
        ? html`<ins>${text}</ins> `
        : html`${text} `
  })

async function sound(name: string, line: SpokenLine): Promise<Html> {
  const file = await line.readSound().catch((error: unknown) => sentenceOf(error))
  const player =
    typeof file === 'string'
      ? html`<p class="warning">no sound: ${file}</p>`
      : html`<audio controls preload="metadata" aria-label="${name}: ${line.text}" src="data:audio/ogg;base64,${Buffer.from(file).toString('base64')}"></audio>`
  return html`<div><p class="soft">${name}: ${line.durationS.toFixed(2)} s, ${line.lufs.toFixed(1)} LUFS</p>
${line.heard !== null && html`<p>heard: ${line.heard}</p>`}
${player}</div>`
}

const unchangedLines = (lines: readonly ComparedLine[]): Html => html`<h2>Unchanged</h2>
<details><summary>${lines.length} ${lines.length === 1 ? 'line' : 'lines'}</summary>
<div class="wide"><table><tr><th>text</th><th class="text"></th>${FIGURES.map((name) => html`<th>${name}</th>`)}</tr>
${lines.map((line) => {
  const cells = 'differences' in line ? figuresOf(line.differences) : []
  return html`<tr><td class="prompt">${line.text}</td><td class="text">${line.status}</td>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`
})}</table></div></details>`
