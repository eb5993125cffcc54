import { Readable } from 'node:stream'
import { type DocumentFileFormat, type DownloadLink, downloadLimits } from '@kinora/contract'
import { addSeconds } from '../../../platform/clock.ts'
import { problem } from '../../../platform/problem.ts'
import type { DownloadSource } from '../../delivery/index.ts'
import type { Billing } from '../billing.ts'
import { findDocument } from '../invoices/document-view.ts'
import { documentCsv } from './csv.ts'
import { type DocumentRef, enqueueDocument, fileName, pdfKey } from './deliver.ts'

/** The content of a download link, encrypted in its URL. */
interface Ticket extends DocumentRef {
  readonly kind: 'billing-document'
  readonly format: DocumentFileFormat
  readonly until: number
}

/** Creates a download link for a document. The URL is null until the PDF is made, which this begins.
 * @throws problem not-found, document-draft */
export async function linkDocument(
  billing: Pick<Billing, 'db' | 'jobs' | 'clock' | 'secrets'>,
  ref: DocumentRef,
  format: DocumentFileFormat,
  origin: string,
): Promise<DownloadLink> {
  const { db, clock, secrets } = billing
  const row = await findDocument(db, ref)
  if (row.status === 'draft') throw problem('document-draft')
  const name = fileName(row, format)
  if (format === 'pdf' && row.pdfSha256 === null) {
    await db.transaction((tx) => enqueueDocument(billing, tx, row))
    return { url: null, expiresAt: null, fileName: name, size: null }
  }
  const { id, organizationId } = row
  const expiresAt = addSeconds(clock.now(), downloadLimits.linkSeconds)
  const ticket: Ticket = { kind: 'billing-document', id, organizationId, format, until: expiresAt.getTime() }
  const value = Buffer.from(secrets.encrypt(JSON.stringify(ticket)), 'base64').toString('base64url')
  const size = format === 'pdf' ? row.pdfBytes : documentCsv(row).byteLength
  return {
    url: `${origin}/download?ticket=${value}`,
    expiresAt: expiresAt.toISOString(),
    fileName: name,
    size,
  }
}

/** Serves the files of download links. */
export function documentSource({
  db,
  clock,
  secrets,
}: Pick<Billing, 'db' | 'clock' | 'secrets'>): DownloadSource {
  return {
    async open(text) {
      const ticket = JSON.parse(secrets.decrypt(Buffer.from(text, 'base64url').toString('base64')))
      if (!isTicket(ticket)) return null
      if (ticket.until <= clock.now().getTime()) throw problem('link-over')
      const row = await findDocument(db, ticket)
      const name = fileName(row, ticket.format)
      if (ticket.format === 'pdf') return { kind: 'object', key: pdfKey(row), fileName: name }
      const csv = documentCsv(row)
      return {
        kind: 'stream',
        fileName: name,
        type: 'text/csv; charset=utf-8',
        sizeBytes: csv.byteLength,
        open: () => Readable.from([csv]),
      }
    },
  }
}

/** Only this installation can have encrypted the ticket, so its kind is enough to identify it. */
function isTicket(value: { readonly kind?: unknown }): value is Ticket {
  return value.kind === 'billing-document'
}
