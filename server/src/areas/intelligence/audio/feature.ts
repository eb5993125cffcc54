import type { Feature } from '../../../platform/area.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import type { Intelligence } from '../intelligence.ts'
import { listenJob } from '../runs/jobs.ts'
import { runOf } from '../runs/run-of.ts'
import { failListening, listenToVideo } from './listening.ts'

export const feature: Feature<Intelligence> = {
  jobs: (intelligence) => [
    defineHandler({
      definition: listenJob,
      run: (input, context) => listenToVideo(intelligence, runOf(input, context), context),
      failed: (input, error, tenant) => failListening(intelligence, runOf(input, tenant), error),
    }),
  ],
}
