import { median } from '../../src/benchmark/statistics.ts'
import type { Findings, InjectedFault } from './report.ts'

/** Values over the time of a soak, in seconds; a gap where there is none. */
type Curve = readonly (readonly [atS: number, value: number | undefined])[]

interface Picture {
  readonly name: string
  readonly title: string
  readonly curvesOf: (findings: Findings) => readonly Curve[]
}

const WIDTH = 900
const HEIGHT = 160
const LEFT = 50
const RIGHT = 10
const TOP = 30
const BOTTOM = 20
/** Of a curve: more would not be seen. */
const MAX_POINTS = 400
const COLOURS = ['#1971c2', '#99c1e8']

export const PICTURES: readonly Picture[] = [
  {
    name: 'first-audio',
    title: 'First audio, ms: median and worst',
    curvesOf: ({ complete }) => {
      const points = complete.map(({ atS, firstAudioMs }) => [atS, firstAudioMs] as const)
      return [thinned(points, median), thinned(points, (values) => Math.max(...values))]
    },
  },
  { name: 'memory', title: 'Resident memory, MB', curvesOf: heldOver('residentMb') },
  { name: 'descriptors', title: 'Open files and connections', curvesOf: heldOver('descriptors') },
  { name: 'threads', title: 'Threads', curvesOf: heldOver('threads') },
]

function heldOver(name: 'residentMb' | 'descriptors' | 'threads'): Picture['curvesOf'] {
  return ({ samples }) => [
    thinned(
      samples.map(({ atS, holdings }) => [atS, holdings?.[name]] as const),
      (values) => Math.max(...values),
    ),
  ]
}

/** Curves over the whole soak, with the faults as bands. */
export function pictureOf(findings: Findings, { title, curvesOf }: Picture): string {
  const curves = curvesOf(findings)
  const all = curves.flat()
  const lastS = Math.max(1, ...all.map(([atS]) => atS))
  const max = Math.max(1, ...all.map(([, value]) => value ?? 0))
  const x = (atS: number) => LEFT + (atS / lastS) * (WIDTH - LEFT - RIGHT)
  const y = (value: number) => HEIGHT - BOTTOM - (value / max) * (HEIGHT - TOP - BOTTOM)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="16">${title}</text>`,
    ...findings.faults.map((fault) => band(fault, x)),
    ...curves
      .map((curve, i) => `<path d="${pathOf(curve, x, y)}" fill="none" stroke="${COLOURS[i]}" stroke-width="1.5"/>`)
      .toReversed(),
    `<text x="4" y="${y(max).toFixed(0)}">${max.toFixed(0)}</text><text x="4" y="${y(0)}">0</text>`,
    `<text x="${WIDTH - 60}" y="${HEIGHT - 4}">${lastS.toFixed(0)} s</text>`,
    '</svg>',
    '',
  ].join('\n')
}

function band({ name, fromS, toS }: InjectedFault, x: (atS: number) => number): string {
  const width = Math.max(1.5, x(toS) - x(fromS))
  const place = `x="${x(fromS).toFixed(1)}" y="${TOP - 5}" width="${width.toFixed(1)}" height="${HEIGHT - TOP - BOTTOM + 5}"`
  return `<rect ${place} fill="#e8590c" opacity="0.25"><title>${name}</title></rect>`
}

function pathOf(curve: Curve, x: (atS: number) => number, y: (value: number) => number): string {
  let path = ''
  let isBegun = false
  for (const [atS, value] of curve) {
    if (value !== undefined) path += `${isBegun ? 'L' : 'M'}${x(atS).toFixed(1)} ${y(value).toFixed(1)}`
    isBegun = value !== undefined
  }
  return path
}

/** At most `MAX_POINTS` values, each of the values of an equal time. */
function thinned(points: Curve, of: (values: number[]) => number): Curve {
  const lastS = points.at(-1)?.[0] ?? 0
  const stepS = Math.max(1, lastS / MAX_POINTS)
  const buckets = new Map<number, (number | undefined)[]>()
  for (const [atS, value] of points) {
    const bucket = Math.floor(atS / stepS)
    buckets.set(bucket, [...(buckets.get(bucket) ?? []), value])
  }
  return [...buckets].map(([bucket, values]) => {
    const known = values.filter((value) => value !== undefined)
    return [bucket * stepS, known.length < values.length ? undefined : of(known)]
  })
}
