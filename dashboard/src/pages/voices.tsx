import { ActionIcon, Button, Checkbox, SegmentedControl, Switch, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useVoices } from '../api/queries.ts'
import type { Voice } from '../api/types.ts'
import { Failure } from '../parts/failure.tsx'
import { Icon } from '../parts/icons.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { keyOfVoice } from '../parts/samples.tsx'
import { useVoiceFilter } from '../parts/voice-filters.tsx'
import { VoiceMap } from '../parts/voice-map.tsx'
import { VoiceRow } from '../parts/voice-picker.tsx'
import { navigate } from '../router.ts'
import { codePointsOf, PAGE_LIMIT } from '../speech/request.ts'
import { useSpeechState } from '../speech/speaker.ts'
import { useStored } from '../stored.ts'
import { requestOf, useWorkspace } from '../workspace.tsx'

const MOST_COMPARED = 4
const STEP = 60

export function VoicesPage() {
  const { voices, error, isPending } = useVoices()
  const [favourites, setFavourites] = useStored<readonly string[]>('favourites', [])
  const [isFavouritesOnly, setIsFavouritesOnly] = useState(false)
  const { filtered, controls, filter } = useVoiceFilter(voices, { model: 'coda' })
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
      canCompare={compared.length < MOST_COMPARED || compared.includes(voice)}
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
                <output className="quiet">{isPending ? 'Loading the voices' : `${found.length} voices`}</output>
                <Switch
                  label="Favourites only"
                  checked={isFavouritesOnly}
                  onChange={(event) => setIsFavouritesOnly(event.currentTarget.checked)}
                />
              </div>
            </div>
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
  return (
    <div className="stack tight">
      <VoiceRow voice={voice}>
        <ActionIcon
          variant="subtle"
          color={isFavourite ? 'frost' : 'gray'}
          className="quiet"
          aria-label={`Favourite ${speaker}`}
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
          aria-label={`Compare ${speaker}`}
          checked={isCompared}
          disabled={!canCompare}
          onChange={toggleCompared}
        />
        <Button
          variant="light"
          size="compact-sm"
          aria-label={`Speak with ${speaker}`}
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
  const { draft, change, speaker } = useWorkspace()
  const state = useSpeechState(speaker)
  /** Voices that are still to speak, one after another. */
  const [queue, setQueue] = useState<readonly Voice[]>([])
  const [current, setCurrent] = useState<Voice | null>(null)
  const isSpeakable =
    draft.text.trim() !== '' && voices.every(({ model }) => codePointsOf(draft.text) <= PAGE_LIMIT[model])

  function speak(voice: Voice, then: readonly Voice[] = []) {
    const { model, speaker: name, language } = voice
    setCurrent(voice)
    setQueue(then)
    void speaker.speak(requestOf({ ...draft, model, speaker: name, language, advanced: {} }))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next voice follows the end of the one before
  useEffect(() => {
    const [next, ...others] = queue
    if (state.phase === 'ended' && next) speak(next, others)
  }, [state.phase])

  if (voices.length === 0) return <p className="empty card">Tick “Compare” at two to four voices of the gallery.</p>
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
      {!isSpeakable && <p className="quiet">The text is empty, or too long for a model of these voices.</p>}
      <ul className="voice-grid">
        {voices.map((voice) => (
          <li key={keyOfVoice(voice)} data-speaking={(voice === current && state.phase === 'playing') || undefined}>
            <div className="stack tight">
              <VoiceRow voice={voice} />
              <div className="row">
                <Button
                  size="compact-md"
                  disabled={!isSpeakable}
                  aria-label={`Say it with ${voice.speaker}`}
                  onClick={() => speak(voice)}
                >
                  Say it
                </Button>
                <Button
                  variant="default"
                  size="compact-md"
                  aria-label={`Remove ${voice.speaker}`}
                  onClick={() => remove(voice)}
                >
                  Remove
                </Button>
                {voice === current && state.firstAudioMs !== null && (
                  <span className="quiet number">{Math.round(state.firstAudioMs)} ms</span>
                )}
              </div>
            </div>
          </li>
        ))}
      </ul>
      <div className="row">
        <Button
          variant="default"
          disabled={!isSpeakable || voices.length < 2}
          onClick={() => voices[0] && speak(voices[0], voices.slice(1))}
        >
          One after another
        </Button>
        <Button
          variant="default"
          disabled={state.phase !== 'playing' && state.phase !== 'waiting'}
          onClick={() => {
            setQueue([])
            speaker.stop()
          }}
        >
          Stop
        </Button>
      </div>
      <Failure error={state.error} />
    </div>
  )
}
