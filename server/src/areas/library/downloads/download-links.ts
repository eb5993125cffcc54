import { type DownloadLink, downloadLimits, ORIGINAL } from '@kinora/contract'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { getContent } from '../contents/contents.ts'
import { contents, renditions } from '../contents/tables.ts'
import { downloadKey, sourceKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { assertHasSource } from '../recordings/source-less.ts'
import { mp4Name, originalName, safeFileName } from './file-names.ts'
import { requestMp4 } from './mp4-requests.ts'

/** The target of a link. It is encrypted into the link, so that expired links leave no rows behind. */
export type Ticket = FileTicket | ArchiveTicket

export interface FileTicket {
  readonly kind: 'file'
  readonly environmentId: string
  readonly contentId: string
  /** The rendition's output; null for the original. */
  readonly outputId: string | null
  readonly until: number
}

export interface ArchiveTicket {
  readonly kind: 'archive'
  readonly environmentId: string
  readonly contentIds: readonly string[]
  readonly subtitles: boolean
  readonly until: number
}

/**
 * Creates a link to one file of a video.
 * @throws problem not-found, in-trash, content-not-ready, mp4-failed, recording-has-no-source for the original of a
 * recording, test-video for the original of a test video
 */
export async function createDownload(
  library: Library,
  caller: Caller,
  contentId: string,
  file: string,
  origin: string,
): Promise<DownloadLink> {
  const { db, storage } = library
  const { environmentId } = caller.scope
  const content = await getContent(db, environmentId, contentId)
  if (content.trashedAt !== null) throw problem('in-trash')
  if (content.isTest && file === ORIGINAL) throw problem('test-video')
  if (file === ORIGINAL) assertHasSource(content)
  const outputId = file === ORIGINAL ? null : await getReadyOutputId(db, content, file)
  const fileName = outputId === null ? originalName(content) : mp4Name(content, file)
  const stored = await storage.head(
    outputId === null ? sourceKey(contentId, content.sourceId) : downloadKey(contentId, outputId),
  )
  if (stored === null) {
    if (outputId === null) throw problem('content-not-ready')
    await requestMp4(library, { contentId, environmentId }, outputId)
    return { url: null, expiresAt: null, fileName, size: null }
  }
  const link = await createLink(
    library,
    caller,
    [content],
    { kind: 'file', environmentId, contentId, outputId },
    origin,
  )
  return { ...link, fileName, size: stored.size }
}

/** @throws problem not-found, content-not-ready */
async function getReadyOutputId(db: Queryable, { id }: ContentRow, name: string): Promise<string> {
  const [row] = await db
    .select({ outputId: renditions.outputId, status: renditions.status })
    .from(renditions)
    .where(and(eq(renditions.contentId, id), eq(renditions.name, name)))
  if (row === undefined) throw problem('not-found')
  if (row.status !== 'ready') throw problem('content-not-ready')
  return row.outputId
}

/**
 * Creates a link to an archive of those videos that exist.
 * @throws problem content-not-ready if none exists, test-video if all are test videos
 */
export async function createArchive(
  library: Library,
  caller: Caller,
  { ids, subtitles }: { ids: readonly string[]; subtitles: boolean },
  origin: string,
): Promise<DownloadLink> {
  const { environmentId } = caller.scope
  const found = await listArchivable(library.db, environmentId, ids)
  const rows = found.filter(({ isTest }) => !isTest)
  const [first] = rows
  if (first === undefined) throw problem(found.length > 0 ? 'test-video' : 'content-not-ready')
  const contentIds = rows.map(({ id }) => id)
  const link = await createLink(
    library,
    caller,
    rows,
    { kind: 'archive', environmentId, contentIds, subtitles },
    origin,
  )
  return { ...link, fileName: archiveName(first, rows.length), size: null }
}

/** Contents that have an original, in the given order. */
export async function listArchivable(
  db: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<ContentRow[]> {
  const rows = await db
    .select()
    .from(contents)
    .where(
      and(
        eq(contents.environmentId, environmentId),
        inArray(contents.id, [...ids]),
        isNull(contents.trashedAt),
        inArray(contents.status, ['processing', 'ready', 'failed']),
        // A content that is being fetched, or could not be fetched, has no original.
        isNotNull(contents.sourceBytes),
      ),
    )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}

export function archiveName(first: ContentRow, count: number): string {
  return count === 1 ? `${safeFileName(first.title)}.zip` : `${safeFileName(first.title)} + ${count - 1}.zip`
}

type TicketWithoutExpiry<T> = T extends Ticket ? Omit<T, 'until'> : never

async function createLink(
  { db, clock, secrets }: Library,
  caller: Caller,
  downloaded: readonly ContentRow[],
  ticket: TicketWithoutExpiry<Ticket>,
  origin: string,
): Promise<{ url: string; expiresAt: string }> {
  const at = clock.now()
  const expiresAt = addSeconds(at, downloadLimits.linkSeconds)
  await db.transaction(async (tx) => {
    for (const { id, title } of downloaded) {
      const object = { type: 'asset' as const, id, name: title }
      await recordChange(tx, caller, { object, audit: { action: 'asset.downloaded' } }, at)
    }
  })
  const sealed = secrets.encrypt(JSON.stringify({ ...ticket, until: expiresAt.getTime() }, compactIds))
  const value = Buffer.from(sealed, 'base64').toString('base64url')
  return { url: `${origin}/download?ticket=${value}`, expiresAt: expiresAt.toISOString() }
}

/** Decrypts the ticket of a link. @throws problem link-over if it has expired or is not ours */
export function openTicket({ secrets, clock }: Library, value: string): Ticket {
  const ticket = decryptTicket(() => secrets.decrypt(Buffer.from(value, 'base64url').toString('base64')))
  if (ticket === null || ticket.until <= clock.now().getTime()) throw problem('link-over')
  return ticket
}

/** The file that a link leads to; null if it no longer exists. */
export async function resolveFile(
  { db }: Library,
  { environmentId, contentId, outputId }: FileTicket,
): Promise<{ key: string; fileName: string } | null> {
  const [content] = await listArchivable(db, environmentId, [contentId])
  if (content === undefined) return null
  if (outputId === null)
    return { key: sourceKey(contentId, content.sourceId), fileName: originalName(content) }
  const [row] = await db
    .select({ name: renditions.name })
    .from(renditions)
    .where(and(eq(renditions.contentId, contentId), eq(renditions.outputId, outputId)))
  return row === undefined
    ? null
    : { key: downloadKey(contentId, outputId), fileName: mp4Name(content, row.name) }
}

function decryptTicket(decrypt: () => string): Ticket | null {
  try {
    // Only this server can have encrypted it.
    return JSON.parse(decrypt(), expandIds) as Ticket
  } catch {
    return null
  }
}

/** Shortens a hundred ids so that they fit into a URL that every proxy accepts. */
function compactIds(name: string, value: unknown): unknown {
  return name === 'contentIds' && Array.isArray(value) ? value.join('').replaceAll('-', '') : value
}

function expandIds(name: string, value: unknown): unknown {
  if (name !== 'contentIds') return value
  const ids = String(value).match(/.{32}/g) ?? []
  return ids.map((id) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'))
}
