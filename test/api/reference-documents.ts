import asyncApiSchema from '@asyncapi/specs/schemas/3.0.0-without-$id.json' with { type: 'json' }
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { AsyncApiDocument } from '../../src/protocols/reference/asyncapi-document.ts'
import type { JsonSchema } from '../../src/protocols/reference/json-schema.ts'
import type { OpenApiDocument, Operation } from '../../src/protocols/reference/openapi-document.ts'
import type { TestService } from './test-service.ts'

export interface ReferenceDocuments {
  readonly openApi: OpenApiDocument
  readonly asyncApi: AsyncApiDocument
}

export async function readDocuments({ url }: Pick<TestService, 'url'>): Promise<ReferenceDocuments> {
  const read = async (path: string) => (await fetch(url + path)).json()
  return {
    openApi: (await read('/openapi.json')) as OpenApiDocument,
    asyncApi: (await read('/asyncapi.json')) as AsyncApiDocument,
  }
}

export interface DocumentedRoute {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

export const routesOf = ({ paths }: OpenApiDocument): readonly DocumentedRoute[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

const OPTIONS = { strict: false, allErrors: false } as const
const formats = addFormats as unknown as (ajv: Ajv) => Ajv
const ajv2020 = formats(new Ajv2020(OPTIONS))
const ajvDraft7 = formats(new Ajv(OPTIONS))

/** Validates against a schema of the OpenAPI document. Many routes have the same one, which is compiled once. */
export function validatorOf(schema: JsonSchema, { components }: OpenApiDocument): ValidateFunction {
  const whole = { ...schema, components }
  const key = JSON.stringify(whole)
  const validate = validators.get(key) ?? ajv2020.compile(whole)
  validators.set(key, validate)
  return validate
}

const validators = new Map<string, ValidateFunction>()

/** The same for AsyncAPI's dialect. */
export const draft7ValidatorOf = (schema: JsonSchema): ValidateFunction => ajvDraft7.compile({ ...schema })

/** The schema with every object closed, so that fields which are not documented are errors. */
export function closed(schema: JsonSchema): JsonSchema {
  const inner = Object.entries(schema).map(([name, value]) => [name, closedValue(name, value)])
  const isOpen = schema.properties === undefined || 'additionalProperties' in schema
  return { ...Object.fromEntries(inner), ...(!isOpen && { additionalProperties: false }) }
}

function closedValue(name: string, value: unknown): unknown {
  if (name === 'properties') {
    return Object.fromEntries(Object.entries(value as object).map(([field, schema]) => [field, closed(schema)]))
  }
  if (name === 'anyOf' || name === 'prefixItems') return (value as JsonSchema[]).map(closed)
  return name === 'items' ? closed(value as JsonSchema) : value
}

/** The official JSON schema of AsyncAPI 3.0. */
export function asyncApiErrors(document: object): readonly ErrorObject[] {
  const validate = formats(new Ajv({ ...OPTIONS, validateSchema: false })).compile(asyncApiSchema)
  validate(document)
  return validate.errors ?? []
}
