import { z } from 'zod'
import { errorBodySchema } from '../../server/answers/json-errors.ts'
import { FILE_ANSWERS } from '../../server/answers/send-file.ts'
import type { DescribedProtocol, RouteDescription } from '../../server/description.ts'
import { installSchema, packListSchema } from './pack-bodies.ts'

const PACKS: DescribedProtocol = {
  title: 'Voice packs',
  summary: 'Neural voices: list, install, remove.',
  errorBody: errorBodySchema,
}

export const list = (): RouteDescription => ({
  protocol: PACKS,
  id: 'listPacks',
  summary: 'List the packs',
  role: 'admin',
  answers: { 200: { description: 'The packs', content: { 'application/json': { schema: packListSchema } } } },
  examples: { usual: { summary: 'All packs' } },
})

export const install = (): RouteDescription => ({
  protocol: PACKS,
  id: 'installPack',
  summary: 'Download and install a pack',
  description: 'One at a time. `GET /v1/packs` shows the progress; the voices are in use a second after the end.',
  role: 'admin',
  body: { schema: installSchema },
  answers: {
    202: {
      description: 'The installation has begun',
      content: { 'application/json': { schema: z.object({ name: z.string() }), example: { name: 'kokoro' } } },
    },
  },
  errors: [404, 409],
  examples: {},
})

export const sample = (): RouteDescription => ({
  protocol: PACKS,
  id: 'getPackSample',
  summary: 'A sentence spoken by a pack',
  description: 'Before it is installed. It ships with the service; not every pack has one.',
  role: 'admin',
  params: z.object({ name: z.string().describe('Name of a pack of `available`') }),
  answers: {
    200: { description: 'The sample; it has an `ETag`', content: { 'audio/mpeg': {} } },
    ...FILE_ANSWERS,
  },
  errors: [404],
  examples: { usual: { summary: 'A sample', params: { name: 'kokoro' }, file: 'kokoro.mp3' } },
})

export const remove = (): RouteDescription => ({
  protocol: PACKS,
  id: 'removePack',
  summary: 'Remove a pack',
  role: 'admin',
  params: z.object({ name: z.string().describe('Name of the pack') }),
  answers: { 204: { description: 'All its versions are removed' } },
  errors: [404, 409],
  examples: {},
})
