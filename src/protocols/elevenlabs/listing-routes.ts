import type { FastifyInstance } from 'fastify'
import type { App } from '../../app/app.ts'
import { SpeechError } from '../../core/errors.ts'
import { LANGUAGES, shortCodeOf } from '../../core/language.ts'
import type { Catalogue, Voice } from '../../core/voice.ts'
import { LANGUAGE_MODULES } from '../../languages/languages.ts'
import type { Server } from '../../server/protocol.ts'
import { ELEVENLABS_MODELS } from './model-names.ts'
import * as reference from './reference.ts'
import { PREMADE_VOICES } from './voice-names.ts'
import { type ListedVoice, voicePageOf } from './voice-page.ts'

/** The largest number of the API's counters. */
const UNLIMITED = 2 ** 31 - 1

/** Characters are neither counted nor limited, and voices cannot be added. The SDK for JavaScript requires every field. */
const SUBSCRIPTION = {
  tier: 'self-hosted',
  status: 'active',
  character_count: 0,
  character_limit: UNLIMITED,
  max_character_limit_extension: null,
  max_credit_limit_extension: 0,
  can_extend_character_limit: false,
  allowed_to_extend_character_limit: false,
  voice_slots_used: 0,
  professional_voice_slots_used: 0,
  professional_voice_slots_used_in_workspace: 0,
  voice_limit: 0,
  voice_add_edit_counter: 0,
  professional_voice_limit: 0,
  can_extend_voice_limit: false,
  can_use_instant_voice_cloning: false,
  can_use_professional_voice_cloning: false,
  current_overage: { amount: '0', currency: 'usd' },
  has_open_invoices: false,
  open_invoices: [],
}

/** Listings, for clients with a key. `/v1/models` has the form of ElevenLabs for requests with `xi-api-key`. */
export function addListingRoutes({ http, requireKey }: Server, { catalogue, limits }: App): void {
  const onRequest = requireKey('synthesis')
  const voices = voiceRecords(catalogue)
  const voiceById = new Map(voices.map((voice) => [voice.voice_id, voice]))
  http.addConstraintStrategy(HAS_OWN_KEY)

  http.get('/v1/voices', { onRequest, config: { describe: reference.listVoices } }, async () => ({ voices }))
  http.get('/v2/voices', { onRequest, config: { describe: reference.listVoicesV2 } }, async ({ url }) =>
    voicePageOf(url, voices),
  )
  http.get<{ Params: { voiceId: string } }>(
    '/v1/voices/:voiceId',
    { onRequest, config: { describe: reference.getVoice } },
    async ({ params: { voiceId } }) => {
      const voice = voiceById.get(voiceId)
      if (voice === undefined) throw new SpeechError('speaker.unknown', 'Speaker not found', { field: 'voice_id' })
      return voice
    },
  )
  const ofOwnKey = { constraints: { [HAS_OWN_KEY.name]: true }, config: { describe: reference.listModels } }
  http.get('/v1/models', { onRequest, ...ofOwnKey }, async () =>
    ELEVENLABS_MODELS.map((id) => modelRecord(id, limits.maxTextLength)),
  )
  http.get(
    '/v1/user',
    { onRequest, config: { describe: () => reference.getUser(SUBSCRIPTION) } },
    async ({ keyId }) => ({
      user_id: keyId,
      workspace_id: keyId,
      subscription: SUBSCRIPTION,
      is_new_user: false,
      can_use_delayed_payment_methods: false,
      is_onboarding_completed: true,
      is_onboarding_checklist_completed: true,
      created_at: 0,
      seat_type: 'workspace_member',
    }),
  )
  const describeSubscription = () => reference.getSubscription(SUBSCRIPTION)
  http.get('/v1/user/subscription', { onRequest, config: { describe: describeSubscription } }, async () => SUBSCRIPTION)
}

/** Selects a route for requests with the header of the key, on a path that is served to others too. */
const HAS_OWN_KEY: Parameters<FastifyInstance['addConstraintStrategy']>[0] = {
  name: 'hasOwnKey', // find-my-way makes code of it
  storage() {
    let route: unknown
    return {
      get: () => route as never,
      set: (_value, added) => {
        route = added
      },
      del: () => {
        route = undefined
      },
      empty: () => {
        route = undefined
      },
    }
  },
  deriveConstraint: ({ headers }) => headers['xi-api-key'] !== undefined || undefined,
  validate: () => true,
}

/** ElevenLabs' premade voices, then each voice of the catalogue once. */
function voiceRecords(catalogue: Catalogue): readonly ListedVoice[] {
  const premade = Object.entries(PREMADE_VOICES).flatMap(([id, { name, speaker }]) => {
    const [voice] = catalogue.named(speaker)
    return voice === undefined ? [] : [voiceRecord(id, name, voice)]
  })
  const own = new Map(catalogue.voices.map((voice) => [voice.speaker, voice]).reverse() as [string, Voice][])
  return [...premade, ...[...own.values()].reverse().map((voice) => voiceRecord(voice.speaker, nameOf(voice), voice))]
}

const nameOf = ({ speaker }: Voice): string => speaker.charAt(0).toUpperCase() + speaker.slice(1)

const voiceRecord = (voice_id: string, name: string, { language, gender, age, country }: Voice): ListedVoice => ({
  voice_id,
  name,
  category: 'premade',
  labels: { gender: gender.toLowerCase(), age: age.toLowerCase(), accent: country, language: shortCodeOf(language) },
})

const modelRecord = (model_id: string, maxTextLength: number) => ({
  model_id,
  name: model_id,
  can_do_text_to_speech: true,
  can_do_voice_conversion: false,
  languages: LANGUAGES.map((language) => ({
    language_id: shortCodeOf(language),
    name: LANGUAGE_MODULES[language].name,
  })),
  maximum_text_length_per_request: Math.min(maxTextLength, UNLIMITED),
})
