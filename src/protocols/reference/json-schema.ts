import { z } from 'zod'

/** A JSON Schema, as far as the reference reads it. */
export interface JsonSchema {
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly not?: JsonSchema
}

/** OpenAPI 3.1 has JSON Schema 2020-12, AsyncAPI 3 has draft 7. */
export type Dialect = 'draft-2020-12' | 'draft-7'

/** The schema of what is sent, before defaults and transformations. A JSON Schema is returned as it is. */
export function jsonSchemaOf(schema: z.ZodType | Readonly<Record<string, unknown>>, dialect: Dialect): JsonSchema {
  if (!(schema instanceof z.ZodType)) return schema
  const { $schema, ...json } = z.toJSONSchema(schema, { io: 'input', target: dialect, override: tidy })
  return json as JsonSchema
}

/** Removes what says nothing to clients: the limits of safe integers, and that our arrays are frozen. */
function tidy({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  delete jsonSchema.readOnly
}
