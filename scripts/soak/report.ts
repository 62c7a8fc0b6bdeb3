import { median, quantile } from '../../bench/statistics.ts'
import type { Holdings } from './server.ts'

/** What was seen in one second. */
export interface Sample {
  /** Seconds since the start. */
  readonly atS: number
  readonly holdings: Holdings | undefined
}

export interface InjectedFault {
  readonly name: string
  readonly fromS: number
  readonly toS: number
  /** From its start to the first good answer after it. */
  readonly recoveryMs: number
}

const WIDTH = 900
const HEIGHT = 160
const MARGIN = 50

/** A curve over the whole run, with the faults as bands. */
export function pictureOf(
  samples: readonly Sample[],
  faults: readonly InjectedFault[],
  { title, of }: { readonly title: string; readonly of: (holdings: Holdings) => number },
): string {
  const lastS = Math.max(1, samples.at(-1)?.atS ?? 1)
  const values = samples.map(({ holdings }) => (holdings === undefined ? undefined : of(holdings)))
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  const x = (atS: number) => (MARGIN + (atS / lastS) * (WIDTH - MARGIN - 10)).toFixed(1)
  const y = (value: number) => (HEIGHT - 20 - (value / most) * (HEIGHT - 50)).toFixed(1)
  const bands = faults.map(
    ({ name, fromS, toS }) =>
      `<rect x="${x(fromS)}" y="25" width="${Math.max(1.5, Number(x(toS)) - Number(x(fromS)))}" height="${HEIGHT - 45}" fill="#e8590c" opacity="0.25"><title>${name}</title></rect>`,
  )
  let path = ''
  values.forEach((value, i) => {
    if (value === undefined) return
    const isBegun = values[i - 1] !== undefined
    path += `${isBegun ? 'L' : 'M'}${x((samples[i] as Sample).atS)} ${y(value)}`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${MARGIN}" y="16">${title}</text>`,
    ...bands,
    `<path d="${path}" fill="none" stroke="#1971c2" stroke-width="1.5"/>`,
    `<text x="4" y="${y(most)}">${most.toFixed(0)}</text><text x="4" y="${y(0)}">0</text>`,
    `<text x="${WIDTH - 60}" y="${HEIGHT - 4}">${lastS.toFixed(0)} s</text>`,
    '</svg>',
    '',
  ].join('\n')
}

/** A row for each kind of fault. */
export function faultRows(faults: readonly InjectedFault[]): string[] {
  return [...new Set(faults.map(({ name }) => name))].map((name) => {
    const own = faults.filter((fault) => fault.name === name)
    const recoveries = own.map(({ recoveryMs }) => recoveryMs)
    const lastedMs = median(own.map(({ fromS, toS }) => 1000 * (toS - fromS)))
    const figures = [own.length, lastedMs, median(recoveries), quantile(recoveries, 1)]
    return `| ${name} | ${figures.map((figure) => figure.toFixed(0)).join(' | ')} |`
  })
}
