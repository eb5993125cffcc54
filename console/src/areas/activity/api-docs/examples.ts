import type { Schema } from '../openapi-document'

const samples: Readonly<Record<string, string>> = {
  uuid: '0197e9f0-3c1a-7b52-9d4e-8a2f6c1b0e57',
  'date-time': '2026-11-20T09:41:07Z',
  email: 'ananya@example.com',
  uri: 'https://example.com/match.mp4',
}

/** A value that satisfies the schema. */
export function sampleOf(schema: Schema, name = ''): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = schema.anyOf?.find(({ type }) => type !== 'null')
  if (choice) return sampleOf(choice, name)
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, property]) => [key, sampleOf(property, key)]),
      )
    case 'array':
      return schema.items ? [sampleOf(schema.items, name)] : []
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return samples[schema.format ?? ''] ?? (name === '' ? 'text' : name)
  }
}

/** Describes a schema's type in JSON terms: `string (uuid)`, `"hd" | "sd"`, `number[]`. */
export function typeText(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' | ')
  const type = typeOf(schema)
  if (type === 'array') return `${schema.items ? wrapped(typeText(schema.items)) : 'any'}[]`
  return schema.format === undefined ? type : `${type} (${schema.format})`
}

function wrapped(text: string): string {
  return text.includes(' | ') ? `(${text})` : text
}

function typeOf({ type, properties }: Schema): string {
  if (typeof type === 'string') return type
  if (type) return type.filter((each) => each !== 'null')[0] ?? 'null'
  return properties ? 'object' : 'any'
}

export interface Field {
  /** Dotted path from the root: `items[].error.id`. */
  readonly path: string
  readonly type: string
  readonly required: boolean
}

/** All fields of a schema, parents before children. */
export function fieldsOf(schema: Schema, prefix = '', depth = 0): Field[] {
  if (depth > 5) return []
  const shape = objectIn(schema)
  if (!shape) return []
  return Object.entries(shape.schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${shape.suffix}${prefix + shape.suffix === '' ? '' : '.'}${name}`
    const own = { path, type: typeText(property), required: shape.schema.required?.includes(name) ?? false }
    return [own, ...fieldsOf(property, path, depth + 1)]
  })
}

/** Finds the object in a schema, inside arrays and nullable types. */
function objectIn(schema: Schema): { schema: Schema; suffix: string } | null {
  const plain = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  if (typeOf(plain) === 'array' && plain.items) {
    const inner = objectIn(plain.items)
    return inner && { schema: inner.schema, suffix: `[]${inner.suffix}` }
  }
  return plain.properties ? { schema: plain, suffix: '' } : null
}
