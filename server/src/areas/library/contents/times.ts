import { messages } from '@kinora/contract'
import { type Problem, problem } from '../../../platform/problem.ts'

/** A time that is not in the video, in a field of the body. */
export function beyondEndProblem(field: string): Problem {
  return problem('time-beyond-end', { errors: [{ path: `body.${field}`, message: messages.withinVideo }] })
}
