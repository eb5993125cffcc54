import type { Call } from '@kinora/contract'

type Schema = NonNullable<Call['query']>
interface Definition {
  readonly type: string
  readonly format?: string
  readonly shape?: Record<string, Schema>
  readonly innerType?: Schema
  readonly element?: Schema
  readonly catchall?: Schema
}

/** Converts the strings of a query or path to the types of the schema: numbers, booleans, lists (`?a=1&a=2` or
 * `?a=1,2`; a comma before a space is part of a value). Invalid values stay strings, so that the schema refuses them. */
export function convertStrings(schema: Schema, given: Record<string, unknown>): Record<string, unknown> {
  const { shape = {} } = definitionOf(schema)
  const converted: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(shape)) {
    const value = given[name]
    if (value !== undefined && value !== '') converted[name] = convert(field, value)
  }
  return converted
}

function convert(schema: Schema, value: unknown): unknown {
  const { type, innerType, element } = definitionOf(schema)
  switch (type) {
    case 'optional':
    case 'default':
    case 'nullable':
      return innerType ? convert(innerType, value) : value
    case 'array': {
      const items = Array.isArray(value) ? value : String(value).split(/,(?! )/)
      return items.map((item) => (element ? convert(element, item) : item))
    }
    case 'number':
    case 'int':
      return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value
    default:
      return value
  }
}

/** Parameters that the schema does not have, unless it is a loose object. Every call ignores `time`, which clients add
 * to avoid caches. */
export function unknownParameters(schema: Schema | undefined, given: Record<string, unknown>): string[] {
  const { shape = {}, catchall = undefined } = schema === undefined ? {} : definitionOf(schema)
  if (catchall !== undefined) return []
  return Object.keys(given).filter((name) => name !== 'time' && !Object.hasOwn(shape, name))
}

export function definitionOf(schema: Schema): Definition {
  return schema._zod.def as Definition
}
