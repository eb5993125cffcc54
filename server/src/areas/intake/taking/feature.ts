import { intakeCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import type { Intake } from '../intake.ts'
import { takeJob, takeRemoteJob } from '../scanning/take-job.ts'
import { failFile, takeFile } from './take-file.ts'
import { listWatchFiles, takeWatchFile } from './watch-files.ts'

export const feature: Feature<Intake> = {
  jobs: (intake) =>
    [takeJob, takeRemoteJob].map((definition) =>
      defineHandler({
        definition,
        run: ({ fileId: id }, { environmentId, signal }) => takeFile(intake, { id, environmentId }, signal),
        failed: ({ fileId: id }, error, { environmentId }) => failFile(intake, { id, environmentId }, error),
      }),
    ),
  routes(server, intake) {
    route(server, calls.listWatchFiles, ({ caller, params, query }) =>
      listWatchFiles(intake, caller.scope, params.id, query),
    )
    route(server, calls.takeWatchFile, ({ caller, params }) => takeWatchFile(intake, caller, params))
  },
}
