import type { RouteShorthandOptions } from 'fastify'
import type { App } from '../../app/app.ts'
import { listVoices } from '../../app/speech/list-voices.ts'
import { LANGUAGES } from '../../core/language.ts'
import { MODEL_IDS } from '../../core/model.ts'
import type { Catalogue, Voice } from '../../core/voice.ts'
import { LANGUAGE_MODULES } from '../../languages/languages.ts'
import { fileOfText, sendFile } from '../../server/answers/send-file.ts'
import type { Server } from '../../server/protocol.ts'
import * as reference from './reference.ts'
import type { VoiceDetails, VoiceNames, VoiceResponse } from './voice-listings.ts'

/** Listings of voices, public; a wrong key is refused. */
export function addVoiceRoutes({ http, checkKey: onRequest }: Server, app: App): void {
  const { catalogue } = app
  function addListing(url: string, listing: unknown, options: RouteShorthandOptions): void {
    const json = fileOfText(JSON.stringify(listing))
    http.get(url, { onRequest, ...options }, (request, reply) =>
      sendFile(request, reply.type('application/json'), json),
    )
  }
  const details = listVoices(catalogue, {}).map(detailsOf)
  addListing('/data/voices/all-v2.json', namesOf(catalogue), { config: { describe: reference.names } })
  addListing('/data/voices/voice_details.json', details, { config: { describe: reference.details } })
  let respondedCatalogue: Catalogue | undefined
  let response = fileOfText('')
  // Installed packs change which engine speaks a voice.
  http.get('/v1/catalogue', { onRequest, config: { describe: reference.voices } }, (request, reply) => {
    if (app.catalogue !== respondedCatalogue) {
      respondedCatalogue = app.catalogue
      response = fileOfText(JSON.stringify({ voices: respondedCatalogue.voices.map(voiceResponse) }))
    }
    return sendFile(request, reply.header('cache-control', 'no-cache').type('application/json'), response)
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

const voiceResponse = ({ engineVoice: { engine, timbre }, ...voice }: Voice): VoiceResponse => ({
  model: voice.model,
  speaker: voice.speaker,
  language: voice.language,
  gender: voice.gender,
  age: voice.age,
  country: voice.country,
  dialect: voice.dialect,
  demographic: voice.demographic,
  genre: [...voice.genres],
  styles: [...voice.styles],
  flagship: voice.isFlagship,
  engine,
  pitchHz: timbre.pitchMeanHz,
  timbre: { formantRatio: timbre.formantRatio, brightnessDb: timbre.brightnessDb },
})
