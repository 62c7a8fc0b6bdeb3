import {
  type ComponentProps,
  createContext,
  type PointerEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import type { Voice } from '../api/types.ts'
import { isBusy, useSpeechState } from '../speech/speaker.ts'
import { useWorkspace } from '../workspace.tsx'
import { Icon } from './icons.tsx'

export const keyOfVoice = ({ model, language, speaker }: Voice): string => `${model}/${language}/${speaker}`

/** A sentence that is played from its URL. */
export interface Sample {
  readonly key: string
  readonly url: string
}

/** Spoken as the server usually does, or otherwise. */
export function sampleOfVoice(voice: Voice, quality?: 'natural' | 'fast'): Sample {
  const url = `/v1/voices/${voice.model}/${encodeURIComponent(voice.speaker)}/sample`
  return quality
    ? { key: `${keyOfVoice(voice)} ${quality}`, url: `${url}?quality=${quality}` }
    : { key: keyOfVoice(voice), url }
}

interface Samples {
  /** Key of the sample that plays. */
  readonly playing: string | null
  /** Key of the sample that could not be played. */
  readonly failed: string | null
  /** Plays the sample to its end, or stops it. A sample that plays because of a pointer over it stays. */
  readonly toggle: (sample: Sample) => void
  /** Plays the sample until the pointer leaves it, unless speech is played. */
  readonly hover: (sample: Sample) => void
  readonly leave: (sample: Sample) => void
  /** What played the sample is gone. */
  readonly remove: (key: string) => void
}

const SamplesContext = createContext<Samples | null>(null)

/** A pointer that only passes by plays nothing. */
const HOVER_MS = 150

/** Plays samples. There is one sound at a time: a sample ends the speech, and speech ends the sample. */
export function SamplesProvider({ children }: { children: ReactNode }) {
  const { speaker, listener } = useWorkspace()
  const isSounding = [useSpeechState(speaker), useSpeechState(listener)].some(isBusy)
  const [playing, setPlaying] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [controls] = useState(() => {
    const element = new Audio()
    let current: string | null = null
    let isHovered = false
    let hovering: ReturnType<typeof setTimeout> | undefined
    const stop = () => {
      clearTimeout(hovering)
      element.pause()
      current = null
      setPlaying(null)
    }
    const play = ({ key, url }: Sample, byHover: boolean) => {
      speaker.stop()
      listener.stop()
      current = key
      isHovered = byHover
      setFailed(null)
      setPlaying(key)
      element.src = url
      element.onended = stop
      element.play().catch((error: DOMException) => {
        if (error.name === 'AbortError' || current !== key) return // stopped, or another sample was started
        // Before the first click on a page, browsers play nothing that is not asked for by one.
        if (!byHover) setFailed(key)
        stop()
      })
    }
    const toggle = (sample: Sample) => {
      clearTimeout(hovering)
      if (current !== sample.key) play(sample, false)
      else if (isHovered) isHovered = false
      else stop()
    }
    const hover = (sample: Sample) => {
      clearTimeout(hovering)
      if (current === sample.key || isBusy(speaker.state()) || isBusy(listener.state())) return
      hovering = setTimeout(play, HOVER_MS, sample, true)
    }
    const leave = ({ key }: Sample) => {
      clearTimeout(hovering)
      if (isHovered && current === key) stop()
    }
    const remove = (key: string) => {
      if (current === key) stop()
    }
    return { stop, toggle, hover, leave, remove }
  })
  useEffect(() => {
    if (isSounding) controls.stop()
  }, [isSounding, controls])
  const samples = useMemo(() => ({ ...controls, playing, failed }), [controls, playing, failed])
  return <SamplesContext value={samples}>{children}</SamplesContext>
}

export function useSamples(): Samples {
  const samples = useContext(SamplesContext)
  if (samples === null) throw new Error('outside of SamplesProvider')
  return samples
}

/** What plays a sample while a mouse is over it. */
export const hoverOf = ({ hover, leave }: Samples, sample: Sample) => ({
  onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && hover(sample),
  onPointerLeave: () => leave(sample),
})

interface SampleProps {
  readonly sample: Sample
  /** Whose sample it is. */
  readonly of: string
  /** Of the button; that of links by default. */
  readonly colour?: string
}

/** A round button that plays a sample: by click, tap or key to its end, or while a mouse is over it. */
export function SampleButton({ sample, of, colour }: SampleProps) {
  const samples = useSamples()
  const { remove } = samples
  const { key } = sample
  useEffect(() => () => remove(key), [key, remove])
  const isPlaying = samples.playing === key
  const what =
    samples.failed === key ? 'The sample cannot be played. Try again:' : isPlaying ? 'Stop the sample of' : 'Sample of'
  return (
    <RoundButton
      colour={colour}
      isPlaying={isPlaying}
      label={`${what} ${of}`}
      onClick={() => samples.toggle(sample)}
      {...hoverOf(samples, sample)}
    />
  )
}

interface RoundProps extends ComponentProps<'button'> {
  readonly colour?: string | undefined
  readonly isPlaying: boolean
  readonly label: string
}

export function RoundButton({ colour = 'var(--accent)', isPlaying, label, ...button }: RoundProps) {
  return (
    <button
      type="button"
      className="sample"
      style={{ background: colour }}
      aria-label={label}
      aria-pressed={isPlaying}
      title={label}
      {...button}
    >
      <Icon name={isPlaying ? 'stop' : 'play'} />
    </button>
  )
}

/** Of the sample of a voice: low pitches in blue, high ones in rose. */
export function colourOf({ pitchHz }: Pick<Voice, 'pitchHz'>): string {
  const octaves = Math.log2(Math.max(70, Math.min(320, pitchHz)) / 70)
  return `hsl(${195 + octaves * 65} 42% 40%)`
}
