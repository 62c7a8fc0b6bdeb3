import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import type { Voice } from '../api/types.ts'
import { nameOfSpeaker } from './format.ts'
import { colourOf, hoverOf, keyOfVoice, sampleOfVoice, useSamples } from './samples.tsx'

const WIDTH = 1000
const HEIGHT = 520
const MARGIN = 44
const PITCH_TICKS = [80, 100, 125, 160, 200, 250, 315]

/**
 * Voices by their pitch and the size of their vocal tract. A click plays the sample; the arrow keys go from voice to voice
 * by pitch. `children` shows the chosen voice.
 */
export function VoiceMap({ voices, children }: { voices: readonly Voice[]; children: (voice: Voice) => ReactNode }) {
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const samples = useSamples()
  const points = useMemo(() => pointsOf(voices), [voices])
  const chosen = points.find(({ key }) => key === chosenKey) ?? points[0]

  function choose(point: Point) {
    setChosenKey(point.key)
    samples.toggle(sampleOfVoice(point.voice))
  }
  function move(event: KeyboardEvent<SVGSVGElement>) {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key]
    if (step === undefined || !chosen) return
    event.preventDefault()
    const next = points[(points.indexOf(chosen) + step + points.length) % points.length]
    if (!next) return
    setChosenKey(next.key)
    event.currentTarget.querySelector<SVGElement>(`[data-key="${CSS.escape(next.key)}"]`)?.focus()
  }

  if (!chosen) return null
  return (
    <div className="card stack">
      <div className="map-chosen">{children(chosen.voice)}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be an SVG */}
      <svg
        className="map"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="group"
        aria-label="Voices by pitch and timbre"
        onKeyDown={move}
      >
        {PITCH_TICKS.map((hz) => (
          <g key={hz}>
            <line x1={xOf(hz)} x2={xOf(hz)} y1={MARGIN / 2} y2={HEIGHT - MARGIN} className="map-line" />
            <text x={xOf(hz)} y={HEIGHT - MARGIN + 20} textAnchor="middle" className="map-text">
              {hz} Hz
            </text>
          </g>
        ))}
        <text x={WIDTH - MARGIN} y={HEIGHT - 4} textAnchor="end" className="map-text">
          higher pitch →
        </text>
        <text x={14} y={HEIGHT / 2} transform={`rotate(-90 14 ${HEIGHT / 2})`} textAnchor="middle" className="map-text">
          smaller voice →
        </text>
        {points.map((point) => (
          // biome-ignore lint/a11y/useSemanticElements: SVG has no buttons
          <circle
            key={point.key}
            className="point"
            data-key={point.key}
            data-chosen={point === chosen || undefined}
            cx={point.x}
            cy={point.y}
            r={point === chosen ? 11 : 7}
            fill={colourOf(point.voice)}
            role="button"
            tabIndex={point === chosen ? 0 : -1}
            aria-label={`Sample of ${nameOfSpeaker(point.voice.speaker)}, ${Math.round(point.voice.pitchHz)} Hz`}
            onClick={() => choose(point)}
            {...hoverOf(samples, sampleOfVoice(point.voice))}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return
              event.preventDefault()
              choose(point)
            }}
          >
            <title>{nameOfSpeaker(point.voice.speaker)}</title>
          </circle>
        ))}
      </svg>
    </div>
  )
}

interface Point {
  readonly key: string
  readonly voice: Voice
  readonly x: number
  readonly y: number
}

const LOWEST_HZ = 70
const HIGHEST_HZ = 340

function xOf(hz: number): number {
  const share = Math.log(hz / LOWEST_HZ) / Math.log(HIGHEST_HZ / LOWEST_HZ)
  return MARGIN + Math.max(0, Math.min(1, share)) * (WIDTH - 2 * MARGIN)
}

/** By pitch, low ones first. */
function pointsOf(voices: readonly Voice[]): readonly Point[] {
  const ratios = voices.map(({ timbre }) => timbre.formantRatio)
  const [min, max] = [Math.min(...ratios), Math.max(...ratios)]
  const yOf = (ratio: number) => HEIGHT - MARGIN - 16 - ((ratio - min) / (max - min || 1)) * (HEIGHT - 2 * MARGIN - 16)
  return [...voices]
    .sort((a, b) => a.pitchHz - b.pitchHz)
    .map((voice) => ({ key: keyOfVoice(voice), voice, x: xOf(voice.pitchHz), y: yOf(voice.timbre.formantRatio) }))
}
