import { tiltDb } from './spectral-envelope.ts'
import type { HeardVoice, NearestPair } from './voice-distances.ts'

const SECTION = /(<!-- measured -->\n).*(?=<!-- \/measured -->)/s

/** The text of docs/measurements/voices.md with the table of what was measured made anew. Throws an Error where the markers are gone. */
export function withMeasuredSection(page: string, groups: readonly (readonly NearestPair[])[]): string {
  if (!SECTION.test(page)) throw new Error('docs/measurements/voices.md has no <!-- measured --> section')
  const lines = [
    '| model | language | voices | closest two | distance | median | men Hz | women Hz | spread st | slowest / fastest | tilt dB |',
    '| --- | --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...groups.map(summaryLine),
  ]
  return page.replace(SECTION, (_, start: string) => `${start}\n${lines.join('\n')}\n\n`)
}

function summaryLine(pairs: readonly NearestPair[]): string {
  const [closest] = pairs.toSorted((a, b) => a.distance - b.distance)
  if (closest === undefined) throw new Error('a language of one voice has no pairs')
  const heard = pairs.map((pair) => pair.heard)
  const pitches = (gender: string): readonly number[] =>
    heard.filter(({ voice }) => voice.gender === gender).map(({ pitch }) => pitch.medianHz)
  const durations = heard.map(({ durationS }) => durationS)
  const cells = [
    closest.heard.voice.model,
    closest.heard.voice.language,
    pairs.length,
    `${closest.heard.voice.speaker}, ${closest.nearest.voice.speaker}`,
    closest.distance.toFixed(1),
    medianOf(pairs.map((pair) => pair.distance)).toFixed(1),
    extent(pitches('Male'), 0),
    extent(pitches('Female'), 0),
    extent(
      heard.map(({ pitch }) => pitch.spreadSemitones),
      1,
    ),
    (Math.max(...durations) / Math.min(...durations)).toFixed(2),
    extent(
      heard.map(({ envelope }) => tiltDb(envelope)),
      0,
    ),
  ]
  return `| ${cells.join(' | ')} |`
}

/** One line per voice, tab-separated. */
export function voiceTable(groups: readonly (readonly NearestPair[])[]): string {
  const header = [
    'model',
    'language',
    'speaker',
    'gender',
    'age',
    'base',
    'pitch_hz',
    'spread_st',
    'duration_s',
    'tilt_db',
    'nearest',
    'distance',
  ]
  const lines = groups
    .flat()
    .map(({ heard, nearest, distance }) => [...heardCells(heard), nearest.voice.speaker, distance.toFixed(2)])
  return `${[header, ...lines].map((cells) => cells.join('\t')).join('\n')}\n`
}

const heardCells = ({ voice, pitch, durationS, envelope }: HeardVoice): readonly string[] => [
  voice.model,
  voice.language,
  voice.speaker,
  voice.gender,
  voice.age,
  voice.engineVoice.base,
  pitch.medianHz.toFixed(1),
  pitch.spreadSemitones.toFixed(2),
  durationS.toFixed(2),
  tiltDb(envelope).toFixed(1),
]

const extent = (values: readonly number[], digits: number): string =>
  values.length === 0 ? '' : `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
