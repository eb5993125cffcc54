import { type ReportFormat, type ReportReason, reportLimits } from '@kinora/contract'
import { and, eq, gt } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { fontFamilies } from '../../../platform/documents/fonts.ts'
import { render } from '../../../platform/documents/render.ts'
import type { JobContext } from '../../../platform/jobs/jobs.ts'
import { Problem } from '../../../platform/problem.ts'
import { type Answers, answerReport } from '../documents/answers.ts'
import { chartPicture } from '../documents/chart-picture.ts'
import { reportDocument } from '../documents/report-document.ts'
import { reportCsv, reportWorkbook } from '../documents/report-table.ts'
import { reportTemplate, templateData } from '../documents/template-data.ts'
import { reportKey } from '../reports/reports.ts'
import { scopeOfPerson } from '../reports/scope-of-person.ts'
import type { ReportsArea } from '../reports-area.ts'
import {
  type RunEmail,
  type RunFigure,
  type RunRef,
  type RunRow,
  reportMails,
  reports,
  reportUnsubscribes,
} from '../tables.ts'
import { postJob, renderJob, sendJob } from './jobs.ts'
import { reportEmail } from './report-email.ts'
import { changeRun, failRun } from './run-states.ts'
import { addressHash } from './unsubscribe-link.ts'

export const fileTypes: Readonly<Record<ReportFormat | 'png', string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  png: 'image/png',
}
const DAY_S = 86_400

export const runKey = ({ id, reportId, environmentId }: Pick<RunRow, 'id' | 'reportId' | 'environmentId'>) =>
  `${reportKey({ id: reportId, environmentId })}/${id}`
export const fileKey = (run: RunRow, format: ReportFormat | 'png') => `${runKey(run)}/report.${format}`

/** A run that cannot succeed, also not when it is tried again. */
class RunRefused extends Error {
  override readonly name = 'RunRefused'
  readonly reason: ReportReason
  constructor(reason: ReportReason) {
    super(reason)
    this.reason = reason
  }
}

/** Computes the figures of a run once, writes a file for each format, and an email for each recipient. */
export async function renderRun(area: ReportsArea, ref: RunRef, { signal }: JobContext): Promise<void> {
  const { db, clock } = area
  const run = await changeRun(db, ref, ['due', 'rendering'], { state: 'rendering' }, clock.now())
  // It was deleted, or another attempt has finished it.
  if (run === null) return
  try {
    const answers = await answersOf(area, run)
    const rendered = await writeFiles(area, run, answers, signal)
    await db.transaction((tx) => startSending(area, tx, run, rendered))
  } catch (error) {
    if (!(error instanceof RunRefused)) throw error
    await failRun(area, run, error.reason)
  }
}

/** The reason that people see after the last attempt. */
export function reasonOf(error: unknown): ReportReason {
  if (error instanceof Problem && error.id === 'warehouse-away') return 'warehouse-away'
  return error instanceof Error && error.name === 'JobDied' ? 'interrupted' : 'render-failed'
}

/** @throws RunRefused if the person who saved the report has lost the rights */
async function answersOf(area: ReportsArea, run: RunRow): Promise<Answers> {
  try {
    const { savedById: userId, savedBy: name } = run.asked
    const scope = await scopeOfPerson(area, { userId, name }, run.environmentId)
    return await answerReport(area, scope, run.asked, { from: run.coversFrom, to: run.coversTo })
  } catch (error) {
    if (error instanceof Problem && (error.id === 'forbidden' || error.id === 'not-found'))
      throw new RunRefused('no-rights')
    throw error
  }
}

interface RenderedRun {
  readonly files: RunRow['files']
  readonly email: RunEmail
  readonly figures: readonly RunFigure[]
}

