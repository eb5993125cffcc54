import type { Feature } from '../../../platform/area.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import type { Intelligence } from '../intelligence.ts'
import { readJob } from '../runs/jobs.ts'
import { runOf } from '../runs/run-of.ts'
import { failReading, readText } from './reading.ts'

export const feature: Feature<Intelligence> = {
  jobs: (intelligence) => [
    defineHandler({
      definition: readJob,
      run: (input, context) => readText(intelligence, runOf(input, context), context, input.misses ?? 0),
      failed: (input, error, tenant) => failReading(intelligence, runOf(input, tenant), error),
    }),
  ],
}
