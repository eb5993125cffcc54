import { createHash } from 'node:crypto'
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { render } from '../../../platform/documents/render.ts'
import { messageOf } from '../../../platform/log.ts'
import { publicOrigin } from '../../../platform/net/public-origin.ts'
import type { Billing } from '../billing.ts'
import { billingDocuments, type DocumentRow } from '../invoices/tables.ts'
import { documentEmail } from './email.ts'
import { documentJob } from './jobs.ts'
import { documentTemplate, templateData } from './template-data.ts'

export type DocumentRef = Pick<DocumentRow, 'id' | 'organizationId'>

/** Documents that a sweep enqueues. */
const AT_ONCE = 500

const isDocument = ({ id, organizationId }: DocumentRef) =>
  and(eq(billingDocuments.id, id), eq(billingDocuments.organizationId, organizationId))

/** Enqueues the documents whose PDF is not made or not sent yet, oldest first. */
export async function enqueueDue({ db, jobs }: Pick<Billing, 'db' | 'jobs'>): Promise<void> {
  const { id, organizationId, status, delivery, createdAt } = billingDocuments
  const due = await db
    .select({ id, organizationId })
    .from(billingDocuments)
    .where(and(eq(status, 'final'), eq(delivery, 'due')))
    .orderBy(asc(createdAt))
    .limit(AT_ONCE)
  for (const ref of due) await db.transaction((tx) => enqueueDocument({ jobs }, tx, ref))
}

/** Days in which an email that was not accepted is tried again. */
const RETRIED_DAYS = 3
const DAY_S = 86_400

/** Lets documents that failed be tried again: the mail server may have been away. */
export async function retryFailed({ db, clock }: Pick<Billing, 'db' | 'clock'>): Promise<void> {
  const since = addSeconds(clock.now(), -RETRIED_DAYS * DAY_S)
  await db
    .update(billingDocuments)
    .set({ delivery: 'due' })
    .where(and(eq(billingDocuments.delivery, 'failed'), gt(billingDocuments.issuedAt, since)))
}

export function enqueueDocument(
  { jobs }: Pick<Billing, 'jobs'>,
  tx: Transaction,
  { id: documentId, organizationId: environmentId }: DocumentRef,
): Promise<void> {
  return jobs.enqueue(tx, documentJob, { documentId }, { environmentId, key: documentId })
}

/** Makes the PDF of a document once, and sends it. If the worker dies after the mail server has accepted it, it is sent again with
 * the same Message-ID. */
export async function deliverDocument(
  billing: Pick<Billing, 'db' | 'storage' | 'mail' | 'config'>,
  ref: DocumentRef,
  signal: AbortSignal,
): Promise<void> {
  const { db, mail, config } = billing
  const found = await rowWith(db, ref)
  if (found === undefined || found.status !== 'final') return
  const row = await withPdf(billing, found, signal)
  if (row.delivery !== 'due') return
  if (row.content.buyer.email !== '') {
    const content = await readPdf(billing, row)
    const { hostname } = new URL(publicOrigin({ config }))
    const file = { fileName: fileName(row, 'pdf'), type: 'application/pdf', content }
    await mail.send({ ...documentEmail(row, hostname), attachments: [file] })
  }
  await db.update(billingDocuments).set({ delivery: 'done', deliveryError: null }).where(isDocument(ref))
}

/** Ends the attempts to deliver a document. */
export async function failDelivery(
  { db }: Pick<Billing, 'db'>,
  ref: DocumentRef,
  error: unknown,
): Promise<void> {
  await db
    .update(billingDocuments)
    .set({ delivery: 'failed', deliveryError: messageOf(error).slice(0, 500) })
    .where(and(isDocument(ref), eq(billingDocuments.delivery, 'due')))
}

async function rowWith(db: Queryable, ref: DocumentRef): Promise<DocumentRow | undefined> {
  const [row] = await db.select().from(billingDocuments).where(isDocument(ref))
  return row
}

/** The document with its PDF. The first one that is stored counts, and its hash is in the row. */
async function withPdf(
  { db, storage }: Pick<Billing, 'db' | 'storage'>,
  row: DocumentRow,
  signal: AbortSignal,
): Promise<DocumentRow> {
  if (row.pdfSha256 !== null) return row
  const invoice =
    row.invoiceId === null
      ? undefined
      : await rowWith(db, { id: row.invoiceId, organizationId: row.organizationId })
  const data = templateData(row, invoice?.name ?? null)
  const { pdf } = await render({ pdf: { template: documentTemplate, data }, picture: null }, signal)
  if (pdf === null) throw new Error('a document has no PDF')
  const made = { pdfSha256: createHash('sha256').update(pdf).digest('hex'), pdfBytes: pdf.byteLength }
  await storage.put(pdfKey({ ...row, ...made }), pdf, 'application/pdf')
  await db
    .update(billingDocuments)
    .set(made)
    .where(and(isDocument(row), isNull(billingDocuments.pdfSha256)))
  const stored = await rowWith(db, row)
  if (stored === undefined) throw new Error('a document is gone')
  return stored
}

/** The key of the PDF, which has its hash: attempts that race do not replace what another noted. */
export function pdfKey({ organizationId, id, pdfSha256 }: DocumentRow): string {
  return `billing/${organizationId}/${id}/${pdfSha256?.slice(0, 16)}.pdf`
}

/** @throws Error if the stored file is not the one that was made */
async function readPdf({ storage }: Pick<Billing, 'storage'>, row: DocumentRow): Promise<Buffer> {
  const content = await storage.read(pdfKey(row))
  if (content === null || createHash('sha256').update(content).digest('hex') !== row.pdfSha256)
    throw new Error(`the PDF of the document ${row.id} is not the one that was made`)
  return content
}

/** Such as `KN-2026-00017.pdf`, or `Statement 2026-11.pdf`. */
export function fileName({ name, kind, periodStartsAt, content }: DocumentRow, format: string): string {
  const month =
    periodStartsAt === null
      ? ''
      : Temporal.Instant.fromEpochMilliseconds(periodStartsAt.getTime())
          .toZonedDateTimeISO(content.timezone)
          .toPlainDate()
          .toString()
          .slice(0, 7)
  return `${name ?? (kind === 'statement' ? `Statement ${month}` : 'Draft')}.${format}`
}
