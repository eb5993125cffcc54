import type { SocialPost } from '@kinora/contract'
import type { Queryable } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import { contentTitles } from '../../library/index.ts'
import type { PostRow } from '../records/tables.ts'

export async function viewPost(db: Queryable, row: PostRow): Promise<SocialPost> {
  const [view] = await viewPosts(db, row.environmentId, [row])
  if (view === undefined) throw problem('not-found')
  return view
}

/** @param environmentId that of all rows */
export async function viewPosts(
  db: Queryable,
  environmentId: string,
  rows: readonly PostRow[],
): Promise<SocialPost[]> {
  const titles = await contentTitles(
    db,
    environmentId,
    rows.map(({ contentId }) => contentId),
  )
  return rows.map((row) => ({
    id: row.id,
    environmentId,
    contentId: row.contentId,
    contentTitle: titles.get(row.contentId) ?? null,
    accountId: row.accountId,
    accountName: row.accountName,
    network: row.network,
    title: row.title,
    text: row.text,
    tags: row.tags,
    privacy: row.privacy,
    publishAt: row.publishAt?.toISOString() ?? null,
    zone: row.zone,
    state: row.state,
    fault: row.fault,
    reason: row.reason,
    detail: row.detail,
    progress: row.totalBytes === 0 ? 0 : Math.min(row.sentBytes / row.totalBytes, 1),
    nextTryAt: row.nextAt?.toISOString() ?? null,
    remoteId: row.remoteId,
    url: row.url,
    withThumbnail: row.withThumbnail,
    withCaptions: row.withCaptions,
    extras: row.extras,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    shownAt: row.shownAt.toISOString(),
  }))
}
