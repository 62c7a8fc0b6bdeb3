import { Button, Popover, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { useVoices } from '../api/queries.ts'
import { useSpeechState } from '../speech/speaker.ts'
import { useWorkspace } from '../workspace.tsx'
import { bracesOfArpabet, isVowel, PHONEMES } from './phonemes.ts'

interface PronunciationInputProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isRequired: boolean
}

/** A pronunciation as other words, ARPAbet, or phonemes in braces, which can be picked from a list. */
export function PronunciationInput({ value, onChange, isRequired }: PronunciationInputProps) {
  const input = useRef<HTMLInputElement>(null)

  function insert(symbol: string) {
    const inside = /^\{(.*)\}$/.exec(value)?.[1] ?? ''
    // The place of the cursor, without the brace before it.
    const place =
      inside === '' ? 0 : Math.max(0, Math.min(inside.length, (input.current?.selectionEnd ?? value.length) - 1))
    onChange(`{${inside.slice(0, place)}${symbol}${inside.slice(place)}}`)
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(place + 1 + symbol.length, place + 1 + symbol.length)
    })
  }

  return (
    <div className="row bottom">
      <TextInput
        ref={input}
        className="grow"
        label="Pronunciation"
        name="pronunciation"
        description="Words that sound like it (engine x), phonemes ({1EnJ0xn}) or ARPAbet (EH1 N JH AH0 N)"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        maxLength={400}
        required={isRequired}
        withAsterisk={false}
      />
      <Popover position="bottom-end" trapFocus withinPortal={false} width={330}>
        <Popover.Target>
          <Button variant="default">Phonemes</Button>
        </Popover.Target>
        <Popover.Dropdown>
          <p className="small quiet">Stress comes before a vowel: 1 primary, 2 secondary, 0 none.</p>
          <div className="phonemes">
            {['1', '2', '0'].map((stress) => (
              <button key={stress} type="button" onClick={() => insert(stress)} aria-label={`Stress ${stress}`}>
                {stress}
              </button>
            ))}
            {PHONEMES.map(([symbol, arpabet, example]) => (
              <button
                key={symbol}
                type="button"
                data-vowel={isVowel(arpabet) || undefined}
                aria-label={`${arpabet} as in ${example}`}
                onClick={() => insert(symbol)}
              >
                {symbol} <small>{example}</small>
              </button>
            ))}
          </div>
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

/** Speaks a pronunciation before it is saved, by a voice of mistv3, which reads phonemes in braces. */
export function HearPronunciation({
  pronunciation,
  isSmall = false,
  of,
}: {
  pronunciation: string
  isSmall?: boolean
  of?: string
}) {
  const { draft, speaker } = useWorkspace()
  const { voices } = useVoices()
  const { phase, request, error } = useSpeechState(speaker)
  const english = voices.filter(({ model, language }) => model === 'mistv3' && language === 'eng')
  const voice =
    english.find(({ speaker: name }) => name === draft.speaker) ??
    english.find(({ flagship }) => flagship) ??
    english[0]
  const text = bracesOfArpabet(pronunciation) ?? pronunciation
  const isOurs = request?.text === text
  return (
    <>
      <Button
        variant="default"
        size={isSmall ? 'compact-sm' : 'sm'}
        aria-label={of && `Hear ${of}`}
        disabled={!voice || text.trim() === ''}
        loading={isOurs && phase === 'waiting'}
        onClick={() =>
          voice &&
          void speaker.speak({
            text,
            model: 'mistv3',
            speaker: voice.speaker,
            language: 'eng',
            fields: { phonemizeBetweenBrackets: true },
          })
        }
      >
        Hear
      </Button>
      {isOurs && error && <output className="error">{error}</output>}
    </>
  )
}
