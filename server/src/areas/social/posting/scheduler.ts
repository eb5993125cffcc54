import { asc, lte } from 'drizzle-orm'
import type { Stop } from '../../../platform/area.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { repeat } from '../../../platform/jobs/repeat.ts'
import { endPost } from '../records/open-posts.ts'
import { socialPosts } from '../records/tables.ts'
import type { Social } from '../social.ts'
import { postJob } from './jobs.ts'
import { isMissed, missed } from './missed.ts'

const AT_ONCE = 50

/** Starts posts that are due, until stopped. Several processes can do so. */
export function startScheduling(social: Social): Stop {
  const task = repeat(
    async () => ((await startDue(social)) === AT_ONCE ? 0 : social.config.SOCIAL_POLL_MS),
    'starting social posts',
    social.log,
  )
  return () => task.stop()
}

/** Queues the posts that are due. Returns how many there were. */
async function startDue({ db, clock, jobs }: Social): Promise<number> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(socialPosts)
      .where(lte(socialPosts.nextAt, now))
      .orderBy(asc(socialPosts.nextAt))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true })
    for (const post of due) {
      const { id, environmentId } = post
      if (isMissed(post, now)) {
        await endPost(tx, post, missed, now)
      } else {
        await tx.update(socialPosts).set({ nextAt: null }).where(rowOf(socialPosts, post))
        await jobs.enqueue(tx, postJob, { postId: id }, { environmentId, key: id })
      }
    }
    return due.length
  })
}
