import { type Problem, problem } from '../../../platform/problem.ts'
import { ConnectionEnded, NetworkFailure, QuotaUsed, Refused } from '../networks/failures.ts'

/** The problem of a fault at a network, in its words. Other errors stay. */
export function asProblem(error: unknown): Problem | unknown {
  if (error instanceof NetworkFailure) return problem('social-unreachable', { detail: error.message })
  if (error instanceof Refused && error.reason === 'no-app') return problem('social-not-set-up')
  if (error instanceof Refused || error instanceof QuotaUsed || error instanceof ConnectionEnded)
    return problem('social-refused', { detail: error.message })
  return error
}
