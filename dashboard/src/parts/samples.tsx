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
import { nameOfSpeaker } from './format.ts'
import { Icon } from './icons.tsx'

export const keyOfVoice = ({ model, language, speaker }: Voice): string => `${model}/${language}/${speaker}`

interface Samples {
  /** Key of the voice whose sample plays. */
  readonly playing: string | null
  /** Key of the voice whose sample could not be played. */
  readonly failed: string | null
  /** Plays the sample to its end, or stops it. A sample that plays because of a pointer over it stays. */
  readonly toggle: (voice: Voice) => void
  /** Plays the sample until the pointer leaves it, unless speech is played. */
  readonly hover: (voice: Voice) => void
  readonly leave: (voice: Voice) => void
  /** What played the sample is gone. */
  readonly remove: (voice: Voice) => void
}

const SamplesContext = createContext<Samples | null>(null)

/** A pointer that only passes by plays nothing. */
const HOVER_MS = 150

/** Plays the samples of voices. There is one sound at a time: a sample ends the speech, and speech ends the sample. */
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
    const play = (voice: Voice, byHover: boolean) => {
      speaker.stop()
      listener.stop()
      const key = keyOfVoice(voice)
      current = key
      isHovered = byHover
      setFailed(null)
      setPlaying(key)
      element.src = `/v1/voices/${voice.model}/${encodeURIComponent(voice.speaker)}/sample`
      element.onended = stop
      element.play().catch((error: DOMException) => {
        if (error.name === 'AbortError' || current !== key) return // stopped, or another sample was started
        // Before the first click on a page, browsers play nothing that is not asked for by one.
        if (!byHover) setFailed(key)
        stop()
      })
    }
    const toggle = (voice: Voice) => {
      clearTimeout(hovering)
      if (current !== keyOfVoice(voice)) play(voice, false)
      else if (isHovered) isHovered = false
      else stop()
    }
    const hover = (voice: Voice) => {
      clearTimeout(hovering)
      if (current === keyOfVoice(voice) || isBusy(speaker.state()) || isBusy(listener.state())) return
      hovering = setTimeout(play, HOVER_MS, voice, true)
    }
    const leave = (voice: Voice) => {
      clearTimeout(hovering)
      if (isHovered && current === keyOfVoice(voice)) stop()
    }
    const remove = (voice: Voice) => {
      if (current === keyOfVoice(voice)) stop()
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

/** What plays the sample of a voice while a mouse is over it. */
export const hoverOf = ({ hover, leave }: Samples, voice: Voice) => ({
  onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && hover(voice),
  onPointerLeave: () => leave(voice),
})

/**
 * A round button that plays the sample of a voice: by click, tap or key to its end, or while a mouse is over it. Lower
 * voices are bluer, higher ones are redder.
 */
export function SampleButton({ voice }: { voice: Voice }) {
  const samples = useSamples()
  const { remove } = samples
  const key = keyOfVoice(voice)
  // biome-ignore lint/correctness/useExhaustiveDependencies: its key is the voice
  useEffect(() => () => remove(voice), [key, remove])
  const isPlaying = samples.playing === key
  const what =
    samples.failed === key ? 'The sample cannot be played. Try again:' : isPlaying ? 'Stop the sample of' : 'Sample of'
  return (
    <RoundButton
      voice={voice}
      isPlaying={isPlaying}
      label={`${what} ${nameOfSpeaker(voice.speaker)}`}
      onClick={() => samples.toggle(voice)}
      {...hoverOf(samples, voice)}
    />
  )
}

interface RoundProps extends ComponentProps<'button'> {
  readonly voice: Voice
  readonly isPlaying: boolean
  readonly label: string
}

export function RoundButton({ voice, isPlaying, label, ...button }: RoundProps) {
  return (
    <button
      type="button"
      className="sample"
      style={{ background: colourOf(voice) }}
      aria-label={label}
      aria-pressed={isPlaying}
      title={label}
      {...button}
    >
      <Icon name={isPlaying ? 'stop' : 'play'} />
    </button>
  )
}

/** Low pitches in blue, high ones in rose. */
export function colourOf({ pitchHz }: Pick<Voice, 'pitchHz'>): string {
  const octaves = Math.log2(Math.max(70, Math.min(320, pitchHz)) / 70)
  return `hsl(${195 + octaves * 65} 42% 40%)`
}
