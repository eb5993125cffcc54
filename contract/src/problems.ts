import * as z from 'zod/mini'
import type { problems } from './problems.gen.ts'

export type ProblemId = keyof typeof problems

/** The body of every error: application/problem+json. */
export const problemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.number(),
  detail: z.optional(z.string()),
  requestId: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})
export type ProblemBody = z.infer<typeof problemBody>
