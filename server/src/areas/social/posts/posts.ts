import {
  networkProfiles,
  type SocialNetwork,
  type SocialPost,
  type SocialPostBody,
  type SocialPostState,
  type SocialPostsBody,
  socialPostLimits,
} from '@kinora/contract'
import { and, desc, eq, gte, inArray, lt } from 'drizzle-orm'
import type { Caller, Scope } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { fold } from '../../../platform/database/fold.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { matchesPhrase } from '../../../platform/database/like.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { assertBelowLimit } from '../../../platform/database/row-limits.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { problem } from '../../../platform/problem.ts'
import { showsContent } from '../../library/index.ts'
import { findAccount } from '../accounts/accounts.ts'
import { networkOf } from '../networks/drivers.ts'
import { recordPost } from '../records/changes.ts'
import { endOf, openStates } from '../records/open-posts.ts'
import { type AccountRow, type PostRow, socialPosts } from '../records/tables.ts'
import type { Social } from '../social.ts'
import { viewPost, viewPosts } from './post-view.ts'

const DAY_S = 24 * 3600

/** Creates a post: a draft, or one that starts at its time. @throws problem not-found, content-not-ready, in-trash, social-time,
 * social-privacy, social-post-limit */
export async function createPost(
  social: Social,
  caller: Caller,
  contentId: string,
  body: SocialPostBody,
): Promise<SocialPost> {
  const [post] = await createPosts(social, caller, [{ ...body, contentId }])
  if (post === undefined) throw problem('not-found')
  return post
}

/** Creates posts, all or none. @throws problem not-found, content-not-ready, in-trash, social-time, social-privacy,
 * social-post-limit */
export async function createPosts(
  social: Social,
  caller: Caller,
  bodies: SocialPostsBody['posts'],
): Promise<SocialPost[]> {
  const { db, clock, library } = social
  const { environmentId } = caller.scope
  const now = clock.now()
  const rows = await db.transaction(async (tx) => {
    // In one order, so that two requests do not wait for each other.
    const contentIds = [...new Set(bodies.map(({ contentId }) => contentId))].sort()
    for (const id of contentIds) await library.lockReadyVideo(tx, caller.scope, id)
    await assertMayOpen(tx, environmentId, bodies.length)
    const posts: PostRow[] = []
    for (const { contentId, ...body } of bodies) {
      const account = await findAccount(tx, caller.scope, body.accountId)
      const post = newPost(caller, contentId, fieldsOf(body, account, now), now)
      await tx.insert(socialPosts).values(post)
      const verb = body.isDraft ? 'created' : 'scheduled'
      await recordPost(tx, caller, post, verb, { after: shownOf(post) }, now)
      posts.push(post)
    }
    return posts
  })
  return viewPosts(db, environmentId, rows)
}

function newPost(
  { scope, actor }: Caller,
  contentId: string,
  fields: ReturnType<typeof fieldsOf>,
  now: Date,
): PostRow {
  return {
    id: uuidv7(now.getTime()),
    organizationId: scope.organizationId,
    environmentId: scope.environmentId,
    contentId,
    ...fields,
    fault: null,
    reason: null,
    detail: null,
    step: null,
    mayBeThere: false,
    sentBytes: 0,
    totalBytes: 0,
    attempts: 0,
    fence: 0,
    remoteId: null,
    url: null,
    extras: [],
    createdBy: actor.name,
    createdById: actor.userId,
    createdAt: now,
    changedAt: now,
    publishedAt: null,
  }
}

/** @param count posts that are opened @throws problem social-post-limit */
async function assertMayOpen(tx: Transaction, environmentId: string, count = 1): Promise<void> {
  const isOpen = and(
    eq(socialPosts.environmentId, environmentId),
    inArray(socialPosts.state, ['draft', ...openStates]),
  )
  await assertBelowLimit(tx, socialPosts, isOpen, {
    lock: `social posts ${environmentId}`,
    most: socialPostLimits.openPosts - count + 1,
    problem: 'social-post-limit',
  })
}

