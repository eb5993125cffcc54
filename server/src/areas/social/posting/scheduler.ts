import { asc, lte } from 'drizzle-orm'
import type { Stop } from '../../../platform/area.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { repeat } from '../../../platform/jobs/repeat.ts'
import { recordPost } from '../records/changes.ts'
import { endOf } from '../records/open-posts.ts'
import { type PostRow, socialPosts } from '../records/tables.ts'
import type { Social } from '../social.ts'
import { postJob } from './jobs.ts'

/** How often due posts are looked for. */
const TICK_MS = 1000
const AT_ONCE = 50
/** A post that is later than this is not a surprise that anybody wants. */
const MISSED_S = 3600

/** Starts posts that are due, until stopped. Several processes can do so. */
export function startScheduling(social: Social): Stop {
  const task = repeat(
    async () => ((await startDue(social)) === AT_ONCE ? 0 : TICK_MS),
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
        const end = endOf(post, { state: 'failed', fault: 'time', reason: 'missed', detail: null }, now)
        await tx.update(socialPosts).set(end).where(rowOf(socialPosts, post))
        await recordPost(tx, null, { ...post, ...end }, 'failed', {}, now)
      } else {
        await tx.update(socialPosts).set({ nextAt: null }).where(rowOf(socialPosts, post))
        await jobs.enqueue(tx, postJob, { postId: id }, { environmentId, key: id })
      }
    }
    return due.length
  })
}

/** Whether a post was never tried, and its time has long passed: Kinora was not running. */
function isMissed({ state, publishAt, attempts, fault, step }: PostRow, now: Date): boolean {
  const isNew = state === 'scheduled' && attempts === 0 && fault === null && step === null
  return isNew && publishAt !== null && publishAt < addSeconds(now, -MISSED_S)
}
