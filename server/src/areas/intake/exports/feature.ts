import { intakeCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import { listAccountNames } from '../accounts/cloud-accounts.ts'
import type { Intake } from '../intake.ts'
import { automaticExports } from './automatic-exports.ts'
import { deleteOldExports, exportVideos, listExports, retryExport } from './cloud-exports.ts'
import {
  createExportRule,
  deleteExportRule,
  listExportRules,
  pauseExportRule,
  updateExportRule,
} from './export-rules.ts'
import { exportJob } from './jobs.ts'
import { failExport, runExport } from './run-export.ts'

export const feature: Feature<Intake> = {
  jobs: (intake) => [
    defineHandler({
      definition: exportJob,
      run: ({ exportId: id }, { environmentId, signal }) => runExport(intake, { id, environmentId }, signal),
      failed: ({ exportId: id }, error, { environmentId }) =>
        failExport(intake, { id, environmentId }, error),
    }),
  ],
  sweeps: (intake) => ({ 'intake.exports': () => deleteOldExports(intake) }),
  subscriptions: (intake) => [automaticExports(intake)],
  routes(server, intake) {
    route(server, calls.listExportAccounts, async ({ caller }) => ({
      items: await listAccountNames(intake, caller.scope),
    }))
    route(server, calls.createCloudExport, ({ caller, body }) => exportVideos(intake, caller, body))
    route(server, calls.listCloudExports, ({ caller, query }) => listExports(intake, caller.scope, query))
    route(server, calls.retryCloudExport, ({ caller, params }) => retryExport(intake, caller, params.id))
    route(server, calls.createExportRule, ({ caller, body }) => createExportRule(intake, caller, body))
    route(server, calls.listExportRules, ({ caller, query }) => listExportRules(intake, caller.scope, query))
    route(server, calls.updateExportRule, ({ caller, params, body }) =>
      updateExportRule(intake, caller, params.id, body),
    )
    route(server, calls.deleteExportRule, async ({ caller, params }) => {
      await deleteExportRule(intake, caller, params.id)
      return undefined
    })
    for (const [call, isPaused] of [
      [calls.pauseExportRule, true],
      [calls.resumeExportRule, false],
    ] as const)
      route(server, call, ({ caller, params }) => pauseExportRule(intake, caller, params.id, isPaused))
  },
}
