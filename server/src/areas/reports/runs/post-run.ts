import { reportLimits } from '@kinora/contract'
import { rowOf } from '../../../platform/database/row-of.ts'
import { post } from '../../../platform/net/post.ts'
import { publicOrigin } from '../../../platform/net/public-origin.ts'
import { signedHeaders } from '../../activity/index.ts'
import { openWebhook } from '../reports/report-webhook.ts'
import type { ReportsArea } from '../reports-area.ts'
import { type MailRow, type RunRow, reports } from '../tables.ts'
import { ticketLink } from './report-files.ts'
import { beginAttempt, endMail, type MailRef } from './send-mail.ts'

const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 1024

/** Posts a run to the webhook of its report. Every attempt has the same ID, fresh links and a fresh signature.
 * @throws if it was not accepted */
export async function postRun(area: ReportsArea, ref: MailRef): Promise<void> {
  const { db, clock, config, secrets } = area
  const begun = await beginAttempt(area, ref)
  if (begun === null) return
  const { row, run } = begun
  const [report] = await db
    .select()
    .from(reports)
    .where(rowOf(reports, { id: run.reportId, environmentId: row.environmentId }))
  if (report?.webhookEncrypted == null) {
    await endMail(area, row, { state: 'failed', error: 'the webhook was removed' })
    return
  }
  const { url, secret } = openWebhook(secrets, report.webhookEncrypted)
  const at = clock.now()
  const body = JSON.stringify(webhookBody(area, row, run, at))
  const { status, fault } = await post(url, {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Kinora/1',
      ...signedHeaders({ id: row.id, body, at }, [secret]),
    },
    allowed: config,
    timeoutMs: TIMEOUT_MS,
    maxAnswerBytes: MAX_ANSWER_BYTES,
  })
  if (status !== null && status >= 200 && status < 300) {
    await endMail(area, row, { state: 'sent', error: null })
    return
  }
  const error = status === null ? (fault ?? 'no answer') : `status ${status}`
  // 410 Gone: the receiver wants no more attempts.
  if (status === 410) await endMail(area, row, { state: 'failed', error })
  else throw new Error(error)
}

/** The body, in the form of the events of webhooks. */
function webhookBody(area: ReportsArea, { id }: MailRow, run: RunRow, at: Date): Record<string, unknown> {
  const { environmentId, reportId, localDate, isLate, coversFrom, coversTo, asked, files, figures } = run
  const origin = publicOrigin(area)
  const links = files.map(({ format, bytes }) => ({
    format,
    bytes,
    ...ticketLink(area, run, format, origin, reportLimits.webhookLinkS),
  }))
  return {
    id,
    type: 'report.ready',
    createdAt: at.toISOString(),
    environment: { id: environmentId },
    object: { type: 'report', id: reportId },
    data: {
      reportId,
      runId: run.id,
      name: asked.name,
      state: 'ready',
      localDate,
      timezone: asked.timezone,
      isLate,
      from: coversFrom.toISOString(),
      to: coversTo.toISOString(),
      figures,
      files: links,
    },
  }
}
