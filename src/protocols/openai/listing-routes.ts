import type { App } from '../../app/app.ts'
import type { Catalogue, Voice } from '../../core/voice.ts'
import type { Server } from '../../server/protocol.ts'
import { MODEL_NAMES, modelOfName, unknownModel } from './model-names.ts'
import * as reference from './reference.ts'
import { OPENAI_VOICES } from './voice-names.ts'

/** 2026-01-01 in seconds; the models have no date of their own. */
const CREATED_S = 1_767_225_600

/** Listings of models and voices. Public, because some clients list them without a key; others check their key by them. */
export function addListingRoutes({ http, checkKey: onRequest }: Server, { catalogue }: App): void {
  const voices = voiceRecords(catalogue)

  http.get('/v1/models', { onRequest, config: { describe: reference.listModels } }, async () => ({
    object: 'list',
    data: MODEL_NAMES.map(modelRecord),
  }))

  http.get<{ Params: { id: string } }>(
    '/v1/models/:id',
    { onRequest, config: { describe: reference.getModel } },
    async ({ params: { id } }) => {
      if (modelOfName(id) === undefined) throw unknownModel(id)
      return modelRecord(id)
    },
  )

  http.get('/v1/audio/models', { onRequest, config: { describe: reference.listAudioModels } }, async () => ({
    object: 'list',
    models: MODEL_NAMES.map((id) => ({ id, name: id })),
  }))

  http.get<{ Querystring: { legacy?: unknown } }>(
    '/v1/audio/voices',
    { onRequest, config: { describe: reference.listVoices } },
    async ({ query: { legacy } }) => ({
      voices: legacy === 'true' ? voices.map(({ id }) => id) : voices,
    }),
  )
}

const modelRecord = (id: string) => ({ id, object: 'model', created: CREATED_S, owned_by: 'hoarfrost' })

/** OpenAI's names, then each name of the catalogue once. */
function voiceRecords(catalogue: Catalogue) {
  const aliases = Object.entries(OPENAI_VOICES).map(([id, speaker]) => [id, catalogue.named(speaker)[0]] as const)
  const own = catalogue.voices.map((voice) => [voice.speaker, voice] as const)
  const records = new Map<string, ReturnType<typeof voiceRecord>>()
  for (const [id, voice] of [...aliases, ...own]) {
    if (voice !== undefined && !records.has(id)) records.set(id, voiceRecord(id, voice))
  }
  return [...records.values()]
}

const voiceRecord = (id: string, { language, gender, age, country }: Voice) => ({
  id,
  name: id.charAt(0).toUpperCase() + id.slice(1),
  language,
  gender,
  age,
  country,
})
