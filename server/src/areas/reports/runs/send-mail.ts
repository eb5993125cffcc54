import type { ReportFormat } from '@kinora/contract'
import { and, inArray, sql } from 'drizzle-orm'
import { rowOf } from '../../../platform/database/row-of.ts'
import { messageOf } from '../../../platform/log.ts'
import type { EmailFile } from '../../../platform/mail.ts'
import { publicOrigin } from '../../../platform/net/public-origin.ts'
import type { ReportsArea } from '../reports-area.ts'
import { type MailRow, type RunRow, reportMails, reportRuns } from '../tables.ts'
import { fileKey, fileTypes } from './render-run.ts'
import { CHART_CID, emailFor } from './report-email.ts'
import { finishRun } from './run-states.ts'
import { unsubscribeUrl } from './unsubscribe-link.ts'

export type MailRef = Pick<MailRow, 'id' | 'environmentId'>

/** Sends an email. If its worker dies after the mail server has accepted it, it is sent again with the same Message-ID. */
export async function sendMail(area: ReportsArea, ref: MailRef): Promise<void> {
  const { mail, config } = area
  const begun = await beginAttempt(area, ref)
  if (begun?.run.email == null) return
  const { row, run, email } = { ...begun, email: begun.run.email }
  const { environmentId } = row
  const origin = publicOrigin({ config })
  const link = unsubscribeUrl(area, origin, { id: run.reportId, environmentId }, row.recipient)
  const { subject, text, html } = emailFor(email, link)
  await mail.send({
    to: row.recipient,
    subject,
    text,
    html,
    messageId: messageIdOf(row, origin),
    headers: {
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
    attachments: await filesOf(area, run),
  })
  await endMail(area, row, { state: 'sent', error: null })
}

/** Counts an attempt to send to a receiver. Null if it has ended, or its run is gone. */
export async function beginAttempt(
  { db }: ReportsArea,
  ref: MailRef,
): Promise<{ readonly row: MailRow; readonly run: RunRow } | null> {
  const [row] = await db
    .update(reportMails)
    .set({ state: 'sending', attempts: sql`${reportMails.attempts} + 1` })
    .where(and(rowOf(reportMails, ref), inArray(reportMails.state, ['due', 'sending'])))
    .returning()
  if (row === undefined) return null
  const { environmentId, runId } = row
  const [run] = await db
    .select()
    .from(reportRuns)
    .where(rowOf(reportRuns, { id: runId, environmentId }))
  return run === undefined ? null : { row, run }
}

/** Ends an email or request that was not accepted. */
export async function failMail(area: ReportsArea, ref: MailRef, error: unknown): Promise<void> {
  const [row] = await area.db.select().from(reportMails).where(rowOf(reportMails, ref))
  if (row !== undefined) await endMail(area, row, { state: 'failed', error: messageOf(error).slice(0, 500) })
}

/** Ends the sending to a receiver, and the run with its last one. */
export async function endMail(
  area: ReportsArea,
  row: MailRow,
  end: Pick<MailRow, 'state' | 'error'>,
): Promise<void> {
  const { environmentId, runId } = row
  await area.db.transaction(async (tx) => {
    await tx
      .update(reportMails)
      .set(end)
      .where(and(rowOf(reportMails, row), inArray(reportMails.state, ['due', 'sending'])))
    await finishRun(area, tx, { id: runId, environmentId })
  })
}

/** The same for every attempt, so that mail systems can drop repeated ones. */
function messageIdOf({ id, runId }: MailRow, origin: string): string {
  return `<${runId}.${id}@${new URL(origin).hostname}>`
}

async function filesOf({ storage }: ReportsArea, run: RunRow): Promise<EmailFile[]> {
  const files: EmailFile[] = []
  const add = async (format: ReportFormat | 'png', more: Pick<EmailFile, 'fileName' | 'cid'>) => {
    const content = await storage.read(fileKey(run, format))
    if (content !== null) files.push({ type: fileTypes[format], content, ...more })
  }
  await add('png', { fileName: 'chart.png', cid: CHART_CID })
  for (const { format } of run.files) await add(format, { fileName: fileName(run, format) })
  return files
}

/** Such as `Gulf live, weekly 2026-11-23.pdf`. */
export function fileName({ asked, localDate }: RunRow, format: ReportFormat): string {
  return `${asked.name.replace(/[\\/:*?"<>|]/g, '-')} ${localDate}.${format}`
}
