import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Published } from '../networks/driver.ts'
import { networkOf } from '../networks/drivers.ts'
import type { Social } from '../social.ts'
import { recordPost } from './changes.ts'
import { type AccountRow, type PostRow, socialPosts } from './tables.ts'

/** States of posts that wait or are under way. */
export const openStates = ['scheduled', 'uploading', 'processing'] as const

/** Columns of a post whose end is known or left to a person. No job changes it any more. */
export function endOf(post: PostRow, end: Pick<PostRow, 'state' | 'fault' | 'reason' | 'detail'>, at: Date) {
  // Only a post that failed because of its network goes on where it was. Steps have addresses that need no token.
  const step = end.state === 'failed' && end.fault === 'network' ? post.step : null
  return { ...end, step, nextAt: null, attempts: 0, fence: post.fence + 1, changedAt: at }
}

/** Columns of a post that is at its network. */
export function publishedEndOf(post: PostRow, { remoteId, url, note, extras = [] }: Published, at: Date) {
  const end = endOf(post, { state: 'published', fault: null, reason: note, detail: null }, at)
  return { ...end, remoteId, url, extras, publishedAt: at, shownAt: at }
}

/** The step of a post as its driver reads it. */
export function readStep(social: Pick<Social, 'secrets' | 'config'>, { step, network }: PostRow): unknown {
  if (step === null) return null
  return networkOf(social, network).driver.step.parse(JSON.parse(social.secrets.decrypt(step)))
}

/** Ends a post that goes on no more, though it is at its network already: what is left of it has failed. Returns whether it is. */
export async function endIfThere(
  social: Pick<Social, 'secrets' | 'config'>,
  tx: Transaction,
  post: PostRow,
  at: Date,
): Promise<boolean> {
  const { driver } = networkOf(social, post.network)
  const published = driver.publishedAs?.(readStep(social, post)) ?? null
  if (published === null) return false
  const end = publishedEndOf(post, published, at)
  await tx.update(socialPosts).set(end).where(rowOf(socialPosts, post))
  await recordPost(tx, null, { ...post, ...end }, 'published', {}, at)
  return true
}

/** Ends a post that no person ends. */
export async function endPost(
  tx: Transaction,
  post: PostRow,
  why: Pick<PostRow, 'fault' | 'reason'> & { readonly state: 'failed' | 'unknown' | 'canceled' },
  at: Date,
): Promise<void> {
  const end = endOf(post, { ...why, detail: null }, at)
  await tx.update(socialPosts).set(end).where(rowOf(socialPosts, post))
  await recordPost(tx, null, { ...post, ...end }, why.state, {}, at)
}

/** Ends the posts of an account that is disconnected: they are canceled, or unknown if the network may have them. */
export async function endPosts(
  social: Pick<Social, 'secrets' | 'config'>,
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
    if (post.mayBeThere && (await endIfThere(social, tx, post, at))) continue
    const state = post.mayBeThere ? 'unknown' : 'canceled'
    const end = endOf(post, { state, fault: 'account', reason: 'account-deleted', detail: null }, at)
    await tx.update(socialPosts).set(end).where(rowOf(socialPosts, post))
    await recordPost(tx, caller, { ...post, ...end }, state, {}, at)
  }
}
