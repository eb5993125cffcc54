import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordPost } from './changes.ts'
import { type AccountRow, type PostRow, socialPosts } from './tables.ts'

/** States of posts that wait or are under way. */
export const openStates = ['scheduled', 'uploading', 'processing'] as const

/** Columns of a post whose end is known or left to a person. No job changes it any more. */
export function endOf(post: PostRow, end: Pick<PostRow, 'state' | 'fault' | 'reason' | 'detail'>, at: Date) {
  return { ...end, nextAt: null, attempts: 0, fence: post.fence + 1, changedAt: at }
}

/** Ends the posts of an account that is disconnected: they are canceled, or unknown if the network may have them. */
export async function endPosts(
  tx: Transaction,
  caller: Caller,
  { id, environmentId }: AccountRow,
  at: Date,
): Promise<void> {
  const posts = await tx
    .select()
    .from(socialPosts)
    .where(
      and(
        eq(socialPosts.environmentId, environmentId),
        eq(socialPosts.accountId, id),
        inArray(socialPosts.state, ['draft', ...openStates]),
      ),
    )
    .orderBy(sql`${socialPosts.id}`)
    .for('update')
  for (const post of posts) {
    const state = post.mayBeThere ? 'unknown' : 'canceled'
    const end = endOf(post, { state, fault: 'account', reason: 'account-deleted', detail: null }, at)
    await tx.update(socialPosts).set(end).where(rowOf(socialPosts, post))
    await recordPost(tx, caller, { ...post, ...end }, state, {}, at)
  }
}
