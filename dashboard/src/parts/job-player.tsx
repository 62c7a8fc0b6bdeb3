import { type Ref, useEffect, useRef, useState } from 'react'
import { useWorkspace } from '../workspace.tsx'

interface PlayerProps {
  /** Address of the audio. */
  readonly audio: string
  /** Of captions in WebVTT, which are shown while it plays. */
  readonly captions: string | undefined
  readonly label: string
  /** Whether it plays as soon as it can. */
  readonly isAsked: boolean
  readonly onPlaying: (isPlaying: boolean) => void
  readonly ref: Ref<HTMLAudioElement>
}

/**
 * Plays a file of any length by the browser's own player, which asks for the parts that it needs. Give it the address as key.
 * There is one sound at a time: it ends speech.
 */
export function JobPlayer({ audio, captions, label, isAsked, onPlaying, ref }: PlayerProps) {
  const { speaker, listener } = useWorkspace()
  const track = useRef<HTMLTrackElement>(null)
  const [caption, setCaption] = useState('')
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    const cues = track.current?.track
    if (!cues) return
    cues.mode = 'hidden' // they are shown below
    const show = () =>
      setCaption(Array.from(cues.activeCues ?? [], (cue) => (cue as VTTCue).getCueAsHTML().textContent).join('\n'))
    cues.addEventListener('cuechange', show)
    return () => cues.removeEventListener('cuechange', show)
  }, [])
  return (
    <div className="stack tight">
      <audio
        ref={ref}
        className="job-audio"
        controls
        controlsList="nodownload"
        preload="metadata"
        src={audio}
        autoPlay={isAsked}
        aria-label={label}
        onPlay={() => {
          speaker.stop()
          listener.stop()
          onPlaying(true)
        }}
        onPause={() => onPlaying(false)}
        onError={() => setHasFailed(true)}
      >
        <track ref={track} kind="captions" src={captions} label="Captions" />
      </audio>
      {captions && <p className="caption">{caption}</p>}
      {hasFailed && <p className="error small">The audio cannot be played here. You can still download it.</p>}
    </div>
  )
}
