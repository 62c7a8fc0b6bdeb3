import { useEffect, useRef } from 'react'
import { SAMPLE_RATE_HZ } from '../speech/request.ts'
import { type Speaker, usePositionS, useSpeechState } from '../speech/speaker.ts'

const BAR_PX = 3
const GAP_PX = 2

/** The sound so far. Its place can be changed by mouse and keys. */
export function Waveform({ speaker }: { speaker: Speaker }) {
  const { durationS, phase } = useSpeechState(speaker)
  const positionS = usePositionS(speaker)
  const canvas = useRef<HTMLCanvasElement>(null)
  const peaks = useRef(new Peaks())

  useEffect(() => {
    if (canvas.current) draw(canvas.current, peaks.current.of(speaker.samples), positionS / durationS || 0)
  }, [speaker, positionS, durationS])

  return (
    <div className="wave">
      <canvas ref={canvas} />
      <input
        type="range"
        aria-label="Position in seconds"
        aria-valuetext={`${positionS.toFixed(1)} of ${durationS.toFixed(1)} seconds`}
        min={0}
        max={durationS || 1}
        step={0.01}
        value={positionS}
        disabled={phase === 'idle' || phase === 'waiting'}
        onChange={(event) => speaker.seek(Number(event.currentTarget.value))}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
          if (step === undefined) return
          event.preventDefault()
          speaker.seek(Math.max(0, Math.min(durationS, positionS + step)))
        }}
      />
    </div>
  )
}

const PEAK_SAMPLES = SAMPLE_RATE_HZ / 50

/** The greatest amplitude of every 20 ms, from 0 to 1, computed once for each sample. */
class Peaks {
  #first: Int16Array | undefined
  #pieces = 0
  #samples = 0
  #peaks: number[] = []

  of(pieces: readonly Int16Array[]): readonly number[] {
    if (pieces[0] !== this.#first || pieces.length < this.#pieces) {
      this.#first = pieces[0]
      this.#pieces = 0
      this.#samples = 0
      this.#peaks = []
    }
    for (; this.#pieces < pieces.length; this.#pieces++) {
      for (const sample of pieces[this.#pieces] ?? []) {
        const i = Math.floor(this.#samples++ / PEAK_SAMPLES)
        this.#peaks[i] = Math.max(this.#peaks[i] ?? 0, Math.abs(sample) / 32_768)
      }
    }
    return this.#peaks
  }
}

/** Bars, of which the played part is coloured. */
function draw(canvas: HTMLCanvasElement, peaks: readonly number[], played: number): void {
  const { clientWidth: width, clientHeight: height } = canvas
  const scale = devicePixelRatio
  if (canvas.width !== width * scale) canvas.width = width * scale
  if (canvas.height !== height * scale) canvas.height = height * scale
  const pen = canvas.getContext('2d')
  if (pen === null || width === 0) return
  const style = getComputedStyle(canvas)
  const [accent, line] = [style.getPropertyValue('--accent'), style.getPropertyValue('--line')]
  pen.setTransform(scale, 0, 0, scale, 0, 0)
  pen.clearRect(0, 0, width, height)
  const bars = Math.floor(width / (BAR_PX + GAP_PX))
  const loudest = Math.max(0.05, ...peaks)
  for (let bar = 0; bar < bars; bar++) {
    const from = Math.floor((bar / bars) * peaks.length)
    const to = Math.max(from + 1, Math.floor(((bar + 1) / bars) * peaks.length))
    const peak = Math.max(0, ...peaks.slice(from, to))
    const size = Math.max(3, (peak / loudest) * height)
    pen.fillStyle = bar / bars < played ? accent : line
    pen.beginPath()
    pen.roundRect(bar * (BAR_PX + GAP_PX), (height - size) / 2, BAR_PX, size, BAR_PX / 2)
    pen.fill()
  }
}
