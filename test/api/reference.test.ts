import { exec, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, onTestFinished, test } from 'vitest'
import { canTestWith } from '../../scripts/needed-program.ts'
import { requestWord } from '../../src/app/dictionary/dictionary.ts'
import { createKey } from '../../src/app/keys/manage-keys.ts'
import { PROTOCOLS } from '../../src/main/protocols.ts'
import type { DocumentResponse, OpenApiDocument } from '../../src/protocols/reference/openapi-document.ts'
import { HTTP_2 } from '../../src/server/connections/http2-connections.ts'
import type { Protocol } from '../../src/server/protocol.ts'
import { plainProtocol } from '../fixtures/plain-protocol.ts'
import { failWith } from './failing-speech.ts'
import { messagesIn, type RecordedFrame, recordSocket } from './recorded-socket.ts'
import {
  asyncApiErrors,
  closed,
  type DocumentedRoute,
  draft7ValidatorOf,
  type ReferenceDocuments,
  readDocuments,
  routesOf,
  validatorOf,
} from './reference-documents.ts'
import { shareTestService, startTestService, TEST_KEY, type TestService } from './test-service.ts'

const BEARER = { authorization: `Bearer ${TEST_KEY}` }

const sharedService = shareTestService()
let sharedDocuments: Promise<ReferenceDocuments> | undefined

async function start() {
  const service = await sharedService()
  sharedDocuments ??= readDocuments(service)
  return { service, ...(await sharedDocuments) }
}

