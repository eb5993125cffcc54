import type { Feature } from '../../../platform/area.ts'
import { defineHandler, type JobTenant } from '../../../platform/jobs/jobs.ts'
import type { PortraitArea } from '../portrait.ts'
import { lookJob, renderJob } from '../portraits/jobs.ts'
import { failPortrait, type PortraitRun } from '../portraits/portrait-states.ts'
import { failureOf, lookAtVideo } from './looking.ts'
import { renderPath } from './rendering.ts'

export const feature: Feature<PortraitArea> = {
  jobs: (area) => [
    defineHandler({
      definition: lookJob,
      run: (input, context) => lookAtVideo(area, runOf(input, context), context),
      failed: (input, error, tenant) => failPortrait(area, runOf(input, tenant), failureOf(error)),
    }),
    defineHandler({
      definition: renderJob,
      run: (input, context) => renderPath(area, runOf(input, context), context),
      failed: (input, error, tenant) => failPortrait(area, runOf(input, tenant), failureOf(error)),
    }),
  ],
}

function runOf(
  { portraitId, runId }: { readonly portraitId: string; readonly runId: string },
  { environmentId }: JobTenant,
): PortraitRun {
  return { id: portraitId, environmentId, runId }
}
