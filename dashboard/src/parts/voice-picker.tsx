import { Button, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useVoices } from '../api/queries.ts'
import type { Voice } from '../api/types.ts'
import { nameOfSpeaker } from './format.ts'
import { colourOf, keyOfVoice, SampleButton, sampleOfVoice } from './samples.tsx'
import { factsOf, useVoiceFilter, type VoiceFilter } from './voice-filters.tsx'
import { tagsIn } from './voice-tags.ts'

interface PickerProps {
  readonly isOpen: boolean
  readonly close: () => void
  /** The filter at first. */
  readonly first: Partial<VoiceFilter>
  readonly pick: (voice: Voice) => void
  /** Those to choose from; all by default. */
  readonly voices?: readonly Voice[]
}

/** A dialog with the voices to choose from. */
export function VoicePicker({ isOpen, close, ...list }: PickerProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title="Choose a voice"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isOpen && <VoiceList {...list} />}
    </Modal>
  )
}

const STEP = 40

function VoiceList({ first, pick, voices: offered }: Pick<PickerProps, 'first' | 'pick' | 'voices'>) {
  const all = useVoices().voices
  const voices = offered ?? all
  const { filtered, controls, filter, countOf, findings } = useVoiceFilter(voices, first)
  const [shown, setShown] = useState(STEP)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter begins at the start of its list
  useEffect(() => setShown(STEP), [filter])
  return (
    <div className="stack">
      {controls}
      {countOf(filtered.length)}
      {findings}
      <ul className="voice-grid">
        {filtered.slice(0, shown).map((voice) => (
          <li key={keyOfVoice(voice)}>
            <VoiceRow voice={voice}>
              <Button
                variant="light"
                size="compact-sm"
                aria-label={`Use ${nameOfSpeaker(voice.speaker)}`}
                onClick={() => pick(voice)}
              >
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

interface VoiceRowProps {
  readonly voice: Voice
  /** In place of the one that plays the sample. */
  readonly button?: ReactNode
  readonly children?: ReactNode
}

/** Name, facts and sample of a voice; the children stand at the end. */
export function VoiceRow({ voice, button, children }: VoiceRowProps) {
  const tags = tagsIn(useVoices().voices).get(voice) ?? []
  return (
    <div className="voice">
      {button ?? (
        <SampleButton sample={sampleOfVoice(voice)} of={nameOfSpeaker(voice.speaker)} colour={colourOf(voice)} />
      )}
      <div className="voice-text">
        <div className="voice-name">{nameOfSpeaker(voice.speaker)}</div>
        <div className="voice-facts" title={factsOf(voice)}>
          {factsOf(voice)}
        </div>
        {tags.length > 0 && (
          <ul className="voice-tags" aria-label="Tags">
            {tags.map(({ kind, text, meaning }) => (
              <li key={`${kind} ${text}`} data-kind={kind} title={meaning}>
                {kind === 'accent' ? `${text} accent` : text}
              </li>
            ))}
          </ul>
        )}
      </div>
      {children}
    </div>
  )
}
