import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { listVoices } from '../../app/list-voices.ts'
import { LANGUAGES } from '../../core/language.ts'
import { MODEL_IDS } from '../../core/model.ts'
import type { Catalogue, Voice } from '../../core/voice.ts'
import { LANGUAGE_MODULES } from '../../languages/languages.ts'
import { sendTagged, tagged } from '../../server/tagged-answer.ts'
import * as reference from './reference.ts'
import type { VoiceDetails, VoiceNames } from './voice-listings.ts'

/** Listings of voices, public. */
export function addVoiceRoutes(app: FastifyInstance, catalogue: Catalogue): void {
  addListing(app, '/data/voices/all-v2.json', namesOf(catalogue), { describe: reference.names })
  addListing(app, '/data/voices/voice_details.json', listVoices(catalogue, {}).map(detailsOf), {
    describe: reference.details,
  })
}

function addListing(app: FastifyInstance, url: string, listing: unknown, config: FastifyContextConfig): void {
  const json = tagged(JSON.stringify(listing))
  app.get(url, { config }, (request, reply) => sendTagged(request, reply.type('application/json'), json))
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
