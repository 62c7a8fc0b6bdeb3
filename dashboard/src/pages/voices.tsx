import { ActionIcon, Button, Checkbox, SegmentedControl, Switch, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useVoices } from '../api/queries.ts'
import type { Voice } from '../api/types.ts'
import { Failure } from '../parts/failure.tsx'
import { nameOfSpeaker } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { colourOf, keyOfVoice, RoundButton } from '../parts/samples.tsx'
import { refusalOf } from '../parts/text-hints.tsx'
import { useVoiceFilter } from '../parts/voice-filters.tsx'
import { VoiceMap } from '../parts/voice-map.tsx'
import { VoiceRow } from '../parts/voice-picker.tsx'
import { navigate } from '../router.ts'
import { isBusy, useSpeechState } from '../speech/speaker.ts'
import { useStored } from '../stored.ts'
import { requestOf, useWorkspace } from '../workspace.tsx'

const MAX_COMPARED = 4
const STEP = 60

export function VoicesPage() {
  const { voices, error, isPending } = useVoices()
  // The page Packs leads to the voices of an engine.
  const [first] = useState(() => {
    const engine = new URLSearchParams(location.search).get('engine')
    return engine === null ? { model: 'coda' } : { engine }
  })
  const [favourites, setFavourites] = useStored<readonly string[]>('favourites', [])
  const [isFavouritesOnly, setIsFavouritesOnly] = useState(false)
  const { filtered, controls, filter, countOf, findings, clear } = useVoiceFilter(voices, first)
  const [view, setView] = useState('gallery')
  const [compared, setCompared] = useState<readonly Voice[]>([])
  const [shown, setShown] = useState(STEP)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter begins at the start of its list
  useEffect(() => setShown(STEP), [filter])
  const found = isFavouritesOnly ? filtered.filter((voice) => favourites.includes(keyOfVoice(voice))) : filtered

  const toggled = <T,>(list: readonly T[], item: T) =>
    list.includes(item) ? list.filter((each) => each !== item) : [...list, item]
  const card = (voice: Voice) => (
    <VoiceCard
      voice={voice}
      isFavourite={favourites.includes(keyOfVoice(voice))}
      isCompared={compared.includes(voice)}
      canCompare={compared.length < MAX_COMPARED || compared.includes(voice)}
      toggleFavourite={() => setFavourites(toggled(favourites, keyOfVoice(voice)))}
      toggleCompared={() => setCompared(toggled(compared, voice))}
    />
  )

  return (
    <>
      <PageHead
        title="Voices"
        purpose="Listen to the voices, keep favourites, and compare two to four on your own text."
      >
        <SegmentedControl
          aria-label="View"
          value={view}
          onChange={setView}
          data={[
            { value: 'gallery', label: 'Gallery' },
            { value: 'map', label: 'Map' },
            { value: 'compare', label: `Compare (${compared.length})` },
          ]}
        />
      </PageHead>
      <div className="stack">
        <Failure error={error} />
        {view === 'compare' ? (
          <Comparison voices={compared} remove={(voice) => setCompared(toggled(compared, voice))} />
        ) : (
          <>
            <div className="card stack">
              {controls}
              <div className="row spread">
                {isPending ? <output className="quiet">Loading the voices</output> : countOf(found.length)}
                <Switch
                  label="Favourites only"
                  checked={isFavouritesOnly}
                  onChange={(event) => setIsFavouritesOnly(event.currentTarget.checked)}
                />
              </div>
              {findings}
            </div>
            {!isPending && found.length === 0 && (
              <div className="card empty">
                <p>{isFavouritesOnly ? 'No favourites match the filters.' : 'No voices match the filters.'}</p>
                <Button
                  variant="default"
                  onClick={() => {
                    clear()
                    setIsFavouritesOnly(false)
                  }}
                >
                  Show all voices
                </Button>
              </div>
            )}
            {view === 'map' ? (
              <VoiceMap voices={found}>{card}</VoiceMap>
            ) : (
              <ul className="voice-grid">
                {found.slice(0, shown).map((voice) => (
                  <li key={keyOfVoice(voice)}>{card(voice)}</li>
                ))}
              </ul>
            )}
            {view === 'gallery' && found.length > shown && (
              <Button variant="default" onClick={() => setShown(shown + STEP)}>
                Show more
              </Button>
            )}
          </>
        )}
      </div>
    </>
  )
}

