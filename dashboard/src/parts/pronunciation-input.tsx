import { Button, Popover, TextInput } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type Ref, useRef } from 'react'
import { useVoices } from '../api/queries.ts'
import { useWorkspace } from '../workspace.tsx'
import { defaultVoiceOf } from './default-voice.ts'
import { HearButton } from './hear-button.tsx'
import { bracesOfArpabet, isVowel, PHONEMES, spokenPronunciation } from './phonemes.ts'

interface PronunciationInputProps {
  readonly ref?: Ref<HTMLInputElement>
  /** Why the API refused it. */
  readonly error?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isRequired: boolean
  readonly language: string
}

/** A pronunciation as other words or phonemes; those of English can be picked from a list. */
export function PronunciationInput({
  ref = null,
  error,
  value,
  onChange,
  isRequired,
  language,
}: PronunciationInputProps) {
  const input = useRef<HTMLInputElement>(null)

  function insert(symbol: string) {
    // ARPAbet goes on in braces, at its end.
    const braces = bracesOfArpabet(value)
    const inside = /^\{(.*)\}$/.exec(braces ?? value)?.[1] ?? ''
    // The place of the cursor, without the brace before it.
    const cursor = (braces === undefined && input.current?.selectionEnd) || inside.length + 1
    const place = Math.max(0, Math.min(inside.length, cursor - 1))
    onChange(`{${inside.slice(0, place)}${symbol}${inside.slice(place)}}`)
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(place + 1 + symbol.length, place + 1 + symbol.length)
    })
  }

  return (
    <div className="row bottom">
      <TextInput
        ref={useMergedRef(input, ref)}
        className="grow"
        label="Pronunciation"
        name="pronunciation"
        description={language === 'eng' ? ENGLISH_FORMS : OTHER_FORMS}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        maxLength={400}
        required={isRequired}
      />
      <Popover position="bottom-end" trapFocus withinPortal={false} width={330} disabled={language !== 'eng'}>
        <Popover.Target>
          <Button variant="default" disabled={language !== 'eng'}>
            Phonemes
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <p className="small quiet">
            In braces, each phoneme has one symbol, and stress comes before its vowel: 1 primary, 2 secondary, 0 none.
          </p>
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

const ENGLISH_FORMS =
  'Words that sound like it (“engine x” for nginx), or phonemes: IPA between slashes (/ˈɛndʒən/), ARPAbet (EH1 N JH AH0 N), or in braces ({1EnJ0xn})'
const OTHER_FORMS = 'Words of the language that sound like it, or IPA between slashes (/ˈpasta/)'

interface HearPronunciationProps {
  readonly pronunciation: string
  readonly language?: string
  readonly isSmall?: boolean
  /** The word. */
  readonly of?: string | undefined
  /** The word is read so already. */
  readonly isSaved?: boolean
}

/** Speaks a pronunciation; in other languages than English, IPA only when it is saved. */
export function HearPronunciation({ language = 'eng', isSmall = false, of, ...said }: HearPronunciationProps) {
  const request = useRequestOf({ language, of, ...said })
  return <HearButton size={isSmall ? 'compact-sm' : 'sm'} of={of} request={request} />
}

function useRequestOf({ pronunciation, language = 'eng', of, isSaved }: HearPronunciationProps) {
  const { draft } = useWorkspace()
  const { voices } = useVoices()
  if (language !== 'eng') {
    const voice = defaultVoiceOf(language, voices, draft)
    const isIpa = /^\s*[/[]/.test(pronunciation)
    const text = isIpa ? (isSaved ? of : undefined) : pronunciation
    return voice && text ? { text, model: voice.model, speaker: voice.speaker, language, fields: {} } : undefined
  }
  // mistv3 reads phonemes in braces.
  const english = voices.filter(({ model, language }) => model === 'mistv3' && language === 'eng')
  const voice =
    english.find(({ speaker: name }) => name === draft.speaker) ??
    english.find(({ flagship }) => flagship) ??
    english[0]
  const text = spokenPronunciation(pronunciation)
  if (voice === undefined || text === undefined) return undefined
  const fields = { phonemizeBetweenBrackets: true }
  return { text, model: 'mistv3', speaker: voice.speaker, language, fields } as const
}
