import { useEffect, useReducer } from 'react'
import type { LatencyState, Period } from '../speech/latency-run.ts'

const WIDTH = 1000
const LEFT = 110
const LANE = 44
const LANES = ['Tokens', 'Audio arrives', 'Playback'] as const
const HEIGHT = LANES.length * LANE + 34
/** Shorter runs are not stretched. */
const MIN_MS = 4000

/** What happened when: a lane for tokens, one for audio, one for playback. */
export function LatencyTimeline({ state, now }: { state: LatencyState; now: () => number }) {
  const { phase, tokensMs, chunksMs, playing, underruns, interruptedMs, endedMs } = state
  const isRunning = phase === 'running'
  const [, redraw] = useReducer((frames: number) => frames + 1, 0)
  useEffect(() => {
    if (!isRunning) return
    let frame = requestAnimationFrame(function follow() {
      redraw()
      frame = requestAnimationFrame(follow)
    })
    return () => cancelAnimationFrame(frame)
  }, [isRunning])
  const nowMs = isRunning ? now() : (endedMs ?? 0)
  const lastMs = Math.max(MIN_MS, endedMs ?? nowMs, tokensMs.at(-1) ?? 0)
  const x = (ms: number) => LEFT + (ms / lastMs) * (WIDTH - LEFT - 20)
  const step = [500, 1000, 2000, 5000, 10_000, 20_000].find((each) => lastMs / each <= 12) ?? 60_000
  const ticks = Array.from({ length: Math.floor(lastMs / step) + 1 }, (_, i) => i * step)
  const bar = ({ fromMs, toMs = nowMs }: Period, className: string) => (
    <rect
      key={`${className} ${fromMs}`}
      className={className}
      x={x(fromMs)}
      width={Math.max(2, x(toMs) - x(fromMs))}
      y={2 * LANE + 10}
      height={LANE - 20}
      rx="4"
    />
  )
  return (
    <svg className="timeline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summaryOf(state)}>
      {ticks.map((ms) => (
        <g key={ms}>
          <line x1={x(ms)} x2={x(ms)} y1="0" y2={LANES.length * LANE} className="timeline-line" />
          <text x={x(ms)} y={HEIGHT - 10} textAnchor="middle">
            {ms / 1000} s
          </text>
        </g>
      ))}
      {LANES.map((name, i) => (
        <text key={name} x="0" y={i * LANE + LANE / 2 + 5}>
          {name}
        </text>
      ))}
      {[tokensMs, chunksMs].map((times, lane) =>
        times.map((ms) => (
          <line
            key={`${LANES[lane]} ${ms}`}
            className={lane === 0 ? 'timeline-token' : 'timeline-chunk'}
            x1={x(ms)}
            x2={x(ms)}
            y1={lane * LANE + 10}
            y2={(lane + 1) * LANE - 10}
          />
        )),
      )}
      {playing && bar(playing, 'timeline-playing')}
      {underruns.map((each) => bar({ ...each, toMs: each.toMs ?? endedMs }, 'timeline-underrun'))}
      {interruptedMs !== undefined && (
        <line
          className="timeline-interruption"
          x1={x(interruptedMs)}
          x2={x(interruptedMs)}
          y1="0"
          y2={LANES.length * LANE}
        />
      )}
    </svg>
  )
}

/** The figures of a run, by what they are called. */
export function figuresOf({
  chunksMs,
  tokensMs,
  underruns,
  interruptedMs,
}: LatencyState): Readonly<Record<string, string>> {
  const lost = underruns.reduce((sum, { fromMs, toMs }) => sum + ((toMs ?? fromMs) - fromMs), 0)
  return {
    'First audio after the first token': chunksMs[0] === undefined ? '–' : `${Math.round(chunksMs[0])} ms`,
    'Last token': tokensMs.length === 0 ? '–' : `${((tokensMs.at(-1) ?? 0) / 1000).toFixed(1)} s`,
    Underruns: underruns.length === 0 ? 'none' : `${underruns.length}, ${Math.round(lost)} ms of silence`,
    Interruption: interruptedMs === undefined ? 'none' : `after ${(interruptedMs / 1000).toFixed(1)} s`,
  }
}

const summaryOf = (state: LatencyState): string =>
  `Time line. ${Object.entries(figuresOf(state))
    .map(([name, value]) => `${name}: ${value}`)
    .join('. ')}`
