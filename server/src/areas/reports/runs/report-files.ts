import { type DownloadLink, downloadLimits, type ReportFormat } from '@kinora/contract'
import { type Caller, can } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { problem } from '../../../platform/problem.ts'
import type { DownloadSource } from '../../delivery/index.ts'
import { recordRun } from '../reports/report-changes.ts'
import type { ReportsArea } from '../reports-area.ts'
import { type RunRef, reportRuns } from '../tables.ts'
import { fileKey } from './render-run.ts'
import { getRun } from './runs.ts'
import { fileName } from './send-mail.ts'

/** The content of a download link, encrypted in its URL. */
interface Ticket extends RunRef {
  readonly kind: 'report-file'
  readonly format: ReportFormat
  readonly until: number
}

/** Creates a download link for a file of a run. @throws problem not-found, forbidden */
export async function linkReportFile(
  area: ReportsArea,
  caller: Caller,
  { id: reportId, runId }: { readonly id: string; readonly runId: string },
  format: ReportFormat,
  origin: string,
): Promise<DownloadLink> {
  const { db, clock } = area
  const run = await getRun(db, caller.scope, reportId, runId)
  const file = run.files.find((each) => each.format === format)
  if (file === undefined) throw problem('not-found')
  // The figures are those of another person, who may see more.
  const isAboutAds = run.asked.metrics.includes('ad-viewership')
  if (isAboutAds && !can(caller.scope.grants, ['Ad Insertion', 'Channel', 'read'])) throw problem('forbidden')
  await db.transaction((tx) => recordRun(tx, caller, run, 'downloaded', {}, clock.now()))
  const { url, expiresAt } = ticketLink(area, run, format, origin, downloadLimits.linkSeconds)
  return { url, expiresAt, fileName: fileName(run, format), size: file.bytes }
}

/** A link to a file that needs no other credential until it expires. */
export function ticketLink(
  { clock, secrets }: Pick<ReportsArea, 'clock' | 'secrets'>,
  { id, environmentId }: RunRef,
  format: ReportFormat,
  origin: string,
  seconds: number,
): { readonly url: string; readonly expiresAt: string } {
  const expiresAt = addSeconds(clock.now(), seconds)
  const ticket: Ticket = { kind: 'report-file', id, environmentId, format, until: expiresAt.getTime() }
  const value = Buffer.from(secrets.encrypt(JSON.stringify(ticket)), 'base64').toString('base64url')
  return { url: `${origin}/download?ticket=${value}`, expiresAt: expiresAt.toISOString() }
}

/** Serves the files of download links. */
export function reportFileSource({ db, clock, secrets }: ReportsArea): DownloadSource {
  return {
    async open(text) {
      const ticket = JSON.parse(secrets.decrypt(Buffer.from(text, 'base64url').toString('base64')))
      if (!isTicket(ticket)) return null
      if (ticket.until <= clock.now().getTime()) throw problem('link-over')
      const [run] = await db.select().from(reportRuns).where(rowOf(reportRuns, ticket))
      if (run === undefined) throw problem('not-found')
      return { kind: 'object', key: fileKey(run, ticket.format), fileName: fileName(run, ticket.format) }
    },
  }
}

/** Only this installation can have encrypted the ticket, so its kind is enough to identify it. */
function isTicket(value: { readonly kind?: unknown }): value is Ticket {
  return value.kind === 'report-file'
}
