import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyInstance, FastifyReply } from 'fastify'
import Negotiator from 'negotiator'
import { SpeechError } from '../../core/errors.ts'
import { addVary } from '../../server/answers/vary.ts'
import * as reference from './reference.ts'

/** `index.html` contains this wherever it needs the nonce of the response. */
const NONCE_MARK = '__NONCE__'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  json: 'application/json',
}

/** Compressed beside the file by the build, the preferred one first. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const

/** The page of the dashboard and its files, built to `dist/dashboard/` from the sources in `dashboard/`. */
export function addPageRoutes(http: FastifyInstance): void {
  http.get('/dashboard', { config: { describe: reference.start } }, (request, reply) =>
    // Paths in the page are relative to the slash.
    /^\/dashboard(?:\?|$)/.test(request.url) ? reply.redirect('dashboard/') : sendPage(reply),
  )
  http.get('/dashboard/*', { config: { describe: reference.page } }, (_request, reply) => sendPage(reply))
  http.get<{ Params: { file: string } }>(
    '/dashboard/assets/:file',
    { config: { describe: reference.asset } },
    async (request, reply) => {
      const { file } = request.params
      const [, ending = ''] = /^\w[\w.-]*\.(\w+)$/.exec(file) ?? []
      const type = MEDIA_TYPES[ending]
      if (type === undefined) throw notFound()
      for (const encoding of new Negotiator(request.raw).encodings([...Object.keys(ENCODINGS), 'identity'])) {
        const suffix = encoding === 'identity' ? '' : ENCODINGS[encoding as keyof typeof ENCODINGS]
        const bytes = await readBuilt(`assets/${file}${suffix}`)
        if (bytes === undefined) continue
        if (suffix !== '') reply.header('content-encoding', encoding)
        addVary(reply, 'accept-encoding')
        reply.header('cache-control', 'public, max-age=31536000, immutable')
        return reply.header('x-content-type-options', 'nosniff').type(type).send(bytes)
      }
      throw notFound()
    },
  )
}

const notFound = () => new SpeechError('resource.unknown', 'not found')

async function sendPage(reply: FastifyReply): Promise<FastifyReply> {
  const html = await readBuilt('index.html')
  if (html === undefined) throw new SpeechError('resource.unknown', 'the dashboard is not built: run npm run build')
  const nonce = randomBytes(16).toString('base64')
  reply.headers({
    'cache-control': 'no-store',
    'content-security-policy': policyOf(nonce),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  return reply.type('text/html; charset=utf-8').send(html.toString().replaceAll(NONCE_MARK, nonce))
}

/** Everything comes from this server; the nonce is for styles that components insert. */
const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const require = createRequire(import.meta.url)

/** A file of `dist/dashboard/`; undefined if there is none. */
async function readBuilt(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(require.resolve(`#dashboard/${path}`))
  } catch (error) {
    if (NO_FILE.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

const NO_FILE = ['MODULE_NOT_FOUND', 'ENOENT']
