import { z } from 'zod'
import { type DescribedProtocol, jsonAnswer, type RouteDescription } from '../../server/description.ts'
import { voiceDetailsSchema, voiceNamesSchema, voiceResponseSchema } from './voice-listings.ts'

export const VOICES: DescribedProtocol = { title: 'Voices', summary: 'The voice catalogue. Listings are public.' }

interface Listing {
  readonly id: string
  readonly summary: string
  readonly schema: z.ZodType
  readonly example: unknown
}

const listing = ({ schema, example, ...texts }: Listing): RouteDescription => ({
  protocol: VOICES,
  ...texts,
  answers: {
    200: jsonAnswer('The listing; it has an `ETag`', schema, example),
    304: { description: 'The listing is that of `If-None-Match`' },
  },
  errors: [401],
  examples: { usual: { summary: 'All voices' } },
})

export const names = (): RouteDescription =>
  listing({
    id: 'listVoiceNames',
    summary: 'Names of the voices by model and language',
    schema: voiceNamesSchema,
    example: { coda: { eng: ['luna'] }, arcana: {}, mistv3: { eng: ['cove'] }, mistv2: {} },
  })

export const details = (): RouteDescription =>
  listing({
    id: 'listVoices',
    summary: 'Voices with their attributes',
    schema: voiceDetailsSchema.array(),
    example: [
      {
        speaker: 'luna',
        gender: 'Female',
        age: 'Young Adult',
        country: 'US',
        dialect: '',
        demographic: '',
        genre: ['Conversational'],
        modelId: 'coda',
        lang: 'eng',
        language: 'English',
        flagship: true,
      },
    ],
  })

export const voices = (): RouteDescription =>
  listing({
    id: 'listSpokenVoices',
    summary: 'Voices with the engines that speak them',
    schema: z.object({ voices: z.array(voiceResponseSchema) }),
    example: {
      voices: [
        {
          model: 'coda',
          speaker: 'luna',
          language: 'eng',
          gender: 'Female',
          age: 'Young Adult',
          country: 'US',
          dialect: '',
          demographic: '',
          genre: ['Conversational'],
          styles: [],
          flagship: true,
          engine: 'aria',
          pitchHz: 210,
          timbre: { formantRatio: 1.02, brightnessDb: -3.5 },
        },
      ],
    },
  })
