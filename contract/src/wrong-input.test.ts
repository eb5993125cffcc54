import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { allCalls } from './areas.gen.ts'
import type { Call } from './call.ts'
import { issueMessage, limitIn } from './issue-message.ts'
import { subtitleFaults } from './library/index.ts'
import { messages } from './messages.gen.ts'

interface JsonSchema {
  readonly type?: string
  readonly maximum?: number
  readonly exclusiveMaximum?: number
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema | boolean
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
}

/** Values that few fields accept: of a wrong type, out of range, no member of an enum, too long, empty. */
const wrong: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'no such word',
  'x'.repeat(30_000),
  '\u0000',
  -1,
  1.5,
  1e12,
  Number.MAX_VALUE,
  true,
  [],
  [null],
  Array.from({ length: 2000 }, () => 'x'),
  {},
  { unknown: { unknown: true } },
]

type Place = (value: unknown) => unknown

/** Functions that put a value into each place of the input. */
function placesIn(schema: JsonSchema): Place[] {
  const { properties = {}, items, anyOf = [], oneOf = [], additionalProperties } = schema
  const constants = Object.entries(properties).filter(([, each]) => each.const !== undefined)
  const base = Object.fromEntries(constants.map(([name, each]) => [name, each.const]))
  const inside = (inner: JsonSchema, put: Place) =>
    placesIn(inner).map(
      (place): Place =>
        (value) =>
          put(place(value)),
    )
  return [
    (value) => value,
    ...Object.entries(properties).flatMap(([name, each]) =>
      inside(each, (value) => Object.assign({}, base, { [name]: value })),
    ),
    ...(typeof additionalProperties === 'object'
      ? inside(additionalProperties, (value) => ({ any: value }))
      : []),
    ...(items === undefined ? [] : inside(items, (value) => [value])),
    ...[...anyOf, ...oneOf].flatMap(placesIn),
  ]
}

/** Messages of all refusals of wrong input. */
function refusalsOf(schema: z.ZodMiniType): string[] {
  const json: JsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as object
  const issues = placesIn(json).flatMap((place) =>
    wrong.flatMap((value) => schema.safeParse(place(value), { error: issueMessage }).error?.issues ?? []),
  )
  return [...new Set(issues.map(({ message }) => message))]
}

/** Paths of numbers without a limit, which can become times or sizes that do not exist. */
function unlimitedIn(schema: JsonSchema, path: string): string[] {
  const { type, maximum, exclusiveMaximum, properties = {}, items, anyOf = [], oneOf = [] } = schema
  const { additionalProperties } = schema
  const inside = [...anyOf, ...oneOf, ...(items === undefined ? [] : [items])]
  if (typeof additionalProperties === 'object') inside.push(additionalProperties)
  const isAny = type === 'number' && schema.const === undefined && schema.enum === undefined
  const isUnlimited = isAny && maximum === undefined && exclusiveMaximum === undefined
  return [
    ...(isUnlimited ? [path] : []),
    ...Object.entries(properties).flatMap(([name, each]) => unlimitedIn(each, `${path}.${name}`)),
    ...inside.flatMap((each) => unlimitedIn(each, path)),
  ]
}

const ours = [...Object.values(messages), ...Object.values(subtitleFaults)]
const isOurs = (message: string) => ours.some((each) => each === message || limitIn(message, each) !== null)

it.each(Object.entries<Call>(allCalls))('%s refuses wrong input in our own words', (_name, call) => {
  const schemas = [call.params, call.query, call.body].filter((schema) => schema !== undefined)
  const refusals = schemas.flatMap(refusalsOf)
  if (call.body !== undefined) expect(refusals).not.toEqual([])
  expect(refusals.filter((message) => !isOurs(message))).toEqual([])
})

it('limits every number of a request', () => {
  const unlimited = Object.entries<Call>(allCalls).flatMap(([name, { query, body }]) =>
    [query, body].flatMap((schema) =>
      schema === undefined
        ? []
        : unlimitedIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, name),
    ),
  )
  // Kept as the console gave it, and never computed with.
  expect(unlimited).toEqual(['createSavedView.search', 'updateSavedView.search'])
})
