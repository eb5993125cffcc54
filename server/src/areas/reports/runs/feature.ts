import { reportsCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import { assertOrganization } from '../reports/organization.ts'
import type { ReportsArea } from '../reports-area.ts'
import { postJob, renderJob, sendJob } from './jobs.ts'
import { makeDueRuns } from './new-runs.ts'
import { postRun } from './post-run.ts'
import { reasonOf, renderRun } from './render-run.ts'
import { linkReportFile } from './report-files.ts'
import { endStuckRuns, failRun } from './run-states.ts'
import { deleteOldRuns, listRuns, retryRun, sendReport } from './runs.ts'
import { failMail, sendMail } from './send-mail.ts'
import { showUnsubscribePage, unsubscribe } from './unsubscribe.ts'

/** Forms of mail programs are small. */
const FORM_BYTES = 1024

export const feature: Feature<ReportsArea> = {
  jobs: (area) => [
    defineHandler({
      definition: renderJob,
      run: ({ runId: id }, context) => renderRun(area, { id, environmentId: context.environmentId }, context),
      failed: ({ runId: id }, error, { environmentId }) =>
        failRun(area, { id, environmentId }, reasonOf(error)),
    }),
    defineHandler({
      definition: sendJob,
      run: ({ mailId: id }, { environmentId }) => sendMail(area, { id, environmentId }),
      failed: ({ mailId: id }, error, { environmentId }) => failMail(area, { id, environmentId }, error),
    }),
    defineHandler({
      definition: postJob,
      run: ({ mailId: id }, { environmentId }) => postRun(area, { id, environmentId }),
      failed: ({ mailId: id }, error, { environmentId }) => failMail(area, { id, environmentId }, error),
    }),
  ],
  sweeps: (area) => ({
    'reports.due': () => makeDueRuns(area),
    'reports.stuck': () => endStuckRuns(area),
    'reports.old': () => deleteOldRuns(area),
  }),
  routes(server, area) {
    route(server, calls.listReportRuns, async ({ params, query, caller }) => {
      assertOrganization(caller.scope, params)
      return listRuns(area, caller.scope, params.id, query)
    })
    route(server, calls.sendReport, async ({ params, caller }) => {
      assertOrganization(caller.scope, params)
      return sendReport(area, caller, params.id)
    })
    route(server, calls.retryReportRun, async ({ params, caller }) => {
      assertOrganization(caller.scope, params)
      return retryRun(area, caller, params.id, params.runId)
    })
    route(server, calls.linkReportFile, async ({ params, body, caller, request }) => {
      assertOrganization(caller.scope, params)
      return linkReportFile(area, caller, params, body.format, originOf(request, area.config))
    })
    route(server, calls.unsubscribePage, async ({ query, reply }) => {
      await showUnsubscribePage(area, query.ticket, reply)
      return undefined
    })
    void server.app.register(async (app) => {
      // The button and mail programs send a form, of which nothing is used: the link says everything.
      const type = 'application/x-www-form-urlencoded'
      app.addContentTypeParser(type, { parseAs: 'string', bodyLimit: FORM_BYTES }, (_request, _body, done) =>
        done(null, undefined),
      )
      route({ ...server, app }, calls.unsubscribeFromReport, async ({ query, reply }) => {
        await unsubscribe(area, query.ticket, reply)
        return undefined
      })
    })
  },
}
