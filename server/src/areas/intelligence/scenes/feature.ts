import type { Feature } from '../../../platform/area.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import type { Intelligence } from '../intelligence.ts'
import { watchJob } from '../runs/jobs.ts'
import { runOf } from '../runs/run-of.ts'
import { failWatching, watchVideo } from './watching.ts'

export const feature: Feature<Intelligence> = {
  jobs: (intelligence) => [
    defineHandler({
      definition: watchJob,
      run: (input, context) => watchVideo(intelligence, runOf(input, context), context),
      failed: (input, error, tenant) => failWatching(intelligence, runOf(input, tenant), error),
    }),
  ],
}
