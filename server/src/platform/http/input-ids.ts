import type { Call } from '@kinora/contract'
import { definitionOf } from './query.ts'
import type { CallInput } from './server.ts'

type Schema = NonNullable<Call['query']>

/** Changes every ID in the input of a call. Only values that the schema declares as UUIDs count, so texts stay. */
export function changeIds(call: Call, input: CallInput, change: (id: string) => string): CallInput {
  return {
    params: changeIn(call.params, input.params, change),
    query: changeIn(call.query, input.query, change),
    body: changeIn(call.body, input.body, change),
  }
}

function changeIn(schema: Schema | undefined, value: unknown, change: (id: string) => string): unknown {
  if (schema === undefined || value === undefined || value === null) return value
  const { type, format, innerType, element, shape } = definitionOf(schema)
  if (innerType !== undefined) return changeIn(innerType, value, change)
  if (typeof value === 'string') return type === 'string' && format === 'uuid' ? change(value) : value
  if (Array.isArray(value)) return value.map((each) => changeIn(element, each, change))
  if (typeof value !== 'object' || shape === undefined) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, changeIn(shape[name], each, change)]),
  )
}