async function writeFiles(
  { storage, workers }: ReportsArea,
  run: RunRow,
  answers: Answers,
  signal: AbortSignal,
): Promise<RenderedRun> {
  const { asked } = run
  const { formats } = asked
  const document = reportDocument(asked, answers, reportLimits.pdfRows)
  const [chart] = document.charts
  const picture = chart === undefined ? null : chartPicture(chart, fontFamilies)
  const data = formats.includes('pdf') ? templateData(document) : null
  const { pdf, picture: png } =
    data === null && picture === null
      ? { pdf: null, picture: null }
      : await render(
          { pdf: data === null ? null : { template: reportTemplate, data }, picture: picture?.svg ?? null },
          signal,
        )
  const contents: Partial<Record<ReportFormat, Uint8Array>> = {
    ...(pdf !== null && { pdf }),
    ...(formats.includes('xlsx') && { xlsx: await reportWorkbook(workers, asked, answers) }),
    ...(formats.includes('csv') && { csv: reportCsv(asked, answers) }),
  }
  const files: RunRow['files'] = []
  for (const format of formats) {
    const content = contents[format]
    if (content === undefined) continue
    signal.throwIfAborted()
    await storage.put(fileKey(run, format), content, fileTypes[format])
    files.push({ format, bytes: content.byteLength })
  }
  if (png !== null) await storage.put(fileKey(run, 'png'), png, fileTypes.png)
  const short = reportDocument(asked, answers, reportLimits.shortRows)
  const width = png === null ? null : (picture?.width ?? null)
  const email = reportEmail(short, run.isLate, files.length > 0, width)
  return { files, email, figures: figuresOf(answers) }
}

function figuresOf({ items }: Answers): RunFigure[] {
  return items.map(({ metric, figures: { unit, total, previousTotal } }) => ({
    metric,
    unit,
    value: total,
    previous: previousTotal ?? null,
  }))
}

/** @throws RunRefused if nobody gets it, or the organization has sent too many today */
async function startSending(
  { clock, config, jobs }: ReportsArea,
  tx: Transaction,
  run: RunRow,
  rendered: RenderedRun,
): Promise<void> {
  const at = clock.now()
  const { environmentId, asked } = run
  const refused = await tx
    .select({ addressHash: reportUnsubscribes.addressHash })
    .from(reportUnsubscribes)
    .where(
      and(eq(reportUnsubscribes.environmentId, environmentId), eq(reportUnsubscribes.reportId, run.reportId)),
    )
  const hashes = new Set(refused.map((row) => row.addressHash))
  const recipients = asked.recipients.filter(
    (address) => !hashes.has(addressHash({ id: run.reportId }, address)),
  )
  const [report] = await tx
    .select({ webhookHost: reports.webhookHost })
    .from(reports)
    .where(rowOf(reports, { id: run.reportId, environmentId }))
  const webhookHost = report?.webhookHost ?? null
  if (recipients.length === 0 && webhookHost === null) throw new RunRefused('no-recipients')
  const { organizationId } = asked
  const sent = await tx.$count(
    reportMails,
    and(
      eq(reportMails.organizationId, organizationId),
      eq(reportMails.kind, 'email'),
      gt(reportMails.createdAt, addSeconds(at, -DAY_S)),
    ),
  )
  if (sent + recipients.length > config.REPORT_EMAILS_PER_DAY) throw new RunRefused('too-many-emails')
  const row = await changeRun(tx, run, ['rendering'], { state: 'sending', ...rendered }, at)
  if (row === null) return
  const receivers = [
    ...recipients.map((recipient) => ({ kind: 'email' as const, recipient })),
    ...(webhookHost === null ? [] : [{ kind: 'webhook' as const, recipient: webhookHost }]),
  ]
  const mails = await tx
    .insert(reportMails)
    .values(
      receivers.map((receiver) => ({
        ...receiver,
        id: uuidv7(at.getTime()),
        organizationId,
        environmentId,
        runId: run.id,
        state: 'due' as const,
        createdAt: at,
      })),
    )
    .onConflictDoNothing()
    .returning()
  for (const { id, kind } of mails)
    await jobs.enqueue(tx, kind === 'email' ? sendJob : postJob, { mailId: id }, { environmentId, key: id })
}

/** Renders a run again that has failed before it had emails. */
export async function enqueueRender(
  { jobs }: ReportsArea,
  tx: Transaction,
  { id, environmentId, attempt }: RunRow,
): Promise<void> {
  await jobs.enqueue(tx, renderJob, { runId: id }, { environmentId, key: `${id} ${attempt}` })
}
