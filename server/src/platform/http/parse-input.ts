import type { Call } from '@kinora/contract'
import * as z from 'zod'
import { problem } from '../problem.ts'

/** Limits the errors of long lists. */
const MAX_ERRORS = 100

/** @throws problem request-invalid with the paths of the errors */
export function parseInput(
  schema: NonNullable<Call['body']>,
  value: unknown,
  where: 'params' | 'query' | 'body',
): unknown {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  throw problem('request-invalid', {
    errors: result.error.issues.slice(0, MAX_ERRORS).map((issue) => ({
      path: [where, ...issue.path].join('.'),
      message: issue.message,
    })),
  })
}

/** Otherwise zod reports only "Invalid input". */
export function nameErrors(): void {
  z.config(z.locales.en())
}
