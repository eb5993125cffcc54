import { intelligenceCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import type { Intelligence } from '../intelligence.ts'
import { failTest, listTestedEngines, requestTest, runTest } from './engine-tests.ts'
import { testEngineJob } from './jobs.ts'

export const feature: Feature<Intelligence> = {
  jobs: (intelligence) => [
    defineHandler({
      definition: testEngineJob,
      run: (input, context) =>
        runTest(intelligence, { ...input, environmentId: context.environmentId }, context),
      failed: (input, _error, { environmentId }) => failTest(intelligence, { ...input, environmentId }),
    }),
  ],
  routes(server, intelligence) {
    route(server, calls.listEngines, async ({ caller }) => ({
      items: await listTestedEngines(intelligence, caller.scope.environmentId),
    }))
    route(server, calls.testEngine, ({ params, caller }) => requestTest(intelligence, caller, params.engine))
  },
}
