import { createHash } from 'node:crypto'
import { Html, html, prose } from '../../core/html.ts'
import type { Steps } from '../../core/steps.ts'
import type { AsyncApiDocument, Channel } from './asyncapi-document.ts'
import { queryOf } from './curl-command.ts'
import { fieldTable, schemaTables } from './field-tables.ts'
import { type DocumentResponse, type OpenApiDocument, type Operation, SERVER_URL } from './openapi-document.ts'

export interface PageParts {
  readonly openApi: OpenApiDocument
  readonly asyncApi: AsyncApiDocument
  readonly css: string
  readonly script: string
}

/** The `Content-Security-Policy` of the page: its own style and script, requests to this server, and the audio that they bring. */
export const policyOf = ({ css, script }: Pick<PageParts, 'css' | 'script'>): string =>
  [
    "default-src 'none'",
    `style-src '${hashOf(css)}'`,
    `script-src '${hashOf(script)}'`,
    "connect-src 'self'",
    'media-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** Makes the page of both documents, one route in a step. Its server is `SERVER_URL`. */
export function* referencePage({ openApi, asyncApi, css, script }: PageParts): Steps<string> {
  const articles = new Map<string, Html[]>()
  const add = (title: string, article: Html) => articles.set(title, [...(articles.get(title) ?? []), article])
  for (const [path, operations] of Object.entries(openApi.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      add(operation.tags[0] as string, routeArticle(method, path, operation, openApi))
      yield
    }
  }
  for (const [id, channel] of Object.entries(asyncApi.channels)) {
    add(channel.tags[0]?.name as string, socketArticle(id, channel, asyncApi))
    yield
  }
  const tags = [...openApi.tags, ...(asyncApi.info.tags as OpenApiDocument['tags'])]
  const sections = [...articles].map(([title, own]) => {
    const summary = tags.find(({ name }) => name === title)?.description ?? ''
    return html`<section id="${slugOf(title)}"><h2>${title}</h2><p>${prose(summary)}</p>${own}</section>`
  })
  const links = [...articles.keys()].map((title) => html`<li><a href="#${slugOf(title)}">${title}</a></li>`)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Hoarfrost API reference</title>
<style>${new Html(css)}</style>
</head>
<body>
<header>
<h1>Hoarfrost API <small>${openApi.info.version}</small></h1>
<p>Server <code>${SERVER_URL}</code> · <a href="openapi.json">OpenAPI</a> · <a href="asyncapi.json">AsyncAPI</a>${
    '/dashboard' in openApi.paths && html` · <a href="dashboard/">Dashboard</a>`
  }</p>
<p class="key" hidden><label for="key">API key for <em>Try it</em></label> <input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="empty: the session of the dashboard"></p>
<input id="filter" type="search" placeholder="Filter by path or text" aria-label="Filter">
</header>
<nav aria-label="Protocols"><ul>${links}</ul></nav>
<main>${sections}<p id="nothing" hidden>Nothing matches.</p></main>
<script>${new Html(script)}</script>
</body>
</html>
`.text
}

const slugOf = (title: string): string => `protocol-${title.toLowerCase().replaceAll(/\W+/g, '-')}`

interface ArticleParts {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly content: Html
}

const article = ({ id, method, path, summary, content }: ArticleParts): Html =>
  html`<details class="route" id="${id}"><summary><span class="method ${method}">${method}</span> <code class="path">${path}</code> <span class="what">${prose(summary)}</span></summary>
<div class="body">${content}</div></details>
`

function routeArticle(method: string, path: string, operation: Operation, { components }: OpenApiDocument): Html {
  const { operationId: id, summary, description, parameters = [], requestBody, responses } = operation
  const parametersIn = (place: string) =>
    fieldTable(
      parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, required, description: what, schema }) => ({
          name,
          isRequired: required,
          schema: { ...schema, ...(what !== undefined && { description: what }) },
        })),
    )
  const body = requestBody?.content['application/json'].schema
  const content = html`${description && html`<p>${prose(description)}</p>`}<p>${keySentence(operation)} <a href="#${id}">Link</a></p>
${samplesOf(operation)}
${heading('Path', parametersIn('path'))}${heading('Query', parametersIn('query'))}
${body && heading(requestBody.required ? 'Body' : 'Body, may be absent', schemaTables(body))}
<h3>Answers</h3><table class="answers"><tbody>${Object.entries(responses).map(
    ([status, response]) =>
      html`<tr><th scope="row">${status}</th><td>${prose(response.description)}${contentOf(response, components.schemas)}</td></tr>`,
  )}</tbody></table>`
  return article({ id, method, path, summary, content })
}

const heading = (title: string, content: Html | undefined): Html | undefined =>
  content && html`<h3>${title}</h3>${content}`

function keySentence({ security }: Operation): Html {
  const names = security.flatMap((each) => Object.keys(each))
  if (names.length === 0) return html`No key is needed.`
  const roles = [...new Set(security.flatMap((each) => Object.values(each).flat()))]
  const optional = security.some((each) => Object.keys(each).length === 0)
  if (optional) return html`A key is optional.`
  return roles.length === 0 ? html`Needs a key.` : html`Needs a key with the role <code>${roles.join(', ')}</code>.`
}

function contentOf({ content = {} }: DocumentResponse, schemas: OpenApiDocument['components']['schemas']): Html {
  const types = html`${Object.keys(content).map((mediaType) => html` <code class="type">${mediaType}</code>`)}`
  const schema = Object.values(content).find((each) => each.schema?.type !== 'string')?.schema
  if (schema === undefined) return types
  const whole = schema.$ref === undefined ? schema : schemas[schema.$ref.replace(/.*\//, '')]
  return html`${types}<details><summary>Fields</summary>${schemaTables(whole ?? {})}</details>`
}

/** What a client sends and what it receives, side by side. */
function samplesOf(operation: Operation): Html {
  const [answered] = Object.entries(operation.responses) as [[string, DocumentResponse]]
  return html`<h3>${operation['x-codeSamples'].length > 1 ? 'Examples' : 'Example'}</h3>${operation[
    'x-codeSamples'
  ].map(
    ({
      label,
      source,
      'x-answer': mediaType,
      'x-request': request,
    }) => html`<figure class="exchange"><figcaption>${prose(label)}</figcaption>
<div class="side"><p class="role">Request <span class="actions"><button type="button" class="copy" hidden>Copy as curl</button> <button type="button" class="try" data-request="${JSON.stringify(request)}" hidden>Try it</button></span></p><pre><code>${source}</code></pre></div>
<div class="side"><p class="role">Answer</p><pre><code>${answerText(mediaType, answered)}</code></pre></div></figure>`,
  )}`
}

/** The head of an answer, and its body if that is JSON or text. */
function answerText(type: string | undefined, [status, { content = {} }]: [string, DocumentResponse]): string {
  const example = type === undefined ? undefined : content[type]?.example
  const lines = [`HTTP/1.1 ${status}`, ...(type === undefined ? [] : [`Content-Type: ${type}`])]
  if (typeof example === 'string') return [...lines, '', example].join('\n')
  if (example !== undefined) return [...lines, '', indented(example)].join('\n')
  if (type?.startsWith('audio/')) return [...lines, 'Transfer-Encoding: chunked', '', '(audio)'].join('\n')
  return lines.join('\n')
}

/** JSON, with arrays of numbers and strings on one line. */
const indented = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(/\[[^[\]{}]*\]/g, (list) => list.replaceAll(/\n\s*/g, ' '))

function socketArticle(id: string, channel: Channel, { operations }: AsyncApiDocument): Html {
  const { address, summary, description, bindings, parameters = {}, 'x-example': example } = channel
  const path = fieldTable(
    Object.entries(parameters).map(([name, parameter]) => ({ name, isRequired: true, schema: parameter })),
  )
  const protocols = bindings.ws.headers?.properties?.['Sec-WebSocket-Protocol']?.enum
  const at = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => example.params?.[name] ?? name)
  const content = html`${description && html`<p>${prose(description)}</p>`}<p>Needs a key with the role <code>synthesis</code>.${
    protocols && html` Subprotocols: <code>${protocols.join(', ')}</code>.`
  } <a href="#${id}">Link</a></p>
<h3>Example</h3><figure class="talk"><figcaption><code>${at + queryOf(example)}</code></figcaption><ol>${example.messages.map(
    ({ from, name, payload }) =>
      html`<li class="${from}"><span class="role">${from === 'client' ? 'Client →' : '← Server'} ${name}</span><code>${payloadText(payload)}</code></li>`,
  )}</ol></figure>
${heading('Path', path)}${bindings.ws.query && heading('Query', schemaTables(bindings.ws.query))}
${heading('Messages of the client', messageTables(channel, operations[`${id}Receive`]))}
${heading('Messages of the server', messageTables(channel, operations[`${id}Send`]))}`
  return article({ id, method: 'ws', path: address, summary, content })
}

const payloadText = (payload: unknown): string => {
  if (payload === undefined) return '(audio)'
  return typeof payload === 'string' ? payload : JSON.stringify(payload)
}

const messageTables = ({ messages }: Channel, operation: AsyncApiDocument['operations'][string] | undefined): Html =>
  html`<dl>${(operation?.messages ?? []).map(({ $ref }) => {
    const message = messages[$ref.replace(/.*\//, '')]
    const { name = '', summary = '', contentType, payload = {} } = message ?? {}
    const type = contentType !== 'application/json' && html` <code class="type">${contentType}</code>`
    return html`<dt><code>${name}</code>${type}</dt><dd>${prose(summary)}${schemaTables(payload)}</dd>`
  })}</dl>`
