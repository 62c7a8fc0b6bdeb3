import type { FastifyRequest } from 'fastify'
import type { App } from '../../app/app.ts'
import { SpeechError } from '../../core/errors.ts'
import { shortCodeOf } from '../../core/language.ts'
import type { Catalogue, Voice } from '../../core/voice.ts'
import { LANGUAGE_MODULES } from '../../languages/languages.ts'
import { queryFields } from '../../server/bodies/query-fields.ts'
import type { Server } from '../../server/protocol.ts'
import { countryCode } from '../../voices/pack-voices.ts'
import * as reference from './reference.ts'
import { CARTESIA_VOICES } from './voice-names.ts'
import { GENDERS, type ListedVoice, voicePageOf } from './voice-page.ts'

/** The last version of the API whose listing of voices has no pages. */
const LAST_WITHOUT_PAGES = '2024-11-13'
const NO_DICTIONARIES = { data: [], has_more: false, next_page: null }

/** Voices, and dictionaries, of which there are none. */
export function addListingRoutes({ http, requireKey }: Server, { catalogue }: App): void {
  const onRequest = requireKey('synthesis')
  const voices = listedVoices(catalogue)
  const voiceById = new Map([...cartesiaVoices(catalogue), ...voices].map((voice) => [voice.id, voice]))

  http.get('/voices', { onRequest, config: { describe: reference.listVoices } }, async (request) =>
    hasPages(request) ? voicePageOf(request.url, voices) : voices,
  )
  http.get<{ Params: { id: string } }>(
    '/voices/:id',
    { onRequest, config: { describe: reference.getVoice } },
    async ({ params: { id } }) => {
      const voice = voiceById.get(id)
      if (voice === undefined) throw new SpeechError('speaker.unknown', 'Speaker not found', { field: 'id' })
      return voice
    },
  )
  const describe = reference.listPronunciationDicts
  http.get('/pronunciation-dicts', { onRequest, config: { describe } }, async () => NO_DICTIONARIES)
}

/** By the version that the client names, in the query or a header; others than dates are the newest. */
function hasPages({ url, headers }: FastifyRequest): boolean {
  const version = queryFields(url).cartesia_version ?? headers['cartesia-version']
  return typeof version !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(version) || version > LAST_WITHOUT_PAGES
}

/** Each voice of the catalogue once. */
function listedVoices(catalogue: Catalogue): readonly ListedVoice[] {
  const rows = new Map<string, Voice[]>()
  for (const voice of catalogue.voices) rows.set(voice.speaker, [...(rows.get(voice.speaker) ?? []), voice])
  return [...rows].map(([speaker, voices]) => listedVoice(speaker, nameOf(speaker), voices as [Voice, ...Voice[]]))
}

function cartesiaVoices(catalogue: Catalogue): readonly ListedVoice[] {
  return Object.entries(CARTESIA_VOICES).flatMap(([id, { name, speaker }]) => {
    const [first, ...others] = catalogue.named(speaker)
    return first === undefined ? [] : [listedVoice(id, name, [first, ...others])]
  })
}

const nameOf = (speaker: string): string => speaker.charAt(0).toUpperCase() + speaker.slice(1)

/** `voices` are those of one speaker, in all languages and models. */
function listedVoice(id: string, name: string, voices: readonly [Voice, ...Voice[]]): ListedVoice {
  const [{ gender, age, country, language, dialect, styles }] = voices
  const kind = [age, gender]
    .filter((word) => word !== '')
    .join(' ')
    .toLowerCase()
  const more = styles.join(', ')
  return {
    id,
    name,
    tagline: kind,
    description: `${nameOf(kind)} voice, ${[dialect, LANGUAGE_MODULES[language].name].join(' ').trim()}${more && `: ${more}`}`,
    language: shortCodeOf(language),
    locales: [...new Set(voices.map(localeOf))].map((locale) => ({ locale, is_native: true })),
    gender: genderOf(gender),
    country: country === '' ? null : countryCode(country),
    accent: null,
    access: 'public',
    visibility: 'all',
    is_owner: false,
    created_at: '2026-01-01T00:00:00Z',
  }
}

const localeOf = ({ language, country }: Voice): string =>
  country === '' ? shortCodeOf(language) : `${shortCodeOf(language)}-${countryCode(country)}`

const [MASCULINE, FEMININE, NEUTRAL] = GENDERS
const CARTESIA_GENDERS: ReadonlyMap<string, ListedVoice['gender']> = new Map([
  ['male', MASCULINE],
  ['female', FEMININE],
])
const genderOf = (gender: string): ListedVoice['gender'] =>
  gender === '' ? null : (CARTESIA_GENDERS.get(gender.toLowerCase()) ?? NEUTRAL)