describe('O: /openapi.json and /asyncapi.json', () => {
  test('are valid OpenAPI 3.1 and AsyncAPI 3.0', async () => {
    const { openApi, asyncApi } = await start()
    expect(openApi.openapi).toMatch(/^3\.1\./)
    expect(await new Validator().validate({ ...openApi })).toMatchObject({ valid: true })
    expect(asyncApi.asyncapi).toBe('3.0.0')
    expect(asyncApiErrors(asyncApi)).toEqual([])
  })

  test('contain every route of the service, and no others', async () => {
    const registered = new Set<string>()
    const watcher: Protocol = {
      name: 'watcher',
      register: ({ http }) =>
        void http.addHook('onRoute', ({ method, url, constraints }) => {
          if (constraints?.[HTTP_2] !== undefined) return // methods of gRPC, which OpenAPI cannot describe
          for (const each of [method].flat()) registered.add(`${each} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
        }),
    }
    const service = await startTestService({ protocols: [watcher, ...PROTOCOLS] })
    const { openApi, asyncApi } = await readDocuments(service)
    const documented = new Set([
      ...routesOf(openApi).map(({ method, path }) => `${method} ${path}`),
      ...Object.values(asyncApi.channels).map(({ address }) => `GET ${address}`),
    ])
    const expected = [...registered].filter((route) => !route.startsWith('HEAD '))
    expect([...documented].sort()).toEqual(expected.sort())
    expect(expected.length).toBeGreaterThan(40)
  })

  test('contain the routes of a protocol of one file', async () => {
    const service = await startTestService({ protocols: [plainProtocol, ...PROTOCOLS] })
    const { openApi } = await readDocuments(service)
    expect(openApi.paths['/plain']).toMatchObject({ get: { operationId: 'speakPlainly', tags: ['Plain'] } })
  })

  test.each([null, 'orion'])(
    'name a speaker as required, unless HOARFROST_DEFAULT_SPEAKER is set: %s',
    async (speaker) => {
      const { openApi, asyncApi } = await readDocuments(await startTestService({ defaultSpeaker: speaker }))
      const body = openApi.paths['/v1/rime-tts']?.post?.requestBody?.content['application/json'].schema
      const bodies = body?.anyOf ?? []
      expect(bodies).toHaveLength(3)
      const queries = ['speech', 'mistSpeech', 'rawSpeech'].map((id) => asyncApi.channels[id]?.bindings.ws.query ?? {})
      for (const { required = [] } of [...bodies, ...queries])
        expect(required.includes('speaker')).toBe(speaker === null)
    },
  )

  test('name every route and every socket once', async () => {
    const { openApi, asyncApi } = await start()
    const ids = [...routesOf(openApi).map(({ operation }) => operation.operationId), ...Object.keys(asyncApi.channels)]
    expect(ids.filter((id, i) => ids.indexOf(id) < i)).toEqual([])
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/)
  })

  test('are public, cheap to ask for again, and can be asked for their headers alone', async () => {
    const { url } = await sharedService()
    for (const path of ['/openapi.json', '/asyncapi.json', '/docs']) {
      const answer = await fetch(url + path)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache'])
      const etag = answer.headers.get('etag') ?? ''
      const again = await fetch(url + path, { headers: { 'if-none-match': etag } })
      expect([again.status, await again.text()]).toEqual([304, ''])
      const head = await fetch(url + path, { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([200, ''])
    }
  })

  test('are not made before somebody asks for them', async () => {
    let made = 0
    const countAndDescribe = () => {
      made++
      return { ...PLAIN, id: `plain${made}` }
    }
    const described: Protocol = {
      name: 'described',
      register: ({ http }) => void http.get('/described', { config: { describe: countAndDescribe } }, () => ''),
    }
    const { url } = await startTestService({ protocols: [described, ...PROTOCOLS] })
    await fetch(`${url}/livez`)
    expect(made).toBe(0)
    await fetch(`${url}/asyncapi.json`)
    expect(made).toBe(0)
    await Promise.all(['/docs', '/openapi.json', '/asyncapi.json', '/openapi.json'].map((path) => fetch(url + path)))
    expect(made).toBe(1)
  })

  test('are made again with the next request if making them failed', async () => {
    let isBroken = true
    const describeLater = () => {
      if (isBroken) throw new Error('not yet')
      return PLAIN
    }
    const described: Protocol = {
      name: 'described',
      register: ({ http }) => void http.get('/described', { config: { describe: describeLater } }, () => ''),
    }
    const { url } = await startTestService({ protocols: [described, ...PROTOCOLS] })
    const statuses = async () =>
      Promise.all(['/docs', '/openapi.json'].map(async (path) => (await fetch(url + path)).status))
    expect(await statuses()).toEqual([500, 500])
    isBroken = false
    expect(await statuses()).toEqual([200, 200])
  })
})

const PLAIN = {
  protocol: { title: 'Plain', summary: '' },
  id: 'plain',
  summary: '',
  answers: { 200: { description: '' } },
  examples: {},
}

describe('O: the server of the documents', () => {
  const documentsFor = async (service: TestService, headers: Readonly<Record<string, string>>) => {
    const read = (path: string) =>
      new Promise<string>((resolve, reject) => {
        const request = httpRequest(service.url + path, { headers }, (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (part: string) => {
            text += part
          })
          response.on('end', () => resolve(text))
        })
        request.on('error', reject).end()
      })
    const [openApi = '', asyncApi = '', page = ''] = await Promise.all(
      ['/openapi.json', '/asyncapi.json', '/docs'].map(read),
    )
    return { openApi: JSON.parse(openApi), asyncApi: JSON.parse(asyncApi), page }
  }

  test.each([
    [{ host: 'speech.example:8443', 'x-forwarded-proto': 'https' }, 'https://speech.example:8443', 'wss'],
    [{ host: '[::1]:8000' }, 'http://[::1]:8000', 'ws'],
  ])('is the one that the client reached: %o', async (headers, url, protocol) => {
    const { openApi, asyncApi, page } = await documentsFor(await sharedService(), headers)
    expect(openApi.servers).toEqual([{ url }])
    expect(openApi.paths['/livez'].get['x-codeSamples'][0].source).toBe(`curl '${url}/livez'`)
    expect(asyncApi.servers).toEqual({ this: { host: new URL(url).host, protocol } })
    expect(page).toContain(`curl &#39;${url}/livez&#39;`)
  })

  test.each(["a'b", '$(id)', 'a=b', '%3cb%3e'])('is not a host that would break out: %s', async (host) => {
    const { openApi } = await documentsFor(await sharedService(), { host })
    expect(openApi.servers).toEqual([{ url: 'http://localhost' }])
  })
})

describe('O: every example of /openapi.json', () => {
  test('fits its schema', async () => {
    const { openApi } = await start()
    let checked = 0
    for (const { operation } of routesOf(openApi)) {
      const { operationId, parameters = [], requestBody, responses } = operation
      const fits = (schema: object, value: unknown) => {
        const validate = validatorOf(schema, openApi)
        expect(validate(value), `${operationId}: ${JSON.stringify(validate.errors)}`).toBe(true)
        checked++
      }
      for (const { schema, examples = {} } of parameters) {
        for (const { value } of Object.values(examples)) fits(schema, value)
      }
      const body = requestBody?.content['application/json']
      for (const { value } of Object.values(body?.examples ?? {})) fits(closed(body?.schema ?? {}), value)
      for (const { content = {} } of Object.values(responses)) {
        for (const { schema, example } of Object.values(content)) {
          if (schema !== undefined && example !== undefined) fits(closed(schema), example)
        }
      }
    }
    expect(checked).toBeGreaterThan(60)
  })

  test('is a command of curl that is answered as documented', async () => {
    const service = await startTestService({ jobsPerKey: 20 }) // where they make and delete what they like
    const { openApi } = await readDocuments(service)
    // Those of a protocol one after the other, since later ones are about what earlier ones have made.
    const groups = new Map<string | undefined, DocumentedRoute[]>()
    for (const route of routesOf(openApi)) {
      const [tag] = route.operation.tags
      groups.set(tag, [...(groups.get(tag) ?? []), route])
    }
    await Promise.all([...groups.values()].map((routes) => runExamples(service, openApi, routes)))
  })
})

const HEADERS = { authorization: `Bearer ${TEST_KEY}` }

/** Id of a new job. */
async function newJob({ url }: TestService, text: string): Promise<string> {
  const body = JSON.stringify({ modelId: 'coda', speaker: 'luna', audioFormat: 'mp3', captions: ['srt'], text })
  const submitted = await fetch(`${url}/v1/jobs`, { method: 'POST', headers: HEADERS, body })
  return ((await submitted.json()) as { readonly id: string }).id
}

async function doneJob(service: TestService): Promise<string> {
  const id = await newJob(service, 'A few words. '.repeat(9))
  const show = async () => (await fetch(`${service.url}/v1/jobs/${id}`, { headers: HEADERS })).text()
  await expect.poll(show).toContain('"state":"done"')
  return id
}

/** Context of a turn of a socket that keeps what is heard. */
async function spokenContext(service: TestService): Promise<string> {
  const contextId = 'turn-1'
  const socket = await recordSocket(service, '/ws3?speaker=luna&modelId=coda&heard=true')
  socket.send({ text: 'Your train is late.', operation: 'flush', contextId })
  await socket.until((frames) => messagesIn(frames).some(({ type }) => type === 'done'))
  return contextId
}

const KEY_TERMS = { name: '', roles: ['synthesis'], expiresAt: null, maxConcurrent: null } as const

async function runExamples(service: TestService, openApi: OpenApiDocument, routes: readonly DocumentedRoute[]) {
  const directory = mkdtempSync(join(tmpdir(), 'hoarfrost-reference-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  let lastAnswer = ''
  /** What stands in the examples for what only exists now. */
  const madeNow: Readonly<Record<string, () => Promise<readonly [RegExp, string]>>> = {
    approveWordRequest: async () => [/c3ab8ff13720/, await openRequest(service)],
    rejectWordRequest: async () => [/c3ab8ff13720/, await openRequest(service)],
    updateKey: async () => [/4d2f6ab01c9e/, (await createKey(service.keys, KEY_TERMS, new Date())).record.id],
    rotateKey: async () => [/4d2f6ab01c9e/, (await createKey(service.keys, KEY_TERMS, new Date())).record.id],
    revokeKey: async () => [/4d2f6ab01c9e/, (await createKey(service.keys, KEY_TERMS, new Date())).record.id],
    getJob: async () => [/0b8e6c1e[\w-]+/, await doneJob(service)],
    cancelJob: async () => [/0b8e6c1e[\w-]+/, await newJob(service, 'a long sentence of words. '.repeat(10_000))],
    removeJob: async () => [/0b8e6c1e[\w-]+/, await doneJob(service)],
    getJobResult: async () => [/0b8e6c1e[\w-]+/, await doneJob(service)],
    findHeardText: async () => [/turn-1/, await spokenContext(service)],
    mcpGetAudio: async () => [/[\w-]+\.mp3(?=')/, /[\w-]+\.mp3/.exec(lastAnswer)?.[0] ?? ''],
  }
  for (const { operation } of routes) {
    const [status, response] = Object.entries(operation.responses)[0] as [string, DocumentResponse]
    for (const { source, 'x-answer': documented } of operation['x-codeSamples']) {
      const [pattern, now] = (await madeNow[operation.operationId]?.()) ?? [/$^/, '']
      const command = source.replace(pattern, now).replace('YOUR_KEY', TEST_KEY)
      const { stdout } = await promisify(exec)(`${command} -sS -D head.txt`, { cwd: directory, maxBuffer: 2 ** 26 })
      const head = readFileSync(join(directory, 'head.txt'), 'latin1')
      expect(head.split('\r\n')[0], command + stdout).toContain(` ${status} `)
      const mediaType = mediaTypeIn(response, /^content-type: (.*)$/im.exec(head)?.[1])
      expect(mediaType, command).toBe(documented)
      const schema = mediaType === undefined ? undefined : response.content?.[mediaType]?.schema
      if (mediaType === 'application/json' && schema !== undefined) {
        const validate = validatorOf(closed(schema), openApi)
        expect(validate(JSON.parse(stdout)), command + JSON.stringify(validate.errors)).toBe(true)
      }
      const file = / -o (\S+)/.exec(source)?.[1]
      if (file !== undefined) expect(readFileSync(join(directory, file)).length).toBeGreaterThan(100)
      lastAnswer = stdout
    }
  }
}

/** The documented media type of an answer; fails if it has none. */
function mediaTypeIn({ content }: DocumentResponse, contentType: string | undefined): string | undefined {
  if (content === undefined) return void expect(contentType).toBeUndefined()
  const names = [contentType ?? '', (contentType ?? '').replace(/;.*/, '')].map((name) => name.trim())
  const mediaType = names.find((name) => name in content)
  expect(mediaType, `${contentType} is not one of ${Object.keys(content)}`).toBeDefined()
  return mediaType
}

const openRequest = async ({ dictionary }: TestService): Promise<string> => {
  const options = { keyId: 'someone', predict: () => ['W', 'ER1', 'D'], now: new Date() }
  return (await requestWord(dictionary, { word: 'blorbify', pronunciation: undefined, note: '' }, options)).id
}

describe('O: every error of /openapi.json', () => {
  /** Sends something and expects a documented error. */
  async function expectError(
    { service, openApi }: ReferenceDocuments & { readonly service: TestService },
    { method, path, operation }: DocumentedRoute,
    status: number,
    init: RequestInit,
  ) {
    const url = service.url + path.replaceAll(/\{\w+\}/g, 'none')
    const answer = await fetch(url, { method, ...init })
    const text = await answer.text()
    expect(answer.status, `${method} ${path}: ${text}`).toBe(status)
    const documented = operation.responses[status]
    expect(documented, `${operation.operationId} ${status}`).toBeDefined()
    const mediaType = mediaTypeIn(documented as DocumentResponse, answer.headers.get('content-type') ?? undefined)
    if (mediaType !== 'application/json') return
    const validate = validatorOf(documented?.content?.[mediaType]?.schema ?? {}, openApi)
    expect(validate(JSON.parse(text)), `${method} ${path}: ${text} ${JSON.stringify(validate.errors)}`).toBe(true)
  }

  const needsKey = ({ operation }: DocumentedRoute) =>
    operation.security.every((alternative) => Object.keys(alternative).length > 0)
  const isOfOneProtocol = ({ operation }: DocumentedRoute) => operation.tags.length === 1

  test('has the status and the body that are documented: no key', async () => {
    const documents = await start()
    const routes = routesOf(documents.openApi).filter(needsKey)
    expect(routes.length).toBeGreaterThan(20)
    for (const route of routes) await expectError(documents, route, 401, {})
  })

  test('has the status and the body that are documented: a key without the role', async () => {
    const documents = await start()
    const terms = { name: '', expiresAt: null, maxConcurrent: null }
    const keyOf = async (role: 'synthesis' | 'admin') =>
      (await createKey(documents.service.keys, { ...terms, roles: [role] }, new Date())).key
    const keys = { synthesis: await keyOf('synthesis'), admin: await keyOf('admin') }
    for (const route of routesOf(documents.openApi).filter(needsKey)) {
      const roles = Object.values(route.operation.security[0] ?? {})[0] ?? []
      if (roles.length === 0) continue // any key will do
      const authorization = `Bearer ${roles.includes('admin') ? keys.synthesis : keys.admin}`
      await expectError(documents, route, 403, { headers: { authorization } })
    }
  })

  test('has the status and the body that are documented: an invalid body', async () => {
    const documents = await start()
    for (const route of routesOf(documents.openApi).filter(({ operation }) => operation.requestBody)) {
      await expectError(documents, route, 400, { headers: BEARER, body: '{' })
    }
  })

  test('has the status and the body that are documented: nothing of that name', async () => {
    const documents = await start()
    const routes = routesOf(documents.openApi).filter(
      ({ path, operation }) => path.includes('{') && operation.responses[404] && !operation.requestBody,
    )
    expect(routes.length).toBeGreaterThan(3)
    for (const route of routes) await expectError(documents, route, 404, { headers: BEARER })
  })

  test('has the status and the body that are documented: a service that fails', async () => {
    const service = await startTestService({
      speak: failWith(new Error('fault')),
    })
    const documents = { service, ...(await readDocuments(service)) }
    const routes = routesOf(documents.openApi).filter(
      (route) => isOfOneProtocol(route) && / -o /.test(route.operation['x-codeSamples'][0]?.source ?? ''),
    )
    for (const route of routes.filter(({ operation }) => operation.requestBody)) {
      const { parameters = [], requestBody } = route.operation
      const example = <T>(examples: Readonly<Record<string, { readonly value: T }>> | undefined) =>
        Object.values(examples ?? {})[0]?.value
      const query = parameters
        .filter((parameter) => parameter.in === 'query' && parameter.examples !== undefined)
        .map(({ name, examples }) => [name, String(example(examples))] as [string, string])
      const path = `${route.path.replace('{voiceId}', 'luna')}?${new URLSearchParams(query)}`
      const body = JSON.stringify(example(requestBody?.content['application/json'].examples))
      await expectError(documents, { ...route, path }, 500, { headers: { ...BEARER, accept: 'audio/wav' }, body })
    }
  })
})

describe('O: every example of /asyncapi.json', () => {
  test('has messages that fit their schemas', async () => {
    const { asyncApi } = await start()
    for (const [id, { messages }] of Object.entries(asyncApi.channels)) {
      for (const { name, payload = {}, examples = [] } of Object.values(messages)) {
        const validate = draft7ValidatorOf(closed(payload))
        for (const example of examples) {
          expect(validate(example.payload), `${id} ${name}: ${JSON.stringify(validate.errors)}`).toBe(true)
        }
      }
    }
  })

  test('is an exchange that happens in this order, with messages that fit their schemas', async () => {
    const { service, asyncApi } = await start()
    expect(Object.keys(asyncApi.channels).length).toBeGreaterThan(10)
    for (const [id, channel] of Object.entries(asyncApi.channels)) {
      const { address, messages, 'x-example': example } = channel
      const own = (asyncApi.operations[`${id}Send`]?.messages ?? []).map(({ $ref }) => $ref.replace(/.*\//, ''))
      const validators = own.map((name) => {
        const message = messages[name]
        return { name, isJson: message?.contentType === 'application/json', schema: message?.payload ?? {} }
      })
      const compiled = validators
        .filter(({ isJson }) => isJson)
        .map(({ name, schema }) => ({ name, fits: draft7ValidatorOf(closed(schema)) }))
      const nameOf = (frame: RecordedFrame): string =>
        Buffer.isBuffer(frame)
          ? (validators.find(({ isJson }) => !isJson)?.name ?? 'bytes')
          : (compiled.find(({ fits }) => fits(frame))?.name ?? `undocumented ${JSON.stringify(frame)}`)
      const namesOf = (frames: readonly RecordedFrame[]) =>
        frames.map(nameOf).filter((name, i, all) => name !== all[i - 1])

      const query = Object.entries(example.query ?? {}).map(([name, value]) => [name, String(value)])
      const path = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => example.params?.[name] ?? '')
      const socket = await recordSocket(service, `${path}?${new URLSearchParams(query as [string, string][])}`)
      const expected: string[] = []
      for (const { from, name, payload } of example.messages) {
        if (from === 'client') {
          await socket.until((frames) => namesOf(frames).length >= expected.length)
          socket.send(payload as object)
        } else expected.push(name)
      }
      await socket.until((frames) => namesOf(frames).length >= expected.length)
      if (!/^(?:rimeV1|cartesia)/.test(id)) expect((await socket.closed).code, id).toBe(1000)
      expect(namesOf(socket.frames), id).toEqual(expected)
    }
  })
})

describe('O: /docs', () => {
  test('shows every route and every socket, and loads nothing', async () => {
    const { service, openApi, asyncApi } = await start()
    const answer = await fetch(`${service.url}/docs`)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const page = await answer.text()
    for (const { operation } of routesOf(openApi)) expect(page).toContain(`id="${operation.operationId}"`)
    for (const id of Object.keys(asyncApi.channels)) expect(page).toContain(`id="${id}"`)
    expect(page.match(/<(?:link|img|iframe|object|embed|script [^>]*src)|@import|url\(/g)).toBeNull()
    const targets = [...page.matchAll(/href="([^"]*)"/g)].map(([, target = '']) => target)
    expect(targets.filter((target) => !/^#|^openapi\.json$|^asyncapi\.json$|^dashboard\/$/.test(target))).toEqual([])
  })

  test('may run its own script and style only, and be shown in no frame', async () => {
    const { url } = await sharedService()
    const answer = await fetch(`${url}/docs`)
    const page = await answer.text()
    const hashOf = (name: string) => {
      const own = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(page)?.[1] ?? ''
      return `'sha256-${createHash('sha256').update(own).digest('base64')}'`
    }
    expect(answer.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src ${hashOf('style')}; script-src ${hashOf('script')}; connect-src 'self'; media-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(page).not.toMatch(/ style="| on\w+="/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  const chromium = ['chromium', 'chromium-browser', 'google-chrome'].find(
    (name) => spawnSync(name, ['--version']).status === 0,
  )
  test.runIf(canTestWith('Chromium', chromium !== undefined))('opens the linked route in a browser', async () => {
    const { url } = await sharedService()
    const profile = mkdtempSync(join(tmpdir(), 'hoarfrost-browser-'))
    onTestFinished(() => rm(profile, { recursive: true, maxRetries: 10 }))
    const options = `--headless --no-sandbox --disable-gpu --user-data-dir=${profile} --dump-dom`
    const { stdout } = await promisify(exec)(`${chromium} ${options} '${url}/docs#createToken'`, { maxBuffer: 2 ** 26 })
    expect(stdout).toMatch(/<details class="route" id="createToken" open="">/)
    expect(stdout).not.toMatch(/<details class="route" id="normalizeText" open="">/)
    expect(stdout).toMatch(/<button type="button" class="copy">/)
  })
})
