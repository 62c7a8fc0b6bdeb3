import { ActionIcon, Button, Checkbox, SegmentedControl, Switch } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useVoices } from '../api/queries.ts'
import type { Voice } from '../api/types.ts'
import { useVoiceSwitch } from '../parts/default-voice.ts'
import { Failure } from '../parts/failure.tsx'
import { nameOfSpeaker } from '../parts/format.ts'
import { Icon } from '../parts/icons.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { keyOfVoice, sampleOfVoice, useSamples } from '../parts/samples.tsx'
import { VoiceComparison } from '../parts/voice-comparison.tsx'
import { useVoiceFilter } from '../parts/voice-filters.tsx'
import { VoiceMap } from '../parts/voice-map.tsx'
import { VoiceRow } from '../parts/voice-picker.tsx'
import { neighboursOf } from '../parts/voice-tags.ts'
import { navigate } from '../router.ts'
import { useStored } from '../stored.ts'

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
  /** Whose neighbours are shown in place of what the filters find. */
  const [centre, setCentre] = useState<Voice | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter begins at the start of its list
  useEffect(() => {
    setShown(STEP)
    setCentre(null)
  }, [filter])
  const listed = centre ? [centre, ...neighboursOf(centre, voices)] : filtered
  const found = isFavouritesOnly ? listed.filter((voice) => favourites.includes(keyOfVoice(voice))) : listed

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
      showNeighbours={() => {
        setCentre(voice)
        scrollTo(0, 0)
      }}
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
          <VoiceComparison voices={compared} remove={(voice) => setCompared(toggled(compared, voice))} />
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
            {centre && (
              <output className="row">
                <span>
                  Voices that sound most like <strong>{nameOfSpeaker(centre.speaker)}</strong>, the most similar first
                </span>
                <Button variant="default" size="compact-sm" onClick={() => setCentre(null)}>
                  Show all voices
                </Button>
              </output>
            )}
            {!isPending && found.length === 0 && (
              <div className="card empty">
                <p>{isFavouritesOnly ? 'No favourites match the filters.' : 'No voices match the filters.'}</p>
                <Button
                  variant="default"
                  onClick={() => {
                    clear()
                    setCentre(null)
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
  readonly showNeighbours: () => void
}

function VoiceCard({ voice, isFavourite, isCompared, canCompare, ...on }: VoiceCardProps) {
  const switchTo = useVoiceSwitch()
  const name = nameOfSpeaker(voice.speaker)
  return (
    <div className="stack tight">
      <VoiceRow voice={voice}>
        <ActionIcon
          variant="subtle"
          color={isFavourite ? 'frost' : 'gray'}
          className="quiet"
          aria-label={`Favourite ${name}`}
          aria-pressed={isFavourite}
          onClick={on.toggleFavourite}
        >
          <Icon name="star" isFilled={isFavourite} />
        </ActionIcon>
      </VoiceRow>
      {voice.engine === NATURAL && <Versions voice={voice} />}
      <div className="row spread voice-foot">
        <Checkbox
          size="xs"
          label="Compare"
          aria-label={`Compare ${name}`}
          checked={isCompared}
          disabled={!canCompare}
          onChange={on.toggleCompared}
        />
        <Button variant="subtle" size="compact-sm" aria-label={`Similar to ${name}`} onClick={on.showNeighbours}>
          Similar
        </Button>
        <Button
          variant="light"
          size="compact-sm"
          aria-label={`Speak with ${name}`}
          onClick={() => {
            switchTo(voice)
            navigate('')
          }}
        >
          Speak
        </Button>
      </div>
    </div>
  )
}

/** The engine whose voices have a fast version. */
const NATURAL = 'natural'

/** The two ways in which a voice of natural is spoken, beside each other. */
function Versions({ voice }: { voice: Voice }) {
  const samples = useSamples()
  const name = nameOfSpeaker(voice.speaker)
  return (
    <div className="row versions">
      {(['natural', 'fast'] as const).map((quality) => {
        const sample = sampleOfVoice(voice, quality)
        const isPlaying = samples.playing === sample.key
        return (
          <Button
            key={quality}
            variant="default"
            size="compact-xs"
            aria-pressed={isPlaying}
            aria-label={`${isPlaying ? 'Stop' : 'Hear'} ${name}, ${quality}`}
            onClick={() => samples.toggle(sample)}
          >
            {isPlaying ? '■' : '▶'} {quality}
          </Button>
        )
      })}
    </div>
  )
}
