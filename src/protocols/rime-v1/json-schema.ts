import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf'

type JsonSchema = Readonly<Record<string, unknown>>

/** JSON Schema of a protobuf message in JSON. Messages must not contain themselves. */
export const jsonSchemaOf = ({ fields }: Pick<DescMessage, 'fields'>): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(fields.map((field) => [field.jsonName, schemaOfField(field)])),
})

function schemaOfField(field: DescField): JsonSchema {
  switch (field.fieldKind) {
    case 'scalar':
      return schemaOfScalar(field.scalar)
    case 'enum':
      return { enum: field.enum.values.map(({ name }) => name) }
    case 'message':
      return schemaOfMessage(field.message)
    case 'list':
      return { type: 'array', items: schemaOfItem(field) }
    case 'map':
      throw new Error(`${field} is a map`) // the schema has none
    default:
      return field satisfies never
  }
}

function schemaOfItem(field: DescField & { readonly fieldKind: 'list' }): JsonSchema {
  if (field.listKind === 'message') return schemaOfMessage(field.message)
  if (field.listKind === 'scalar') return schemaOfScalar(field.scalar)
  return { enum: field.enum.values.map(({ name }) => name) }
}

const schemaOfMessage = (message: DescMessage): JsonSchema =>
  message.typeName === 'google.protobuf.Duration' ? DURATION : jsonSchemaOf(message)

const DURATION = { type: 'string', pattern: '^-?\\d+(\\.\\d+)?s$', description: 'Seconds, as in `0.52s`' }

const schemaOfScalar = (scalar: ScalarType): JsonSchema => SCHEMAS.get(scalar) ?? { type: 'integer' }

/** All other scalars are integers. */
const SCHEMAS: ReadonlyMap<ScalarType, JsonSchema> = new Map([
  [ScalarType.STRING, { type: 'string' }],
  [ScalarType.BYTES, { type: 'string', contentEncoding: 'base64' }],
  [ScalarType.BOOL, { type: 'boolean' }],
  [ScalarType.FLOAT, { type: 'number' }],
  [ScalarType.DOUBLE, { type: 'number' }],
])
