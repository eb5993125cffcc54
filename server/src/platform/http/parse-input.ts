import type { Call } from '@kinora/contract'
import { issueMessage } from '@kinora/contract/issue-message'
import * as z from 'zod'
import { problem } from '../problem.ts'
import { composeText } from './compose-text.ts'

/** Limits the errors of long lists. */
const MAX_ERRORS = 100

/** @throws problem request-invalid with the paths of the errors */
export function parseInput(
  schema: NonNullable<Call['body']>,
  value: unknown,
  where: 'params' | 'query' | 'body',
): unknown {
  const result = z.safeParse(schema, composeText(value), { error: issueMessage })
  if (result.success) return result.data
  throw problem('request-invalid', {
    errors: result.error.issues.slice(0, MAX_ERRORS).map((issue) => ({
      path: [where, ...issue.path].join('.'),
      message: issue.message,
    })),
  })
}

/** @throws problem request-invalid if there are names */
export function refuseUnknown(names: readonly string[]): void {
  if (names.length === 0) return
  throw problem('request-invalid', {
    errors: names
      .slice(0, MAX_ERRORS)
      .map((name) => ({ path: `query.${name}`, message: 'Unknown parameter' })),
  })
}
