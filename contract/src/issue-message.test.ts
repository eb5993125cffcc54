import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { name, uuid } from './common.ts'
import { issueMessage, limitIn } from './issue-message.ts'
import { messages } from './messages.gen.ts'

const day = z.enum(['monday', 'sunday'])
const shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('circle'), radius: z.number() }),
  z.object({ kind: z.literal('square'), side: z.number() }),
])

it.each<[unknown, z.ZodMiniType, string]>([
  [undefined, z.string(), 'This field is required'],
  ['', name, 'This field is required'],
  [[], z.array(z.string()).check(z.minLength(1)), 'This field is required'],
  [5, z.string(), 'Enter text'],
  [null, z.string(), 'Enter text'],
  ['5', z.number(), 'Enter a number'],
  [1.5, z.int(), 'Enter a whole number'],
  [1, z.boolean(), 'Enter true or false'],
  ['a', z.array(z.string()), 'Enter a list'],
  ['a', z.object({}), 'Enter an object with fields'],
  ['friday', day, 'Select one of: monday, sunday'],
  ['b', z.literal('a'), 'The only possible value is a'],
  ['x'.repeat(201), name, 'Enter at most 200 characters'],
  ['ab', z.string().check(z.minLength(3)), 'Enter at least 3 characters'],
  [[1, 2, 3], z.array(z.number()).check(z.maxLength(2)), 'Enter at most 2 values'],
  [[1], z.array(z.number()).check(z.minLength(2)), 'Enter at least 2 values'],
  [11, z.number().check(z.maximum(10)), 'Enter a number up to 10'],
  [-1, z.number().check(z.minimum(0)), 'Enter a number from 0'],
  [10, z.number().check(z.lt(10)), 'Enter a number less than 10'],
  [0, z.number().check(z.gt(0)), 'Enter a number greater than 0'],
  ['a', uuid, 'Enter a valid ID'],
  ['a', z.url(), 'Enter a valid URL'],
  ['a', z.email(), 'Enter a valid email address'],
  ['noon', z.iso.datetime(), 'Enter a time such as 2026-03-05T14:30:00Z'],
  ['a', z.string().check(z.regex(/b/)), 'This value has the wrong format'],
  [{ a: 1, b: 2 }, z.strictObject({}), 'These fields do not exist: a, b'],
  ['friday', z.union([z.array(day), day]), 'Select one of: monday, sunday'],
  ['a', z.union([z.literal('me'), uuid]), 'Enter a valid ID'],
  [{}, z.union([z.string(), z.number()]), 'This value is not valid'],
  [{ kind: 'star' }, shape, 'Select one of: circle, square'],
  [1, z.number().check(z.refine(() => false)), 'This value is not valid'],
  [1, z.number().check(z.refine(() => false, 'Enter another day')), 'Enter another day'],
])('%j is refused by a schema that has no message of its own', (value, schema, message) => {
  expect(schema.safeParse(value, { error: issueMessage }).error?.issues[0]?.message).toBe(message)
})

it('cuts long lists', () => {
  const many = z.enum(Array.from({ length: 500 }, (_, n) => `choice-${n}`) as [string, ...string[]])
  expect(many.safeParse('x', { error: issueMessage }).error?.issues[0]?.message).toMatch(
    /choice-23, choice-24, …$/,
  )
})

it('finds the limit in a message, so that it can be translated', () => {
  expect(limitIn('Enter at most 200 characters', messages.maxCharacters)).toBe('200')
  expect(limitIn('Enter at most 200 values', messages.maxCharacters)).toBeNull()
  expect(limitIn(messages.required, messages.required)).toBeNull()
})
