import { type DownloadLink, downloadLimits } from '@kinora/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { attachmentNamed } from '../../../platform/http/attachment.ts'
import { problem } from '../../../platform/problem.ts'
import type { DownloadSource } from '../../delivery/index.ts'
import type { Analytics } from '../analytics.ts'
import { exportTypes } from './export-types.ts'
import { type ExportRef, type ExportRow, viewExports } from './tables.ts'
import { exportKey, exportName, getViewExport, recordExport } from './view-exports.ts'

/** Sends the file of an export. @throws problem not-found, export-not-ready */
export async function sendExportFile(
  analytics: Analytics,
  caller: Caller,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const row = await getReadyExport(analytics, caller, id)
  reply.type(exportTypes[row.format]).headers({
    'content-disposition': attachmentNamed(exportName(row)),
    'content-length': row.bytes ?? 0,
  })
  if (request.method === 'HEAD') return void reply.send('')
  const stream = await analytics.storage.stream(exportKey(row))
  if (stream === null) throw problem('not-found')
  await recordDownload(analytics, caller, row)
  reply.send(stream)
}

/** The content of a download link, encrypted in its URL. */
interface Ticket extends ExportRef {
  readonly kind: 'view-export'
  readonly until: number
}

/** Creates a download link, because browsers can save large files only from a URL.
 * @throws problem not-found, export-not-ready */
export async function linkExportFile(
  analytics: Analytics,
  caller: Caller,
  id: string,
  origin: string,
): Promise<DownloadLink> {
  const { clock, secrets } = analytics
  const row = await getReadyExport(analytics, caller, id)
  await recordDownload(analytics, caller, row)
  const expiresAt = addSeconds(clock.now(), downloadLimits.linkSeconds)
  const { environmentId } = row
  const ticket: Ticket = { kind: 'view-export', id, environmentId, until: expiresAt.getTime() }
  const value = Buffer.from(secrets.encrypt(JSON.stringify(ticket)), 'base64').toString('base64url')
  return {
    url: `${origin}/download?ticket=${value}`,
    expiresAt: expiresAt.toISOString(),
    fileName: exportName(row),
    size: row.bytes,
  }
}

/** Serves the files of download links. */
export function exportSource(analytics: Analytics): DownloadSource {
  const { db, clock, secrets } = analytics
  return {
    async open(text) {
      const ticket = JSON.parse(secrets.decrypt(Buffer.from(text, 'base64url').toString('base64')))
      if (!isTicket(ticket)) return null
      if (ticket.until <= clock.now().getTime()) throw problem('link-over')
      const [row] = await db.select().from(viewExports).where(rowOf(viewExports, ticket))
      if (row === undefined) throw problem('not-found')
      return { kind: 'object', key: exportKey(row), fileName: exportName(row) }
    },
  }
}

/** Only this installation can have encrypted the ticket, so its kind is enough to identify it. */
function isTicket(value: { readonly kind?: unknown }): value is Ticket {
  return value.kind === 'view-export'
}

async function getReadyExport({ db }: Analytics, caller: Caller, id: string): Promise<ExportRow> {
  const row = await getViewExport(db, caller.scope, id)
  if (row.status !== 'ready') throw problem('export-not-ready')
  return row
}

async function recordDownload({ db, clock }: Analytics, caller: Caller, row: ExportRow): Promise<void> {
  await db.transaction((tx) => recordExport(tx, caller, row, 'downloaded', {}, clock.now()))
}
