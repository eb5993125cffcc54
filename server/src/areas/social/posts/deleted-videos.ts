import { and, eq, inArray } from 'drizzle-orm'
import type { Subscription } from '../../../platform/events/subscriptions.ts'
import { endPost } from '../records/open-posts.ts'
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
    for (const post of posts)
      await endPost(tx, post, { state: 'canceled', fault: 'video', reason: 'video-gone' }, at)
  },
}
