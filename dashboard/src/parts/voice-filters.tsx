import { Select, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { MODELS, type Voice } from '../api/types.ts'
import { Icon } from './icons.tsx'

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' })
/** Codes of ISO 639-2/B, which `Intl` does not know. */
const TERMINOLOGICAL: Readonly<Record<string, string>> = { ger: 'deu', fre: 'fra' }

export const languageName = (code: string): string => LANGUAGE_NAMES.of(TERMINOLOGICAL[code] ?? code) ?? code

/** "Female · Adult · US · aria". */
export const factsOf = ({ language, gender, age, country, engine }: Voice): string =>
  [languageName(language), gender, age, country, engine].filter(Boolean).join(' · ')

const FACETS = {
  model: { label: 'Model', valuesOf: ({ model }: Voice) => [model as string], nameOf: (value: string) => value },
  language: { label: 'Language', valuesOf: ({ language }: Voice) => [language], nameOf: languageName },
  gender: { label: 'Gender', valuesOf: ({ gender }: Voice) => [gender], nameOf: (value: string) => value },
  age: { label: 'Age', valuesOf: ({ age }: Voice) => [age], nameOf: (value: string) => value },
  style: { label: 'Style', valuesOf: ({ styles }: Voice) => styles, nameOf: (value: string) => value },
  engine: { label: 'Engine', valuesOf: ({ engine }: Voice) => [engine], nameOf: (value: string) => value },
} as const

type Facet = keyof typeof FACETS
const FACET_NAMES = Object.keys(FACETS) as Facet[]

export type VoiceFilter = { readonly search: string } & { readonly [F in Facet]?: string | null }

/** The voices that a filter leaves, and the controls of the filter. */
export function useVoiceFilter(voices: readonly Voice[], first: Partial<VoiceFilter> = {}) {
  const [filter, setFilter] = useState<VoiceFilter>({ search: '', ...first })
  const filtered = useMemo(() => voices.filter((voice) => fits(voice, filter)), [voices, filter])
  const choices = useMemo(
    () =>
      FACET_NAMES.map((name) => {
        const { label, valuesOf, nameOf } = FACETS[name]
        const values = [...new Set(voices.flatMap((voice) => valuesOf(voice)))].filter(Boolean)
        if (name === 'model') values.sort((a, b) => MODELS.indexOf(a as never) - MODELS.indexOf(b as never))
        else values.sort((a, b) => nameOf(a).localeCompare(nameOf(b)))
        return { name, label, data: values.map((value) => ({ value, label: nameOf(value) })) }
      }),
    [voices],
  )
  const controls = (
    <search className="filters">
      <TextInput
        aria-label="Search voices"
        placeholder="Search by name, country, dialect or style"
        leftSection={<Icon name="search" />}
        value={filter.search}
        onChange={({ currentTarget }) => setFilter({ ...filter, search: currentTarget.value })}
        data-autofocus
      />
      {choices.map(({ name, label, data }) => (
        <Select
          key={name}
          aria-label={label}
          placeholder={label}
          data={data}
          value={filter[name] ?? null}
          onChange={(value) => setFilter({ ...filter, [name]: value })}
          clearable
        />
      ))}
    </search>
  )
  return { filtered, controls, filter }
}

function fits(voice: Voice, filter: VoiceFilter): boolean {
  for (const name of FACET_NAMES) {
    const wanted = filter[name]
    if (wanted && !FACETS[name].valuesOf(voice).includes(wanted)) return false
  }
  const { speaker, country, dialect, styles, genre } = voice
  const searched = [speaker, country, dialect, languageName(voice.language), ...styles, ...genre]
    .join(' ')
    .toLowerCase()
  return filter.search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word))
}
