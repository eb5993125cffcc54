import type { Thumbnail } from '@kinora/contract'
import { and, desc, eq } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import type { PlaybackToken } from '../../../platform/playback-key.ts'
import { withToken } from '../../../platform/playback-key.ts'
import { problem } from '../../../platform/problem.ts'
import { type ContentRow, thumbnailUrl } from '../contents/content-view.ts'
import { thumbnails } from './tables.ts'

export type ThumbnailRow = typeof thumbnails.$inferSelect

/** Wide enough for a tile of the console on a high-density screen. */
const PREVIEW_PX = 480

/** Thumbnails of a content, newest first. */
export function listThumbnails(
  db: Queryable,
  environmentId: string,
  contentId: string,
): Promise<ThumbnailRow[]> {
  return db
    .select()
    .from(thumbnails)
    .where(and(eq(thumbnails.contentId, contentId), eq(thumbnails.environmentId, environmentId)))
    .orderBy(desc(thumbnails.id))
}

/** @throws problem not-found, also for a thumbnail of another video */
export async function getThumbnail(
  db: Queryable,
  environmentId: string,
  contentId: string,
  id: string,
): Promise<ThumbnailRow> {
  const [row] = await db
    .select()
    .from(thumbnails)
    .where(
      and(
        eq(thumbnails.id, id),
        eq(thumbnails.contentId, contentId),
        eq(thumbnails.environmentId, environmentId),
      ),
    )
  if (row === undefined) throw problem('not-found')
  return row
}

export function thumbnailView(
  row: ThumbnailRow,
  content: Pick<ContentRow, 'playbackId' | 'posterId'>,
  origin: string,
  token: PlaybackToken | null,
): Thumbnail {
  const { id, format } = row
  const preview = `${thumbnailUrl(content, { id, format: 'jpg' }, origin)}?width=${PREVIEW_PX}`
  return {
    id,
    contentId: row.contentId,
    kind: row.kind,
    origin: row.origin,
    time: row.startS,
    end: row.endS,
    width: row.width,
    height: row.height,
    size: row.sizeBytes,
    fileName: row.fileName,
    isPoster: id === content.posterId,
    url: withToken(thumbnailUrl(content, { id, format }, origin), token),
    preview: withToken(preview, token),
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
  }
}
