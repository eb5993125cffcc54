import type { Case, Cases, Tenant } from '../../../contract/test-case.ts'
import { newReport, organizationOf, reportBody } from '../../../testing/reports/reports.ts'

export const cases: Cases = {
  createReport: ({ owner }) => ({ params: organizationOf(owner), body: reportBody }),
  listReports: ({ owner }) => ({ params: organizationOf(owner), query: { phrase: 'gulf' } }),
  getReport: existing,
  updateReport: async (tenant) => ({ ...(await existing(tenant)), body: reportBody }),
  deleteReport: existing,
  pauseReport: existing,
  resumeReport: existing,
  duplicateReport: existing,
  previewReport: ({ owner }) => ({ params: organizationOf(owner), body: reportBody }),
}

async function existing({ owner }: Tenant): Promise<Case> {
  const { id } = await newReport(owner)
  return { params: { ...organizationOf(owner), id } }
}
