import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LANGUAGES } from '../../../src/core/language.ts'
import { useVoices } from '../api/queries.ts'
import { charactersOf, hasWords, PAGE_LIMIT, type SpeechRequest } from '../speech/request.ts'
import { useWorkspace } from '../workspace.tsx'
import { defaultVoiceOf, useVoiceSwitch } from './default-voice.ts'
import { countOf } from './format.ts'
import { keepFocus } from './keep-focus.ts'
import { useDebounced } from './use-debounced.ts'
import { languageName } from './voice-filters.tsx'

/** Scripts other than Latin with the languages of voices that are written in them. */
const OTHER_SCRIPTS = [
  { name: 'Arabic', letters: /\p{Script=Arabic}/gu, languages: ['ara'] },
  { name: 'Hebrew', letters: /\p{Script=Hebrew}/gu, languages: ['heb'] },
  { name: 'Sinhala', letters: /\p{Script=Sinhala}/gu, languages: ['sin'] },
  { name: 'Tamil', letters: /\p{Script=Tamil}/gu, languages: ['tam'] },
  { name: 'Devanagari', letters: /\p{Script=Devanagari}/gu, languages: ['hin'] },
  { name: 'Japanese', letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, languages: ['jpn'] },
  { name: 'Cyrillic', letters: /\p{Script=Cyrillic}/gu, languages: [] },
  { name: 'Greek', letters: /\p{Script=Greek}/gu, languages: [] },
  { name: 'Korean', letters: /\p{Script=Hangul}/gu, languages: [] },
] as const
const inOtherScripts: readonly string[] = OTHER_SCRIPTS.flatMap(({ languages }) => languages)
const SCRIPTS = [
  {
    name: 'Latin',
    letters: /\p{Script=Latin}/gu,
    languages: LANGUAGES.filter((language) => !inOtherScripts.includes(language)),
  },
  ...OTHER_SCRIPTS,
]

/** The script of most letters. */
function scriptOf(text: string) {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return SCRIPTS.find((script) => (text.match(script.letters)?.length ?? 0) > letters / 2)
}

/** Why a text cannot be spoken on the page; undefined if it can. */
export function refusalOf(text: string, model: SpeechRequest['model']): string | undefined {
  if (text.trim() === '') return 'Type a text first.'
  if (!hasWords(text)) return 'There is nothing to speak. Emoji are not spoken.'
  const excess = charactersOf(text) - PAGE_LIMIT[model]
  return excess > 0 ? `${countOf(excess, 'character')} over the limit of ${model} on this page` : undefined
}

/** The language of a text, if it can be told: by its script, or by its words. */
function useLanguageOf(text: string): string | undefined {
  const settled = useDebounced(text, SETTLED_MS)
  const script = scriptOf(settled)
  const [only, ...others] = script?.languages ?? []
  const isTold = others.length === 0
  const byWords = useQuery({
    queryKey: ['language', settled],
    // The lists of words are as large as a page.
    queryFn: async () => (await import('../../../src/core/latin-language.ts')).languageOfLatin(settled) ?? null,
    enabled: !isTold,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return isTold ? only : (byWords.data ?? undefined)
}

const SETTLED_MS = 300

interface LanguageHintProps {
  readonly text: string
  /** Lets one choose among the voices of a language. */
  readonly choose?: (language: string) => void
}

/** Tells that a text is in another language than that of the voice, and leads to a voice that speaks it. */
export function LanguageHint({ text, choose }: LanguageHintProps) {
  const { draft } = useWorkspace()
  const { voices } = useVoices()
  const switchTo = useVoiceSwitch()
  const script = scriptOf(text)
  const isUnreadable = script !== undefined && !script.languages.some((each) => each === draft.language)
  const language = useLanguageOf(text) ?? (isUnreadable ? script.languages[0] : undefined)
  const isOther = language !== undefined && language !== draft.language
  if (voices.length === 0 || draft.advanced.lang === 'auto' || !(isOther || isUnreadable)) return null
  const fitting = language === undefined ? undefined : defaultVoiceOf(language, voices, draft)
  const name = language && languageName(language)
  const spoken = languageName(draft.language)
  return (
    <output className="hint">
      {isUnreadable
        ? `Most of this text is in ${script.name} script, but the voice speaks ${spoken}.`
        : `This text seems to be ${name}, but the voice reads it as ${spoken}.`}{' '}
      {fitting ? (
        <span className="row">
          <Button
            variant="light"
            size="compact-sm"
            onClick={() => {
              switchTo(fitting)
              keepFocus()
            }}
          >
            Speak with {articleOf(name)} {name} voice
          </Button>
          {choose && (
            <Button variant="subtle" size="compact-sm" onClick={() => choose(fitting.language)}>
              Voices that speak {name}
            </Button>
          )}
        </span>
      ) : (
        isUnreadable && 'A plainer voice reads those words.'
      )}
    </output>
  )
}

const articleOf = (name = ''): string => (/^[AEIOU]/.test(name) ? 'an' : 'a')
