import { Button, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { saveEntry, takesEntries } from '../api/dictionary.ts'
import { useIsAdmin } from '../api/queries.ts'
import { useWorkspace } from '../workspace.tsx'
import { isAdvancedFieldOf } from './advanced-fields.tsx'
import { Failure } from './failure.tsx'
import { spokenPronunciation } from './phonemes.ts'
import { HearPronunciation, PronunciationInput } from './pronunciation-input.tsx'

const PAUSE = '<500>'
const PAUSES = 'pauseBetweenBrackets'
const PHONEMES = 'phonemizeBetweenBrackets'

/** A part of the text, from a place to another. */
interface Selected {
  readonly from: number
  readonly to: number
  readonly word: string
}

/** What changes how a part of the text is spoken. */
export function EditorTools({ editor }: { editor: RefObject<HTMLTextAreaElement | null> }) {
  const { draft, change } = useWorkspace()
  const [selected, setSelected] = useState<Selected | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const hasPauses = isAdvancedFieldOf(draft.model, PAUSES)

  function replace(from: number, to: number, by: string, field?: string) {
    const advanced = field === undefined ? draft.advanced : { ...draft.advanced, [field]: true }
    change({ text: draft.text.slice(0, from) + by + draft.text.slice(to), advanced })
    requestAnimationFrame(() => {
      editor.current?.focus()
      editor.current?.setSelectionRange(from + by.length, from + by.length)
    })
  }
  return (
    <div className="row editor-tools">
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => {
          const found = editor.current && selectedIn(editor.current)
          setIsMissing(!found)
          setSelected(found ?? null)
        }}
      >
        Say it like this
      </Button>
      <Button
        variant="subtle"
        size="compact-sm"
        disabled={!hasPauses}
        onClick={() => {
          const at = editor.current?.selectionEnd ?? draft.text.length
          const [before, after] = [draft.text.slice(0, at), draft.text.slice(at)]
          replace(at, at, `${/\S$/.test(before) ? ' ' : ''}${PAUSE}${/^\S/.test(after) ? ' ' : ''}`, PAUSES)
        }}
      >
        Pause
      </Button>
      <output className="quiet small">
        {isMissing
          ? 'Select a word first, or place the cursor in it.'
          : !hasPauses && 'Pauses of a chosen length need mistv3 or mistv2.'}
      </output>
      <Modal
        opened={selected !== null}
        onClose={() => setSelected(null)}
        title={`Say “${selected?.word}” like this`}
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {selected && (
          <SayLikeThis
            word={selected.word}
            replace={(by, field) => {
              replace(selected.from, selected.to, by, field)
              setSelected(null)
            }}
          />
        )}
      </Modal>
    </div>
  )
}

interface SayLikeThisProps {
  readonly word: string
  readonly replace: (by: string, field?: string) => void
}

/** Words that sound like it stand in the text; phonemes do where the model reads them there. Either can be kept. */
function SayLikeThis({ word, replace }: SayLikeThisProps) {
  const { draft } = useWorkspace()
  const isAdmin = useIsAdmin()
  const [pronunciation, setPronunciation] = useState('')
  const entry = { word, pronunciation, language: draft.language }
  const keeping = useMutation({ mutationFn: () => saveEntry(entry, isAdmin), gcTime: 0 })
  const spoken = draft.language === 'eng' ? spokenPronunciation(pronunciation) : pronunciation
  const isPhonemes = spoken === undefined || /^\s*[{/[]/.test(spoken)
  const mayStandInText = !isPhonemes || (spoken?.startsWith('{') && isAdvancedFieldOf(draft.model, PHONEMES))
  const isEmpty = pronunciation.trim() === ''
  return (
    <div className="stack">
      <PronunciationInput
        value={pronunciation}
        onChange={setPronunciation}
        isRequired={false}
        language={draft.language}
      />
      <div className="row">
        <HearPronunciation pronunciation={pronunciation || word} language={draft.language} of={word} />
        <Button
          disabled={isEmpty || !mayStandInText}
          onClick={() => spoken && replace(spoken.trim(), isPhonemes ? PHONEMES : undefined)}
        >
          Use in this text
        </Button>
        <Button
          variant="default"
          disabled={isEmpty || !takesEntries(draft.language)}
          loading={keeping.isPending}
          onClick={() => keeping.mutate()}
        >
          {isAdmin ? 'Keep in the dictionary' : 'Request for the dictionary'}
        </Button>
      </div>
      <output className="quiet small">
        {keeping.isSuccess
          ? isAdmin
            ? `Saved. From now on, “${word}” is read like this in every text.`
            : 'Requested.'
          : !isEmpty &&
            !mayStandInText &&
            `In a text, ${draft.model} reads no phonemes. Keep them in the dictionary instead.`}
      </output>
      <Failure error={keeping.error} />
    </div>
  )
}

/** The selected words without the spaces around them, or the word at the cursor; undefined if there is none. */
function selectedIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected | undefined {
  let [from, to] = [selectionStart, selectionEnd]
  const isIn = (at: number) => /[\p{L}\p{M}\p{N}'’-]/u.test(value.charAt(at))
  if (from === to) {
    while (from > 0 && isIn(from - 1)) from--
    while (isIn(to)) to++
  }
  const word = value.slice(from, to)
  const start = from + (word.length - word.trimStart().length)
  const trimmed = word.trim()
  return trimmed === '' ? undefined : { from: start, to: start + trimmed.length, word: trimmed }
}
