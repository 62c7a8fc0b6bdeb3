import { Button, Select, Slider } from '@mantine/core'
import { useVoices } from '../api/queries.ts'
import { MODELS, type Model } from '../api/types.ts'
import { useWorkspace, voiceOfDraft } from '../workspace.tsx'
import { useVoiceSwitch } from './default-voice.ts'
import { nameOfSpeaker } from './format.ts'
import { VoicePicker, VoiceRow } from './voice-picker.tsx'

interface VoiceCardProps {
  /** The language whose voices are to choose from, empty for all, or null while no voice is chosen. */
  readonly pickedFrom: string | null
  readonly pickFrom: (language: string | null) => void
  readonly isDisabled?: boolean
}

/** The voice, model and speed of the draft, which the pages share. */
export function VoiceCard({ pickedFrom, pickFrom, isDisabled = false }: VoiceCardProps) {
  const { draft, change } = useWorkspace()
  const { voices, isPending } = useVoices()
  const voice = voiceOfDraft(voices, draft)

  const use = useVoiceSwitch()

  function changeModel(model: Model) {
    const ofModel = voices.filter((each) => each.model === model)
    const next =
      ofModel.find(({ speaker, language }) => speaker === draft.speaker && language === draft.language) ??
      ofModel.find(({ language, flagship }) => language === draft.language && flagship) ??
      ofModel.find(({ language }) => language === draft.language) ??
      ofModel[0]
    if (next) use(next)
  }

  return (
    <section className="card stack" aria-label="Voice">
      {voice ? (
        <VoiceRow voice={voice} />
      ) : (
        <span className="quiet">{isPending ? 'Loading the voices' : nameOfSpeaker(draft.speaker)}</span>
      )}
      <Button variant="default" onClick={() => pickFrom('')}>
        Change voice
      </Button>
      <Select
        label="Model"
        data={[...MODELS]}
        value={draft.model}
        onChange={(model) => changeModel(model as Model)}
        allowDeselect={false}
      />
      <div>
        <div className="row spread" id="speed-label">
          <span>Speed</span>
          <span className="number quiet">{draft.speed.toFixed(2)}×</span>
        </div>
        <Slider
          thumbLabel="Speed"
          min={0.5}
          max={2}
          step={0.05}
          value={draft.speed}
          onChange={(speed) => change({ speed })}
          label={null}
          disabled={isDisabled}
          marks={[{ value: 1 }]}
        />
      </div>
      <VoicePicker
        isOpen={pickedFrom !== null}
        close={() => pickFrom(null)}
        first={pickedFrom ? { language: pickedFrom } : { model: draft.model }}
        pick={(picked) => {
          use(picked)
          pickFrom(null)
        }}
      />
    </section>
  )
}
