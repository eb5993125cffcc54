import { and, eq, inArray, or } from 'drizzle-orm'
import type { VideoFinder } from '../../activity/index.ts'
import { createPlaybackToken } from '../../delivery/index.ts'
import { posterUrl } from '../contents/content-view.ts'
import { contents, isNotDeleted } from '../contents/tables.ts'
import { isVisible } from '../contents/visibility.ts'
import type { Library } from '../library.ts'

/** Title and poster of several videos, with one query. Images of trashed videos are not delivered. */
export function videoFinder(library: Library): VideoFinder {
  return async (scopes, ids, origin) => {
    const rows = await library.db
      .select({
        id: contents.id,
        title: contents.title,
        trashedAt: contents.trashedAt,
        playbackId: contents.playbackId,
        playbackPolicy: contents.playbackPolicy,
        playbackRestrictions: contents.playbackRestrictions,
        hasPoster: contents.hasPoster,
        posterId: contents.posterId,
        sourceId: contents.sourceId,
      })
      .from(contents)
      .where(
        and(
          inArray(contents.id, [...ids]),
          or(
            ...scopes.map((scope) => and(eq(contents.environmentId, scope.environmentId), isVisible(scope))),
          ),
          isNotDeleted,
        ),
      )
    const found = await Promise.all(
      rows.map(async (row) => {
        const token = row.trashedAt === null ? await createPlaybackToken(library, row) : null
        const poster = row.trashedAt === null ? posterUrl(row, origin, token) : null
        return [row.id, { id: row.id, title: row.title, poster }] as const
      }),
    )
    return new Map(found)
  }
}
