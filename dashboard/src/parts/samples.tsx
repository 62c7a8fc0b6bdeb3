import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Voice } from '../api/types.ts'
import { Icon } from './icons.tsx'

export const keyOfVoice = ({ model, language, speaker }: Voice): string => `${model}/${language}/${speaker}`

interface Samples {
  /** Key of the voice whose sample plays. */
  readonly playing: string | null
  /** Key of the voice whose sample could not be played. */
  readonly failed: string | null
  readonly toggle: (voice: Voice) => void
}

const SamplesContext = createContext<Samples | null>(null)

/** Plays the samples of voices, one at a time. */
export function SamplesProvider({ children }: { children: ReactNode }) {
  const [element] = useState(() => new Audio())
  const [playing, setPlaying] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const samples = useMemo(() => {
    const stop = () => {
      element.pause()
      setPlaying(null)
    }
    const toggle = (voice: Voice) => {
      const key = keyOfVoice(voice)
      setFailed(null)
      if (playing === key) return stop()
      setPlaying(key)
      element.src = `/v1/voices/${voice.model}/${encodeURIComponent(voice.speaker)}/sample`
      element.onended = stop
      element.play().catch((error: DOMException) => {
        if (error.name === 'AbortError') return // another sample was started
        setFailed(key)
        stop()
      })
    }
    return { playing, failed, toggle }
  }, [element, playing, failed])
  return <SamplesContext value={samples}>{children}</SamplesContext>
}

export function useSamples(): Samples {
  const samples = useContext(SamplesContext)
  if (samples === null) throw new Error('outside of SamplesProvider')
  return samples
}

/** A round button that plays the sample of a voice. Lower voices are bluer, higher ones are redder. */
export function SampleButton({ voice }: { voice: Voice }) {
  const samples = useSamples()
  const key = keyOfVoice(voice)
  const isPlaying = samples.playing === key
  const what =
    samples.failed === key ? 'The sample cannot be played. Try again:' : isPlaying ? 'Stop the sample of' : 'Sample of'
  return (
    <button
      type="button"
      className="sample"
      style={{ background: colourOf(voice) }}
      aria-label={`${what} ${voice.speaker}`}
      aria-pressed={isPlaying}
      title={`${what} ${voice.speaker}`}
      onClick={() => samples.toggle(voice)}
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
