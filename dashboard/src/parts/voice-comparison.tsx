import { Button, Switch } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Voice } from '../api/types.ts'
import { navigate } from '../router.ts'
import { isBusy, useSpeechState } from '../speech/speaker.ts'
import { requestOf, useWorkspace } from '../workspace.tsx'
import { useVoiceSwitch } from './default-voice.ts'
import { DraftText } from './draft-text.tsx'
import { Failure } from './failure.tsx'
import { nameOfSpeaker } from './format.ts'
import { colourOf, keyOfVoice, RoundButton } from './samples.tsx'
import { refusalOf } from './text-hints.tsx'
import { VoiceRow } from './voice-picker.tsx'

interface ComparisonProps {
  readonly voices: readonly Voice[]
  readonly remove: (voice: Voice) => void
}

const LETTERS = 'ABCD'

/** Two to four voices on one's own text, under their names or, until one is chosen, under letters. */
export function VoiceComparison({ voices, remove }: ComparisonProps) {
  const { draft, listener } = useWorkspace()
  const switchTo = useVoiceSwitch()
  const state = useSpeechState(listener)
  /** Voices that are still to speak, one after another. */
  const [queue, setQueue] = useState<readonly Voice[]>([])
  const [current, setCurrent] = useState<Voice | null>(null)
  /** Milliseconds to the first audio of each voice. */
  const [firstAudio, setFirstAudio] = useState<Readonly<Record<string, number>>>({})
  /** The voices in the order of their letters; null if the names are shown from the start. */
  const [blind, setBlind] = useState<readonly Voice[] | null>(null)
  const [winner, setWinner] = useState<Voice | null>(null)
  const refusal = voices.map(({ model }) => refusalOf(draft.text, model)).find(Boolean)
  const shown = blind ?? voices
  const isHidden = blind !== null && winner === null

  function speak(voice: Voice, then: readonly Voice[] = []) {
    const { model, speaker, language } = voice
    setCurrent(voice)
    setQueue(then)
    void listener.speak(requestOf({ ...draft, model, speaker, language, advanced: {} }))
  }
  function stop() {
    setQueue([])
    listener.stop()
  }
  function use(voice: Voice) {
    switchTo(voice)
    navigate('')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next voice follows the end of the one before
  useEffect(() => {
    const [next, ...others] = queue
    if (state.phase === 'ended' && next) speak(next, others)
  }, [state.phase])
  useEffect(() => {
    const { firstAudioMs } = state
    if (current && firstAudioMs !== null) setFirstAudio((all) => ({ ...all, [keyOfVoice(current)]: firstAudioMs }))
  }, [current, state])
  useEffect(() => () => listener.stop(), [listener])

  if (voices.length === 0) return <p className="empty card">Select “Compare” on two to four voices in the gallery.</p>
  return (
    <div className="card stack">
      <DraftText refusal={refusal} />
      <Switch
        label="Blind: hide which voice is which, and choose by ear"
        checked={blind !== null}
        disabled={voices.length < 2}
        onChange={(event) => {
          stop()
          setWinner(null)
          setBlind(event.currentTarget.checked ? shuffled(voices) : null)
        }}
      />
      <ul className="voice-grid">
        {shown.map((voice, i) => {
          const letter = `Voice ${LETTERS[i]}`
          const name = isHidden ? letter : nameOfSpeaker(voice.speaker)
          const isHeard = voice === current && isBusy(state)
          const firstAudioMs = firstAudio[keyOfVoice(voice)]
          const button = (
            <RoundButton
              colour={isHidden ? undefined : colourOf(voice)}
              isPlaying={isHeard}
              label={isHeard ? `Stop ${name}` : `Say the text with ${name}`}
              disabled={refusal !== undefined}
              onClick={() => (isHeard ? stop() : speak(voice))}
            />
          )
          return (
            <li
              key={keyOfVoice(voice)}
              data-speaking={isHeard || undefined}
              data-winner={voice === winner || undefined}
            >
              <div className="stack tight">
                {isHidden ? (
                  <div className="voice">
                    {button}
                    <div className="voice-text voice-name">{letter}</div>
                  </div>
                ) : (
                  <VoiceRow voice={voice} button={button} />
                )}
                <div className="row spread">
                  <span className="quiet small number">
                    {blind && !isHidden && `${letter}${voice === winner ? ', your choice' : ''}`}
                    {!blind && firstAudioMs !== undefined && `First audio after ${Math.round(firstAudioMs)} ms`}
                  </span>
                  {isHidden ? (
                    <Button
                      size="compact-sm"
                      aria-label={`Choose ${letter}`}
                      onClick={() => {
                        stop()
                        setWinner(voice)
                      }}
                    >
                      Choose
                    </Button>
                  ) : (
                    <span className="row">
                      {!blind && (
                        <Button
                          variant="default"
                          size="compact-sm"
                          aria-label={`Remove ${name}`}
                          onClick={() => {
                            if (isHeard) stop()
                            remove(voice)
                          }}
                        >
                          Remove
                        </Button>
                      )}
                      <Button
                        variant={voice === winner ? 'filled' : 'light'}
                        size="compact-sm"
                        aria-label={`Use ${name}`}
                        onClick={() => use(voice)}
                      >
                        {voice === winner ? 'Use the winner' : 'Use'}
                      </Button>
                    </span>
                  )}
                </div>
              </div>
            </li>
          )
        })}
      </ul>
      <div className="row">
        <Button
          variant="default"
          disabled={refusal !== undefined || shown.length < 2}
          onClick={() => shown[0] && speak(shown[0], shown.slice(1))}
        >
          Play all
        </Button>
        <Button variant="default" disabled={!isBusy(state)} onClick={stop}>
          Stop
        </Button>
      </div>
      <Failure error={state.error} />
    </div>
  )
}

/** In an order of chance (Fisher and Yates). */
function shuffled<T>(items: readonly T[]): readonly T[] {
  const order = [...items]
  for (let i = order.length - 1; i > 0; i--) {
    const other = Math.floor(Math.random() * (i + 1))
    const item = order[i] as T
    order[i] = order[other] as T
    order[other] = item
  }
  return order
}
