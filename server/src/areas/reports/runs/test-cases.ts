import type { Cases } from '../../../contract/test-case.ts'
import { newReport, newRun, organizationOf } from '../../../testing/reports/reports.ts'

const ticket = 'no ticket of this installation'

export const cases: Cases = {
  listReportRuns: async (tenant) => {
    const { organizationId, id } = await newRun(tenant)
    return { params: { organizationId, id }, query: { pageSize: '5' } }
  },
  sendReport: async ({ owner }) => {
    const { id } = await newReport(owner)
    return { params: { ...organizationOf(owner), id } }
  },
  retryReportRun: async (tenant) => ({ params: await newRun(tenant) }),
  linkReportFile: async (tenant) => ({ params: await newRun(tenant), body: { format: 'pdf' } }),
  unsubscribePage: () => ({ query: { ticket }, answers: 'link-over' }),
  unsubscribeFromReport: () => ({ query: { ticket }, answers: 'link-over' }),
}
