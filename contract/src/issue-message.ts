import type * as z from 'zod/mini'
import { messages } from './messages.gen.ts'

type Issue = z.core.$ZodRawIssue
type Union = Extract<Issue, { readonly code: 'invalid_union' }>
type Limit = string | number | bigint

/** The message for a fault of a schema that has no message of its own. Passed as `error` to each parse of
 * what people write, who would read zod's messages otherwise. */
export function issueMessage(issue: Issue): string {
  if (isEmpty(issue)) return messages.required
  switch (issue.code) {
    case 'invalid_type':
      return typeMessages[issue.expected] ?? messages.invalid
    case 'invalid_value':
      return oneOf(issue.values.map(String))
    case 'too_big':
      return withLimit(largest(issue), issue.maximum)
    case 'too_small':
      return withLimit(smallest(issue), issue.minimum)
    case 'invalid_format':
      return formatMessages[issue.format] ?? messages.format
    case 'unrecognized_keys':
      return withLimit(messages.unknownFields, shortList(issue.keys))
    case 'invalid_union':
      return unionMessage(issue)
    default:
      return messages.invalid
  }
}

/** Missing, or empty although something is required. */
function isEmpty(issue: Issue): boolean {
  if (issue.input === undefined) return true
  return (
    issue.code === 'too_small' && (issue.input === '' || (issue.origin === 'array' && issue.minimum === 1))
  )
}

const typeMessages: Readonly<Record<string, string>> = {
  string: messages.text,
  number: messages.number,
  int: messages.wholeNumber,
  boolean: messages.trueOrFalse,
  array: messages.list,
  tuple: messages.list,
  object: messages.object,
  record: messages.object,
}

const formatMessages: Readonly<Record<string, string>> = {
  uuid: messages.id,
  url: messages.webAddress,
  email: messages.emailAddress,
  datetime: messages.time,
}

function largest({ origin, inclusive }: Extract<Issue, { readonly code: 'too_big' }>): string {
  if (origin === 'string') return messages.maxCharacters
  if (origin === 'array') return messages.maxItems
  return inclusive ? messages.atMost : messages.lessThan
}

function smallest({ origin, inclusive }: Extract<Issue, { readonly code: 'too_small' }>): string {
  if (origin === 'string') return messages.minCharacters
  if (origin === 'array') return messages.minItems
  return inclusive ? messages.atLeast : messages.moreThan
}

/** The fault of the member that the input fits best: one of its type, unless that is a single word. */
function unionMessage({ options, errors }: Union): string {
  if (Array.isArray(options) && options.length > 0) return oneOf(options.map(String))
  const fault = errors
    .flat()
    .find(
      (each) =>
        !['invalid_type', 'invalid_union'].includes(each.code) &&
        !(each.code === 'invalid_value' && each.values.length === 1),
    )
  return fault?.message ?? messages.invalid
}

function oneOf(values: readonly string[]): string {
  return withLimit(values.length === 1 ? messages.onlyValue : messages.oneOf, shortList(values))
}

const MAX_LISTED = 25
const MAX_LISTED_LENGTH = 100

function shortList(values: readonly string[]): string {
  const listed = values.slice(0, MAX_LISTED).map((value) => value.slice(0, MAX_LISTED_LENGTH))
  return (values.length > MAX_LISTED ? [...listed, '…'] : listed).join(', ')
}

/** The place of the limit in messages. */
const PLACE = '{{limit}}'

function withLimit(message: string, limit: Limit): string {
  return message.replace(PLACE, () => String(limit))
}

/** The limit in a message that was made from this template; null if it was not. */
export function limitIn(message: string, template: string): string | null {
  const [before = '', after] = template.split(PLACE)
  if (after === undefined || !message.startsWith(before) || !message.endsWith(after)) return null
  const limit = message.slice(before.length, message.length - after.length)
  return limit === '' ? null : limit
}
