import { reportsCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { secretColumns } from '../../../platform/keys/sealed-columns.ts'
import type { ReportsArea } from '../reports-area.ts'
import { reports } from '../tables.ts'
import { assertOrganization } from './organization.ts'
import { previewReport } from './preview.ts'
import {
  createReport,
  deleteReport,
  duplicateReport,
  getReport,
  listReports,
  pauseReport,
  updateReport,
} from './reports.ts'

export const feature: Feature<ReportsArea> = {
  sealed: secretColumns(reports.webhookEncrypted),
  routes(server, area) {
    route(server, calls.createReport, async ({ params, body, caller }) => {
      assertOrganization(caller.scope, params)
      return createReport(area, caller, body)
    })
    route(server, calls.listReports, async ({ params, query, caller }) => {
      assertOrganization(caller.scope, params)
      return listReports(area, caller.scope, query)
    })
    route(server, calls.getReport, async ({ params, caller }) => {
      assertOrganization(caller.scope, params)
      return getReport(area, caller.scope, params.id)
    })
    route(server, calls.updateReport, async ({ params, body, caller }) => {
      assertOrganization(caller.scope, params)
      return updateReport(area, caller, params.id, body)
    })
    route(server, calls.deleteReport, async ({ params, caller }) => {
      assertOrganization(caller.scope, params)
      await deleteReport(area, caller, params.id)
      return undefined
    })
    route(server, calls.pauseReport, async ({ params, caller }) => {
      assertOrganization(caller.scope, params)
      return pauseReport(area, caller, params.id, true)
    })
    route(server, calls.resumeReport, async ({ params, caller }) => {
      assertOrganization(caller.scope, params)
      return pauseReport(area, caller, params.id, false)
    })
    route(server, calls.duplicateReport, async ({ params, caller }) => {
      assertOrganization(caller.scope, params)
      return duplicateReport(area, caller, params.id)
    })
    route(server, calls.previewReport, async ({ params, body, caller }) => {
      assertOrganization(caller.scope, params)
      return previewReport(area, caller.scope, body)
    })
  },
}
