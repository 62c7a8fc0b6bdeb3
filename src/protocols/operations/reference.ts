import { z } from 'zod'
import {
  type DescribedAnswer,
  type DescribedProtocol,
  jsonAnswer,
  type RouteDescription,
} from '../../server/description.ts'
import { healthSchema, indexSchema, readinessSchema } from './health.ts'

const OPERATIONS: DescribedProtocol = {
  title: 'Operations',
  summary: 'Health checks and metrics. Public: restrict them in the reverse proxy if necessary.',
}

const plainText = (description: string, example: string): DescribedAnswer => ({
  description,
  content: { 'text/plain': { example } },
})

export const liveness = (): RouteDescription => ({
  protocol: OPERATIONS,
  id: 'getLiveness',
  summary: 'Whether the process answers',
  answers: { 200: plainText('The process answers', 'ok') },
  examples: { usual: { summary: 'Probe' } },
})

export const readiness = (): RouteDescription => ({
  protocol: OPERATIONS,
  id: 'getReadiness',
  summary: 'Whether the service should get new clients',
  query: z.object({
    exclude: z.string().optional().describe('Comma-separated reasons that do not count, such as overloaded'),
  }),
  answers: {
    200: jsonAnswer('The service takes new clients', readinessSchema, { ready: true, reasons: [], store: 'ok' }),
    503: jsonAnswer('The service starts, stops or has no time for another stream', readinessSchema, {
      ready: false,
      reasons: ['draining'],
      store: 'ok',
    }),
  },
  examples: { usual: { summary: 'Probe' } },
})

export const health = (): RouteDescription => {
  const healthy = {
    apiStatus: 'ok',
    timestamp: '2026-03-01T12:00:00.000Z',
    modelReachable: true,
    licenseStatus: 'valid',
    quality: 'auto',
    engines: ['aria', 'espeak', 'natural'],
    missingEngines: [],
    packs: [],
  }
  const answer = (description: string, example: object) => jsonAnswer(description, healthSchema, example)
  return {
    protocol: OPERATIONS,
    id: 'getHealth',
    summary: 'State of the service',
    description: 'Includes engines that cannot run on this machine, and the installed voice packs.',
    answers: {
      200: answer('The service can speak', healthy),
      503: answer('The service starts or stops', { ...healthy, apiStatus: 'unavailable', modelReachable: false }),
    },
    examples: { usual: { summary: 'Check' } },
  }
}

export const index = (): RouteDescription => ({
  protocol: OPERATIONS,
  id: 'getIndex',
  summary: 'What the service has',
  description: 'Paths of its parts. Browsers are led to the dashboard, or to `/docs` where it is switched off.',
  answers: {
    200: jsonAnswer('The paths', indexSchema, {
      name: 'hoarfrost',
      version: '0.2.0',
      docs: '/docs',
      dashboard: '/dashboard',
      health: '/health',
      openapi: '/openapi.json',
      asyncapi: '/asyncapi.json',
    }),
    302: { description: '`Accept` prefers HTML' },
  },
  examples: { usual: { summary: 'Index' } },
})

export const metrics = (): RouteDescription => ({
  protocol: OPERATIONS,
  id: 'getMetrics',
  summary: 'Metrics for Prometheus',
  answers: { 200: { description: 'Metrics in the text format of Prometheus', content: { 'text/plain': {} } } },
  examples: { usual: { summary: 'Scrape' } },
})
