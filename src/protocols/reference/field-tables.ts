import { type Html, html, prose } from '../../core/html.ts'
import type { JsonSchema } from './json-schema.ts'

export interface Field {
  readonly name: string
  readonly isRequired: boolean
  readonly schema: JsonSchema
}

/** Tables of the fields of a schema, one for each of its alternatives; nothing for one without fields. */
export function schemaTables(schema: JsonSchema): Html | undefined {
  const { type, items, anyOf } = schema
  if (type === 'array' && items !== undefined) {
    return html`<p class="note">Array of ${items.type === 'object' ? 'objects:' : typeOf(items)}</p>${schemaTables(items)}`
  }
  if (anyOf?.some((each) => each.properties !== undefined || each.type === 'array')) {
    return html`${anyOf.map(
      (each, i) => html`<h4>${each.title ?? (i === 0 ? 'Either' : 'Or')}</h4>${schemaTables(each)}`,
    )}`
  }
  return fieldTable([...fieldsIn(schema)])
}

/** Undefined if there are no fields. */
export function fieldTable(fields: readonly Field[]): Html | undefined {
  if (fields.length === 0) return undefined
  return html`<table class="fields"><tbody>${fields.map(
    ({ name, isRequired, schema }) =>
      html`<tr><th scope="row"><code>${name}</code>${isRequired && html` <small>required</small>`}</th><td><span class="value">${typeOf(schema)}${defaultOf(schema)}</span>${
        schema.description && html`<br>${prose(schema.description)}`
      }</td></tr>`,
  )}</tbody></table>`
}

/** The fields of an object, and those of objects in it. */
function* fieldsIn({ properties = {}, required = [] }: JsonSchema, prefix = ''): Generator<Field> {
  for (const [name, schema] of Object.entries(properties)) {
    if (schema.not !== undefined) continue // refused
    yield { name: prefix + name, isRequired: required.includes(name), schema }
    const own = [schema, ...(schema.anyOf ?? [])].find((each) => each.properties ?? each.items?.properties)
    if (own?.properties !== undefined) yield* fieldsIn(own, `${prefix}${name}.`)
    else if (own?.items !== undefined) yield* fieldsIn(own.items, `${prefix}${name}[].`)
  }
}

const code = (value: unknown): Html => html`<code>${JSON.stringify(value)}</code>`

const listed = (parts: readonly Html[], separator: string): Html =>
  html`${parts.map((part, i) => html`${i > 0 && separator}${part}`)}`

function typeOf(schema: JsonSchema): Html {
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum !== undefined) return listed(schema.enum.map(code), ', ')
  if (schema.anyOf !== undefined) return listed(schema.anyOf.map(typeOf), ' or ')
  if (schema.items !== undefined) return html`array of ${typeOf(schema.items)}`
  return html`${[schema.type ?? 'any value'].flat().join(' or ')}${rangeOf(schema)}`
}

function rangeOf({ minimum, maximum, exclusiveMinimum, maxLength }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`
  const parts = [
    minimum !== undefined && `at least ${minimum}`,
    exclusiveMinimum !== undefined && `above ${exclusiveMinimum}`,
    maximum !== undefined && `at most ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
  ]
  return parts
    .filter((part) => part !== false)
    .map((part) => `, ${part}`)
    .join('')
}

const defaultOf = ({ default: usual }: JsonSchema): Html | undefined =>
  usual === undefined || usual === '' ? undefined : html`; default ${code(usual)}`
