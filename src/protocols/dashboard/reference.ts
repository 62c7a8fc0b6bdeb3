import { z } from 'zod'
import { errorBodySchema } from '../../server/answers/json-errors.ts'
import type { DescribedProtocol, RouteDescription } from '../../server/description.ts'
import { signedInSchema, signInSchema } from './session-bodies.ts'

const DASHBOARD: DescribedProtocol = {
  title: 'Dashboard',
  summary: 'The web page of the service, and signing in to it with a key.',
  errorBody: errorBodySchema,
}

export const signIn = (): RouteDescription => ({
  protocol: DASHBOARD,
  id: 'signIn',
  summary: 'Sign in',
  description:
    'By a key, or by the token of a sign-in link, which works once and for ten minutes. Sets a cookie that is accepted wherever a key is, in requests without `Authorization` from pages of this server. The session ends after 12 hours without a request, and with its key. After ten wrong keys or links in a minute an address gets 429.',
  body: { schema: signInSchema },
  answers: { 204: { description: 'Signed in' } },
  errors: [401, 403, 429, 503, 507],
  examples: {},
})

export const signedIn = (): RouteDescription => ({
  protocol: DASHBOARD,
  id: 'getSession',
  summary: 'Who is signed in',
  role: 'any',
  answers: {
    200: {
      description: 'The key',
      content: {
        'application/json': {
          schema: signedInSchema,
          example: {
            keyId: '4d2f6ab01c9e',
            name: 'first',
            roles: ['synthesis', 'admin'],
            version: '0.2.0',
            software: 'Hoarfrost 0.2.0',
          },
        },
      },
    },
  },
  examples: { usual: { summary: 'Who is signed in' } },
})

export const signOut = (): RouteDescription => ({
  protocol: DASHBOARD,
  id: 'signOut',
  summary: 'Sign out',
  answers: { 204: { description: 'Signed out; the cookie is deleted' } },
  errors: [403, 503],
  examples: { usual: { summary: 'Sign out' } },
})

const HTML = { 'text/html': {} }

export const start = (): RouteDescription => ({
  protocol: DASHBOARD,
  id: 'openDashboard',
  summary: 'The dashboard',
  answers: {
    200: { description: 'The page', content: HTML },
    302: { description: 'Without the slash at the end: to `/dashboard/`' },
  },
  errors: [404],
  examples: {},
})

export const page = (): RouteDescription => ({
  protocol: DASHBOARD,
  id: 'openDashboardPage',
  summary: 'A page of the dashboard',
  answers: { 200: { description: 'The page', content: HTML } },
  errors: [404],
  examples: {},
})

export const asset = (): RouteDescription => ({
  protocol: DASHBOARD,
  id: 'getDashboardAsset',
  summary: 'A script, style or font of the dashboard',
  params: z.object({ file: z.string().describe('Name with the hash of the content') }),
  answers: { 200: { description: 'The file; it never changes' } },
  errors: [404],
  examples: {},
})