interface PostFilter {
  readonly state?: SocialPostState | undefined
  readonly network?: SocialNetwork | undefined
  readonly accountId?: string | undefined
  readonly phrase?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A page of the posts of videos that the caller's role shows, by their time, latest first. @throws problem not-found */
export async function listPosts(
  { db }: Social,
  scope: Scope,
  { state, network, accountId, phrase, from, to, ...page }: PageQuery & PostFilter,
) {
  if (accountId !== undefined) await findAccount(db, scope, accountId)
  const where = and(
    isVisible(scope),
    state && eq(socialPosts.state, state),
    network && eq(socialPosts.network, network),
    accountId === undefined ? undefined : eq(socialPosts.accountId, accountId),
    matchesPhrase(socialPosts.searchText, phrase),
    from === undefined ? undefined : gte(socialPosts.shownAt, new Date(from)),
    to === undefined ? undefined : lt(socialPosts.shownAt, new Date(to)),
  )
  return loadPage(page, {
    select: db
      .select()
      .from(socialPosts)
      .where(where)
      .orderBy(desc(socialPosts.shownAt), desc(socialPosts.id)),
    total: db.$count(socialPosts, where),
    view: (rows) => viewPosts(db, scope.environmentId, rows),
  })
}

/** A page of the posts of a video, newest first. @throws problem not-found */
export async function listPostsOf({ db, library }: Social, scope: Scope, contentId: string, page: PageQuery) {
  await library.findVideo(scope, contentId)
  const where = and(eq(socialPosts.environmentId, scope.environmentId), eq(socialPosts.contentId, contentId))
  return loadPage(page, {
    select: db
      .select()
      .from(socialPosts)
      .where(where)
      .orderBy(desc(socialPosts.createdAt), desc(socialPosts.id)),
    total: db.$count(socialPosts, where),
    view: (rows) => viewPosts(db, scope.environmentId, rows),
  })
}

/** @throws problem not-found */
export async function getPost({ db }: Social, scope: Scope, id: string): Promise<SocialPost> {
  const [row] = await db.select().from(socialPosts).where(isShown(scope, id))
  if (row === undefined) throw problem('not-found')
  return viewPost(db, row)
}

/** Replaces a draft, or a post that has not begun. @throws problem not-found, content-not-ready, in-trash, social-time,
 * social-privacy, social-post-begun */
export async function updatePost(
  social: Social,
  caller: Caller,
  id: string,
  body: SocialPostBody,
): Promise<SocialPost> {
  const { db, clock, library } = social
  const now = clock.now()
  const row = await db.transaction(async (tx) => {
    const before = await lockPost(tx, caller.scope, id)
    if (before.state !== 'draft' && before.state !== 'scheduled') throw problem('social-post-begun')
    await library.lockReadyVideo(tx, caller.scope, before.contentId)
    const account = await findAccount(tx, caller.scope, body.accountId)
    const fields = fieldsOf(body, account, now)
    const isStarted = before.state === 'draft' && fields.state === 'scheduled'
    const after: PostRow = {
      ...before,
      ...fields,
      fault: null,
      reason: null,
      detail: null,
      // A post that waited for its quota has begun an upload with what it said then.
      step: null,
      attempts: 0,
      fence: before.fence + 1,
      changedAt: now,
    }
    await tx.update(socialPosts).set(after).where(rowOf(socialPosts, before))
    const values = { before: shownOf(before), after: shownOf(after) }
    await recordPost(tx, caller, after, isStarted ? 'scheduled' : 'updated', values, now)
    return after
  })
  return viewPost(db, row)
}

/** States that a person can publish from. */
const startable: readonly SocialPostState[] = ['draft', 'scheduled', 'failed', 'unknown', 'canceled']

/** Publishes a post now. One that failed because of its network goes on where it was.
 * @throws problem not-found, content-not-ready, in-trash, social-post-busy, social-account-gone, social-post-limit */
export async function publishPost(social: Social, caller: Caller, id: string): Promise<SocialPost> {
  const { db, clock, library } = social
  const now = clock.now()
  const row = await db.transaction(async (tx) => {
    const before = await lockPost(tx, caller.scope, id)
    if (!startable.includes(before.state)) throw problem('social-post-busy')
    if (before.accountId === null) throw problem('social-account-gone')
    await library.lockReadyVideo(tx, caller.scope, before.contentId)
    if (before.state !== 'draft' && before.state !== 'scheduled')
      await assertMayOpen(tx, before.environmentId)
    const goesOn = before.state === 'failed' && before.fault === 'network'
    const after: PostRow = {
      ...before,
      state: 'scheduled',
      fault: null,
      reason: null,
      detail: null,
      publishAt: null,
      shownAt: now,
      nextAt: now,
      attempts: 0,
      fence: before.fence + 1,
      changedAt: now,
      ...(!goesOn && { step: null, mayBeThere: false, sentBytes: 0, remoteId: null, url: null, extras: [] }),
    }
    await tx.update(socialPosts).set(after).where(rowOf(socialPosts, before))
    await recordPost(tx, caller, after, 'started', { before: { state: before.state } }, now)
    return after
  })
  return viewPost(db, row)
}

/** Cancels a post, unless the network has the whole file. @throws problem not-found, social-post-sent */
export async function cancelPost({ db, clock }: Social, caller: Caller, id: string): Promise<SocialPost> {
  const now = clock.now()
  const row = await db.transaction(async (tx) => {
    const before = await lockPost(tx, caller.scope, id)
    if (before.state === 'canceled') return before
    // A person has seen that an unknown post is not there.
    const isSent = before.mayBeThere && before.state !== 'unknown'
    if (isSent || before.state === 'published') throw problem('social-post-sent')
    const end = endOf(before, { state: 'canceled', fault: null, reason: null, detail: null }, now)
    const after: PostRow = { ...before, ...end, mayBeThere: false }
    await tx.update(socialPosts).set(after).where(rowOf(socialPosts, before))
    await recordPost(tx, caller, after, 'canceled', { before: { state: before.state } }, now)
    return after
  })
  return viewPost(db, row)
}

/** Publishes an unknown post by its address. @throws problem not-found, social-post-known, social-address */
export async function resolvePost(
  social: Social,
  caller: Caller,
  id: string,
  address: string,
): Promise<SocialPost> {
  const { db, clock } = social
  const now = clock.now()
  const row = await db.transaction(async (tx) => {
    const before = await lockPost(tx, caller.scope, id)
    if (before.state !== 'unknown') throw problem('social-post-known')
    const found = networkOf(social, before.network).driver.findPost(new URL(address))
    if (found === null) throw problem('social-address')
    const end = endOf(before, { state: 'published', fault: null, reason: null, detail: null }, now)
    const after: PostRow = { ...before, ...end, ...found, publishedAt: now, shownAt: now }
    await tx.update(socialPosts).set(after).where(rowOf(socialPosts, before))
    await recordPost(tx, caller, after, 'resolved', { after: found }, now)
    return after
  })
  return viewPost(db, row)
}

/** Locks a post of a video that the caller's role shows. @throws problem not-found */
async function lockPost(tx: Transaction, scope: Scope, id: string): Promise<PostRow> {
  const [row] = await tx.select().from(socialPosts).where(isShown(scope, id)).for('update')
  if (row === undefined) throw problem('not-found')
  return row
}

function isShown(scope: Scope, id: string) {
  return and(rowOf(socialPosts, { id, environmentId: scope.environmentId }), isVisible(scope))
}

function isVisible(scope: Scope) {
  return and(eq(socialPosts.environmentId, scope.environmentId), showsContent(scope, socialPosts.contentId))
}

/** The columns that a person sets. @throws problem social-time, social-privacy */
function fieldsOf(body: SocialPostBody, account: AccountRow, now: Date) {
  const { title, text, tags, privacy, zone, isDraft, withThumbnail, withCaptions } = body
  const publishAt = body.publishAt === null ? null : new Date(body.publishAt)
  const isWithin =
    publishAt === null ||
    (publishAt >= addSeconds(now, -DAY_S) && publishAt <= addSeconds(now, socialPostLimits.days * DAY_S))
  if (!isWithin) throw problem('social-time')
  // Never more public than a person asked for.
  if (!networkProfiles[account.network].privacies.includes(privacy)) throw problem('social-privacy')
  // A time that has just passed is now, and not late.
  const time = publishAt !== null && publishAt > now ? publishAt : null
  return {
    accountId: account.id,
    accountName: account.name,
    network: account.network,
    title,
    text,
    tags,
    privacy,
    withThumbnail,
    withCaptions,
    searchText: fold(`${title} ${text} ${account.name}`),
    publishAt: isDraft ? publishAt : time,
    zone,
    state: isDraft ? ('draft' as const) : ('scheduled' as const),
    nextAt: isDraft ? null : (time ?? now),
    shownAt: publishAt ?? now,
  }
}

function shownOf(post: PostRow) {
  const { title, text, tags, privacy, publishAt, zone, network, accountName, state } = post
  const { withThumbnail, withCaptions } = post
  return {
    title,
    text,
    tags,
    privacy,
    publishAt,
    zone,
    network,
    accountName,
    state,
    withThumbnail,
    withCaptions,
  }
}
