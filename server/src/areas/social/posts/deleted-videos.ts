import { and, eq, inArray } from 'drizzle-orm'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Subscription } from '../../../platform/events/subscriptions.ts'
import { recordPost } from '../records/changes.ts'
import { endOf } from '../records/open-posts.ts'
import { socialPosts } from '../records/tables.ts'

/** Ends the posts of a deleted video that have not begun. What networks have of others is theirs. */
export const deletedVideos: Subscription = {
  name: 'social.deleted-videos',
  types: ['video.asset.deleted'],
  async handle(tx, { environmentId, event }) {
    const at = new Date(event.createdAt)
    const posts = await tx
      .select()
      .from(socialPosts)
      .where(
        and(
          eq(socialPosts.environmentId, environmentId),
          eq(socialPosts.contentId, event.object.id),
          inArray(socialPosts.state, ['draft', 'scheduled']),
        ),
      )
      .for('update')
    for (const post of posts) {
      const end = endOf(post, { state: 'canceled', fault: 'video', reason: 'video-gone', detail: null }, at)
      await tx.update(socialPosts).set(end).where(rowOf(socialPosts, post))
      await recordPost(tx, null, { ...post, ...end }, 'canceled', {}, at)
    }
  },
}
