import { Button } from '@mantine/core'
import { charactersOf, hasWords, PAGE_LIMIT, type SpeechRequest } from '../speech/request.ts'
import { numberOf } from './format.ts'
import { languageName } from './voice-filters.tsx'

/** Scripts with the languages of voices that are written in them. */
const SCRIPTS = [
  { name: 'Latin', letters: /\p{Script=Latin}/gu, languages: ['eng', 'spa', 'fra', 'ger', 'por'] },
  { name: 'Arabic', letters: /\p{Script=Arabic}/gu, languages: ['ara'] },
  { name: 'Hebrew', letters: /\p{Script=Hebrew}/gu, languages: ['heb'] },
  { name: 'Devanagari', letters: /\p{Script=Devanagari}/gu, languages: ['hin'] },
  { name: 'Japanese', letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, languages: ['jpn'] },
  { name: 'Cyrillic', letters: /\p{Script=Cyrillic}/gu, languages: [] },
  { name: 'Greek', letters: /\p{Script=Greek}/gu, languages: [] },
  { name: 'Korean', letters: /\p{Script=Hangul}/gu, languages: [] },
] as const

/** The script of most letters. */
function scriptOf(text: string) {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return SCRIPTS.find((script) => (text.match(script.letters)?.length ?? 0) > letters / 2)
}

/** Why a text cannot be spoken on the page; undefined if it can. */
export function refusalOf(text: string, model: SpeechRequest['model']): string | undefined {
  if (text.trim() === '') return 'Type a text first.'
  if (!hasWords(text)) return 'There is nothing to speak: emoji are silent.'
  const excess = charactersOf(text) - PAGE_LIMIT[model]
  return excess > 0 ? `${numberOf(excess)} too many for ${model} on this page` : undefined
}

interface ScriptHintProps {
  readonly text: string
  readonly language: string
  /** Lets one choose among voices of a language. */
  readonly choose: (language: string) => void
}

/** Tells that a text is written in a script that the language of the voice does not use. */
export function ScriptHint({ text, language, choose }: ScriptHintProps) {
  const script = scriptOf(text)
  const [fitting] = script?.languages ?? []
  const languages: readonly string[] = script?.languages ?? []
  if (!script || languages.includes(language)) return null
  return (
    <output className="hint">
      Most of this text is in {script.name} script, but the voice speaks {languageName(language)}.{' '}
      {fitting ? (
        <Button variant="light" size="compact-sm" onClick={() => choose(fitting)}>
          Voices that speak {languageName(fitting)}
        </Button>
      ) : (
        'A plainer voice reads those words.'
      )}
    </output>
  )
}
