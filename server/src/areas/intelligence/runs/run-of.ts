import type { JobTenant } from '../../../platform/jobs/jobs.ts'
import type { Run } from './part-states.ts'

/** The run that a job works for. */
export function runOf(
  { contentId, runId }: { readonly contentId: string; readonly runId: string },
  { environmentId }: JobTenant,
): Run {
  return { id: contentId, environmentId, runId }
}
