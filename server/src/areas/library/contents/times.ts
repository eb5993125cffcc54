import { messages } from '@kinora/contract'
import { type Problem, problem } from '../../../platform/problem.ts'

/** The problem for a body field with a time beyond the video's end. */
export function beyondEndProblem(field: string): Problem {
  return problem('time-beyond-end', { errors: [{ path: `body.${field}`, message: messages.withinVideo }] })
}
