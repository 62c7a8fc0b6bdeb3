import { Button, Select, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { countryCode, countryName, shortCountryName, wordsOfCountry } from '../../../src/core/countries.ts'
import { GENDER_WORDS, PEOPLE, splitWords } from '../../../src/core/search-words.ts'
import { useVoices } from '../api/queries.ts'
import { MODELS, type Voice } from '../api/types.ts'
import { numberOf } from './format.ts'
import { Icon } from './icons.tsx'
import { tagsIn, type VoiceTag } from './voice-tags.ts'

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' })
/** Codes of ISO 639-2/B, which `Intl` does not know. */
const TERMINOLOGICAL: Readonly<Record<string, string>> = { ger: 'deu', fre: 'fra' }

export const languageName = (code: string): string => LANGUAGE_NAMES.of(TERMINOLOGICAL[code] ?? code) ?? code

/** "English · Female · Adult · US". */
export const factsOf = ({ language, gender, age, country }: Voice): string =>
  [languageName(language), gender, age, shortCountryName(country)].filter(Boolean).join(' · ')

const asIs = (value: string): string => value
const ofKind =
  (kind: VoiceTag['kind']) =>
  (_voice: Voice, tags: readonly VoiceTag[]): readonly string[] =>
    tags.filter((tag) => tag.kind === kind).map(({ text }) => text)

const FACETS = {
  model: { label: 'Model', valuesOf: ({ model }: Voice) => [model as string], nameOf: asIs },
  language: { label: 'Language', valuesOf: ({ language }: Voice) => [language], nameOf: languageName },
  country: { label: 'Country', valuesOf: ({ country }: Voice) => [countryCode(country)], nameOf: countryName },
  gender: { label: 'Gender', valuesOf: ({ gender }: Voice) => [gender], nameOf: asIs },
  age: { label: 'Age', valuesOf: ({ age }: Voice) => [age], nameOf: asIs },
  accent: { label: 'Accent', valuesOf: ofKind('accent'), nameOf: asIs },
  style: { label: 'Style', valuesOf: ofKind('style'), nameOf: asIs },
  use: { label: 'Use', valuesOf: ofKind('use'), nameOf: asIs },
  sound: { label: 'Sound', valuesOf: ofKind('sound'), nameOf: asIs },
  engine: { label: 'Engine', valuesOf: ({ engine }: Voice) => [engine], nameOf: asIs },
} as const

type Facet = keyof typeof FACETS
const FACET_NAMES = Object.keys(FACETS) as Facet[]

export type VoiceFilter = { readonly search: string } & { readonly [F in Facet]?: string | null }

/** The voices that a filter leaves, and the controls of the filter. */
export function useVoiceFilter(voices: readonly Voice[], first: Partial<VoiceFilter> = {}) {
  const [filter, setFilter] = useState<VoiceFilter>({ search: '', ...first })
  const tags = tagsIn(useVoices().voices)
  const words = useMemo(
    () => new Map(voices.map((voice) => [voice, wordsOf(voice, tags.get(voice) ?? [])])),
    [voices, tags],
  )
  const [areFacetsOpen, setAreFacetsOpen] = useState(false)
  const filtered = useMemo(
    () => voices.filter((voice) => fits(voice, words.get(voice), filter)),
    [voices, words, filter],
  )
  const isFiltered = Object.values(filter).some(Boolean)
  const unmatched = useMemo(
    () => splitWords(filter.search).filter((word) => !voices.some((voice) => hasWord(words.get(voice), word))),
    [voices, words, filter.search],
  )
  /** What a filter alone keeps from being found. */
  const hidden = useMemo(
    () =>
      FACET_NAMES.flatMap((name) => {
        if (!filter[name]) return []
        const wider = { ...filter, [name]: null }
        const more = voices.filter(
          (voice) => !fits(voice, words.get(voice), filter) && fits(voice, words.get(voice), wider),
        )
        return more.length === 0 ? [] : [{ name, more, wider }]
      }),
    [voices, words, filter],
  )
  const choices = useMemo(
    () =>
      FACET_NAMES.map((name) => {
        const { label, valuesOf, nameOf } = FACETS[name]
        const values = [...new Set(voices.flatMap((voice) => valuesOf(voice, tags.get(voice) ?? [])))].filter(Boolean)
        if (name === 'model') values.sort((a, b) => MODELS.indexOf(a as never) - MODELS.indexOf(b as never))
        else values.sort((a, b) => nameOf(a).localeCompare(nameOf(b)))
        return { name, label, data: values.map((value) => ({ value, label: nameOf(value) })) }
      }),
    [voices, tags],
  )
  const controls = (
    <search className="filters" data-open={areFacetsOpen || undefined}>
      <TextInput
        aria-label="Search voices"
        placeholder="Search by name, language, country, gender, age, accent, style or use"
        leftSection={<Icon name="search" />}
        value={filter.search}
        onChange={({ currentTarget }) => setFilter({ ...filter, search: currentTarget.value })}
        data-autofocus
      />
      <Button
        className="filters-toggle"
        variant="default"
        aria-expanded={areFacetsOpen}
        onClick={() => setAreFacetsOpen(!areFacetsOpen)}
      >
        Filters
      </Button>
      {choices.map(({ name, label, data }) => (
        <Select
          key={name}
          label={label}
          placeholder="All"
          size="xs"
          data={data}
          value={filter[name] ?? null}
          onChange={(value) => setFilter({ ...filter, [name]: value })}
          clearable
          clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}`, 'aria-hidden': false }}
        />
      ))}
    </search>
  )
  /** How many of all voices are shown, and a way to all of them. */
  const countOf = (shown: number) => (
    <div className="row">
      <output className="quiet">
        {numberOf(shown)} of {numberOf(voices.length)} voices
      </output>
      {isFiltered && (
        <Button variant="subtle" size="compact-sm" onClick={() => setFilter({ search: '' })}>
          Clear filters
        </Button>
      )}
    </div>
  )
  /** Of a search: its words that find nothing, and voices that only a filter hides. */
  const findings = filter.search.trim() !== '' && (unmatched.length > 0 || hidden.length > 0) && (
    <output className="row quiet small">
      {unmatched.length > 0 ? (
        <>
          No voices match {quoted(unmatched)}.
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => setFilter({ ...filter, search: withoutWords(filter.search, unmatched) })}
          >
            Search without {unmatched.length === 1 ? 'it' : 'them'}
          </Button>
        </>
      ) : (
        hidden.map(({ name, more, wider }) => (
          <span key={name} className="row">
            {hiddenBy(name, more)}
            <Button variant="subtle" size="compact-sm" onClick={() => setFilter(wider)}>
              Show {more.length === 1 ? 'it' : 'them'}
            </Button>
          </span>
        ))
      )}
    </output>
  )
  return { filtered, controls, filter, countOf, findings, clear: () => setFilter({ search: '' }) }
}

interface VoiceWords {
  readonly whole: ReadonlySet<string>
  /** Words whose beginnings are enough. */
  readonly begun: readonly string[]
  readonly tags: readonly VoiceTag[]
}

const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(' or ')

const withoutWords = (search: string, words: readonly string[]): string =>
  search
    .split(/\s+/)
    .filter((part) => !splitWords(part).some((word) => words.includes(word)))
    .join(' ')

/** "9 more on mistv2", "4 more with another country". */
function hiddenBy(facet: Facet, more: readonly Voice[]): string {
  if (facet !== 'model') return `${numberOf(more.length)} more with another ${FACETS[facet].label.toLowerCase()}:`
  const counts = MODELS.map((model) => ({ model, count: more.filter((voice) => voice.model === model).length }))
  const shown = counts.filter(({ count }) => count > 0)
  return `${shown.map(({ model, count }, i) => `${numberOf(count)} ${i === 0 ? 'more ' : ''}on ${model}`).join(', ')}:`
}

/** The words that find a voice. */
function wordsOf(
  { speaker, language, country, gender, age, dialect, styles, genre, model, engine }: Voice,
  tags: readonly VoiceTag[],
): VoiceWords {
  const whole = [language, country, countryCode(country), model, engine, GENDER_WORDS[gender]].join(' ')
  const begun = [speaker, languageName(language), wordsOfCountry(country), gender, age, dialect, ...styles, ...genre]
  return {
    whole: new Set(splitWords(whole)),
    begun: splitWords([...begun, ...tags.map(({ text }) => text)].join(' ')),
    tags,
  }
}

function fits(voice: Voice, words: VoiceWords | undefined, filter: VoiceFilter): boolean {
  for (const name of FACET_NAMES) {
    const wanted = filter[name]
    if (wanted && !FACETS[name].valuesOf(voice, words?.tags ?? []).includes(wanted)) return false
  }
  return splitWords(filter.search).every((word) => hasWord(words, word))
}

const hasWord = (words: VoiceWords | undefined, word: string): boolean =>
  words !== undefined &&
  (words.whole.has(word) || (!PEOPLE.has(word) && words.begun.some((each) => each.startsWith(word))))
