import type { Feature } from '../../../platform/area.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import type { Intelligence } from '../intelligence.ts'
import { lookJob } from '../runs/jobs.ts'
import { runOf } from '../runs/run-of.ts'
import { failLooking, lookAtPictures } from './looking.ts'

export const feature: Feature<Intelligence> = {
  jobs: (intelligence) => [
    defineHandler({
      definition: lookJob,
      run: (input, context) => lookAtPictures(intelligence, runOf(input, context), context),
      failed: (input, error, tenant) => failLooking(intelligence, runOf(input, tenant), error),
    }),
  ],
}
