import { z } from 'zod'
import type { App } from '../../app/app.ts'
import { markHeaders } from '../../server/answers/mark-headers.ts'
import { FILE_ANSWERS, fileOf, sendFile } from '../../server/answers/send-file.ts'
import * as field from '../../server/bodies/fields.ts'
import { addCheckedRoute } from '../../server/checked-route.ts'
import type { Server } from '../../server/protocol.ts'
import { VOICES } from './reference.ts'

/** Samples of voices, made in the background or when they are first asked for. */
export function addSampleRoute(server: Server, { voiceSample, speech }: App): void {
  addCheckedRoute(
    server,
    {
      protocol: VOICES,
      method: 'GET',
      url: '/v1/voices/:model/:speaker/sample',
      id: 'getVoiceSample',
      summary: 'A sentence spoken by a voice',
      description: 'In the language of the voice. It is made once and kept.',
      role: 'synthesis',
      params: z.object({ model: z.string().describe('Model'), speaker: z.string().describe('Name of the voice') }),
      query: z.object({
        quality: field
          .oneOf('quality', ['natural', 'fast'])
          .optional()
          .describe('How a voice that the engine natural speaks is spoken, whatever HOARFROST_QUALITY is'),
      }),
      answers: {
        200: { description: 'The sample; it has an `ETag`', content: { 'audio/mpeg': {} } },
        ...FILE_ANSWERS,
      },
      errors: [404],
      examples: { usual: { summary: 'A sample', params: { model: 'coda', speaker: 'luna' }, file: 'luna.mp3' } },
    },
    async ({ params: { model, speaker }, query: { quality }, request }, reply) => {
      const { bytes, etag } = await voiceSample(model, speaker, quality)
      reply.header('cache-control', 'private, max-age=86400').type('audio/mpeg')
      return sendFile(request, reply.headers(markHeaders(speech)), fileOf(bytes, etag))
    },
  )
}
