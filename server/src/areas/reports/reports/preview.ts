import { type ReportBody, type ReportDocument, reportLimits } from '@kinora/contract'
import { can, type Scope } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'
import { answerReport } from '../documents/answers.ts'
import { reportDocument } from '../documents/report-document.ts'
import type { ReportsArea } from '../reports-area.ts'
import { coveredBy, dateAt } from '../schedule/next-run.ts'
import { assertZone } from './reports.ts'

/** The content of a report as if it were sent today.
 * @throws problem timezone-unknown, warehouse-away, forbidden, range-too-long */
export async function previewReport(
  area: ReportsArea,
  scope: Scope,
  body: ReportBody,
): Promise<ReportDocument> {
  if (!can(scope.grants, ['Analytics', 'Views', 'read'])) throw problem('forbidden')
  assertZone(body)
  const range = coveredBy(body, dateAt(body, area.clock.now().getTime()))
  return reportDocument(body, await answerReport(area, scope, body, range), reportLimits.shortRows)
}