interface VoiceCardProps {
  readonly voice: Voice
  readonly isFavourite: boolean
  readonly isCompared: boolean
  readonly canCompare: boolean
  readonly toggleFavourite: () => void
  readonly toggleCompared: () => void
}

function VoiceCard({ voice, isFavourite, isCompared, canCompare, toggleFavourite, toggleCompared }: VoiceCardProps) {
  const { change } = useWorkspace()
  const { model, speaker, language } = voice
  const name = nameOfSpeaker(speaker)
  return (
    <div className="stack tight">
      <VoiceRow voice={voice}>
        <ActionIcon
          variant="subtle"
          color={isFavourite ? 'frost' : 'gray'}
          className="quiet"
          aria-label={`Favourite ${name}`}
          aria-pressed={isFavourite}
          onClick={toggleFavourite}
        >
          <Icon name="star" isFilled={isFavourite} />
        </ActionIcon>
      </VoiceRow>
      <div className="row spread">
        <Checkbox
          size="xs"
          label="Compare"
          aria-label={`Compare ${name}`}
          checked={isCompared}
          disabled={!canCompare}
          onChange={toggleCompared}
        />
        <Button
          variant="light"
          size="compact-sm"
          aria-label={`Speak with ${name}`}
          onClick={() => {
            change({ model, speaker, language, advanced: {} })
            navigate('')
          }}
        >
          Speak
        </Button>
      </div>
    </div>
  )
}

function Comparison({ voices, remove }: { voices: readonly Voice[]; remove: (voice: Voice) => void }) {
  const { draft, change, listener } = useWorkspace()
  const state = useSpeechState(listener)
  /** Voices that are still to speak, one after another. */
  const [queue, setQueue] = useState<readonly Voice[]>([])
  const [current, setCurrent] = useState<Voice | null>(null)
  /** Milliseconds to the first audio of each voice. */
  const [firstAudio, setFirstAudio] = useState<Readonly<Record<string, number>>>({})
  const refusal = voices.map(({ model }) => refusalOf(draft.text, model)).find(Boolean)

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
      <Textarea
        label="Text"
        autosize
        minRows={2}
        maxRows={8}
        value={draft.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      {refusal && <p className="quiet">{refusal}</p>}
      <ul className="voice-grid">
        {voices.map((voice) => {
          const name = nameOfSpeaker(voice.speaker)
          const isHeard = voice === current && isBusy(state)
          const firstAudioMs = firstAudio[keyOfVoice(voice)]
          return (
            <li key={keyOfVoice(voice)} data-speaking={isHeard || undefined}>
              <div className="stack tight">
                <VoiceRow
                  voice={voice}
                  button={
                    <RoundButton
                      colour={colourOf(voice)}
                      isPlaying={isHeard}
                      label={isHeard ? `Stop ${name}` : `Say the text with ${name}`}
                      disabled={refusal !== undefined}
                      onClick={() => (isHeard ? stop() : speak(voice))}
                    />
                  }
                />
                <div className="row spread">
                  <span className="quiet small number">
                    {firstAudioMs !== undefined && `First audio after ${Math.round(firstAudioMs)} ms`}
                  </span>
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
                </div>
              </div>
            </li>
          )
        })}
      </ul>
      <div className="row">
        <Button
          variant="default"
          disabled={refusal !== undefined || voices.length < 2}
          onClick={() => voices[0] && speak(voices[0], voices.slice(1))}
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
