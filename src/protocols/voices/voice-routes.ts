import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { listVoices } from '../../app/list-voices.ts'
import { LANGUAGES } from '../../core/language.ts'
import { MODEL_IDS } from '../../core/model.ts'
import type { Catalogue, Voice } from '../../core/voice.ts'
import { LANGUAGE_MODULES } from '../../languages/languages.ts'
import type { VoiceDetails, VoiceNames } from './voice-listings.ts'

/** Listings of voices, public. */
export function addVoiceRoutes(app: FastifyInstance, catalogue: Catalogue): void {
  addListing(app, '/data/voices/all-v2.json', namesOf(catalogue))
  addListing(app, '/data/voices/voice_details.json', listVoices(catalogue, {}).map(detailsOf))
}

function addListing(app: FastifyInstance, url: string, listing: unknown): void {
  const json = JSON.stringify(listing)
  const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`
  app.get(url, (request, reply) => {
    reply.header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/json').send(json)
  })
}

const namesOf = (catalogue: Catalogue): VoiceNames =>
  Object.fromEntries(
    MODEL_IDS.map((model) => [
      model,
      Object.fromEntries(
        LANGUAGES.map((language) => [language, listVoices(catalogue, { model, language })] as const)
          .filter(([, voices]) => voices.length > 0)
          .map(([language, voices]) => [language, voices.map((voice) => voice.speaker)]),
      ),
    ]),
  ) as VoiceNames

const detailsOf = (voice: Voice): VoiceDetails => ({
  speaker: voice.speaker,
  gender: voice.gender,
  age: voice.age,
  country: voice.country,
  dialect: voice.dialect,
  demographic: voice.demographic,
  genre: [...voice.genres],
  ...(voice.styles.length > 0 && { styles: [...voice.styles] }),
  modelId: voice.model,
  lang: voice.language,
  language: LANGUAGE_MODULES[voice.language].name,
  flagship: voice.isFlagship,
})
