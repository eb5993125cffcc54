import type { Call } from '@kinora/contract'
import * as z from 'zod'

type Json = Record<string, unknown>

const known = { input: new WeakMap<object, Json>(), output: new WeakMap<object, Json>() }

/** A schema of a call as JSON Schema. Both forms of the contract need it, and it takes a millisecond, so it is kept. */
export function schemaOf(schema: NonNullable<Call['body']>, io: 'input' | 'output'): Json {
  const found = known[io].get(schema)
  if (found !== undefined) return found
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  known[io].set(schema, json)
  return json
}
