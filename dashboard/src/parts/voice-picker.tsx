import { Button, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useVoices } from '../api/queries.ts'
import type { Model, Voice } from '../api/types.ts'
import { keyOfVoice, SampleButton } from './samples.tsx'
import { factsOf, useVoiceFilter } from './voice-filters.tsx'

interface PickerProps {
  readonly isOpen: boolean
  readonly close: () => void
  readonly model: Model
  readonly pick: (voice: Voice) => void
}

/** A dialog with all voices, at first those of one model. */
export function VoicePicker({ isOpen, close, model, pick }: PickerProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title="Choose a voice"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isOpen && <VoiceList model={model} pick={pick} />}
    </Modal>
  )
}

const STEP = 40

function VoiceList({ model, pick }: Pick<PickerProps, 'model' | 'pick'>) {
  const { voices } = useVoices()
  const { filtered, controls, filter } = useVoiceFilter(voices, { model })
  const [shown, setShown] = useState(STEP)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter begins at the start of its list
  useEffect(() => setShown(STEP), [filter])
  return (
    <div className="stack">
      {controls}
      <output className="quiet">{filtered.length} voices</output>
      <ul className="voice-grid">
        {filtered.slice(0, shown).map((voice) => (
          <li key={keyOfVoice(voice)}>
            <VoiceRow voice={voice}>
              <Button variant="light" size="compact-sm" aria-label={`Use ${voice.speaker}`} onClick={() => pick(voice)}>
                Use
              </Button>
            </VoiceRow>
          </li>
        ))}
      </ul>
      {filtered.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + STEP)}>
          Show more
        </Button>
      )}
    </div>
  )
}

/** Name, facts and sample of a voice; the children stand at the end. */
export function VoiceRow({ voice, children }: { voice: Voice; children?: React.ReactNode }) {
  return (
    <div className="voice">
      <SampleButton voice={voice} />
      <div className="voice-text">
        <div className="voice-name">{voice.speaker}</div>
        <div className="voice-facts" title={factsOf(voice)}>
          {factsOf(voice)}
        </div>
      </div>
      {children}
    </div>
  )
}
