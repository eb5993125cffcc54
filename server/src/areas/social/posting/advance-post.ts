import type { SocialFault, SocialPostState, SocialReason } from '@kinora/contract'
import { and, eq, inArray } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { Problem } from '../../../platform/problem.ts'
import { findAccount } from '../accounts/accounts.ts'
import { findApp } from '../accounts/apps.ts'
import { sendAs } from '../accounts/tokens.ts'
import type { Draft, NetworkDriver, Outcome, SourceFile, StepContext } from '../networks/driver.ts'
import { networkOf } from '../networks/drivers.ts'
import { NetworkFailure, QuotaUsed, Refused } from '../networks/failures.ts'
import { recordPost } from '../records/changes.ts'
import { endIfThere, endOf, endPost, publishedEndOf, readStep } from '../records/open-posts.ts'
import { type PostRow, socialApps, socialPosts } from '../records/tables.ts'
import type { Social } from '../social.ts'
import { extraFiles } from './extra-files.ts'
import { isMissed, missed } from './missed.ts'
import { retryAfterS } from './retry-plan.ts'
import { withSourceFile } from './source-file.ts'

type PostRef = Pick<PostRow, 'id' | 'environmentId'>

/** A person has canceled or changed the post, or another job has taken it over. */
class TakenOver extends Error {
  override readonly name = 'TakenOver'
}

/** A quota that is used up again and again is no quota. */
const MOST_QUOTA_WAITS = 5

/** Goes on with a post until it has to wait or has ended. The driver saves each step before the next request, so that another run
 * goes on after one that died. */
export async function advancePost(social: Social, ref: PostRef, signal: AbortSignal): Promise<void> {
  const post = await begin(social, ref)
  if (post === null) return
  const run: Run = { post, step: readStep(social, post) }
  try {
    await advance(social, run, signal).then(
      (outcome) => settle(social, run, outcome),
      (error) => settleFault(social, run, error, signal),
    )
  } catch (error) {
    if (!(error instanceof TakenOver)) throw error
  }
}

/** A post in work. The row and the step change as they are saved. */
interface Run {
  post: PostRow
  step: unknown
}

/** Takes the post over from any job before. Null if there is nothing to do. */
async function begin(social: Social, ref: PostRef): Promise<PostRow | null> {
  const { db, clock } = social
  return db.transaction(async (tx) => {
    const [post] = await tx.select().from(socialPosts).where(rowOf(socialPosts, ref)).for('update')
    if (post === undefined || !isOpen(post)) return null
    const now = clock.now()
    // A person has moved it since it was queued.
    if (post.nextAt !== null && post.nextAt > now) return null
    const end = isMissed(post, now) ? missed : await endByVideo(social, tx, post)
    if (end !== null) {
      await endPost(tx, post, end, now)
      return null
    }
    const state = post.state === 'scheduled' ? 'uploading' : post.state
    const change = { state, fence: post.fence + 1, nextAt: null, changedAt: now } as const
    await tx.update(socialPosts).set(change).where(rowOf(socialPosts, post))
    return { ...post, ...change }
  })
}

/** The end of a post whose video is not ready, in the trash or deleted. Null if it can be posted. */
async function endByVideo({ library }: Social, tx: Transaction, post: PostRow) {
  const { mayBeThere, environmentId, contentId } = post
  if (mayBeThere) return null
  try {
    await library.lockReadyVideo(tx, { environmentId, filter: null }, contentId)
    return null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.id === 'content-not-ready'
      ? ({ state: 'failed', fault: 'video', reason: 'video-not-ready' } as const)
      : ({ state: 'canceled', fault: 'video', reason: 'video-gone' } as const)
  }
}

const isOpen = ({ state }: PostRow) =>
  state === 'scheduled' || state === 'uploading' || state === 'processing'

async function advance(social: Social, run: Run, signal: AbortSignal): Promise<Outcome> {
  const { post } = run
  const { accountId: id, environmentId, network } = post
  if (id === null) throw new Refused('account', 'account-deleted', 'the account was disconnected')
  await assertQuota(social, run)
  const { remoteId } = await findAccount(social.db, { environmentId }, id)
  const { driver } = networkOf(social, network)
  const advanceWith = (file: SourceFile | null) => {
    const context: StepContext<unknown> = {
      send: sendAs(social, { id, environmentId, network }, signal),
      remoteId,
      file() {
        if (file === null) throw new Error('this step of a social post has no file')
        return file
      },
      extras: extraFiles(social, post, signal),
      save: (step, progress) => save(social, run, driver, step, progress),
      now: social.clock.now,
    }
    return driver.advance(draftOf(post), run.step, context)
  }
  return driver.needsFile(run.step) ? withSourceFile(social, post, signal, advanceWith) : advanceWith(null)
}

function draftOf({ title, text, tags, privacy, withThumbnail, withCaptions }: PostRow): Draft {
  return { title, text, tags, privacy, withThumbnail, withCaptions }
}

/** Does not ask a network that counts until a time. @throws QuotaUsed */
async function assertQuota(social: Social, { post, step }: Run): Promise<void> {
  const { driver } = networkOf(social, post.network)
  // What the network has already takes nothing of the quota that is used up.
  if (driver.mayBeThere(step)) return
  const app = await findApp(social.db, post.environmentId, post.network)
  if (app?.quotaUntil && app.quotaUntil > social.clock.now())
    throw new QuotaUsed(app.quotaUntil, true, post.detail ?? '')
}

/** Commits a step before the next request. @throws TakenOver */
async function save(
  { db, secrets, clock }: Social,
  run: Run,
  driver: NetworkDriver,
  step: unknown,
  progress: { readonly sent: number; readonly total: number } | undefined,
): Promise<void> {
  // An upload that begins again makes no progress before it has sent more than the one before.
  const sentBytes = Math.max(run.post.sentBytes, progress?.sent ?? 0)
  const isProgress =
    sentBytes > run.post.sentBytes || (driver.isProcessing(step) && !driver.isProcessing(run.step))
  const change: Partial<PostRow> = {
    step: step === null ? null : secrets.encrypt(JSON.stringify(step)),
    mayBeThere: driver.mayBeThere(step),
    state: driver.isProcessing(step) ? 'processing' : 'uploading',
    remoteId: step === null ? null : driver.remoteIdOf(step),
    changedAt: clock.now(),
    ...(progress && { sentBytes, totalBytes: progress.total }),
    ...(isProgress && { attempts: 0 }),
  }
  await db.transaction((tx) => write(tx, run, change))
  run.step = step
}

/** Changes the row, if this run still has the post. @throws TakenOver */
async function write(tx: Transaction, run: Run, change: Partial<PostRow>): Promise<void> {
  const rows = await tx
    .update(socialPosts)
    .set(change)
    .where(
      and(
        rowOf(socialPosts, run.post),
        eq(socialPosts.fence, run.post.fence),
        inArray(socialPosts.state, ['uploading', 'processing']),
      ),
    )
    .returning({ id: socialPosts.id })
  if (rows.length === 0) throw new TakenOver()
  run.post = { ...run.post, ...change }
}

async function settle(social: Social, run: Run, outcome: Outcome): Promise<void> {
  const { db, clock } = social
  const now = clock.now()
  switch (outcome.kind) {
    case 'again':
      return db.transaction((tx) =>
        write(tx, run, {
          nextAt: addSeconds(now, outcome.afterS),
          attempts: 0,
          fault: null,
          reason: null,
          detail: null,
        }),
      )
    case 'unknown':
      return end(social, run, {
        state: 'unknown',
        fault: null,
        reason: outcome.reason,
        detail: outcome.detail,
      })
    case 'published': {
      const end = publishedEndOf(run.post, outcome, now)
      await db.transaction(async (tx) => {
        await write(tx, run, end)
        await recordPost(tx, null, run.post, 'published', {}, now)
      })
    }
  }
}

/** @throws TakenOver, and errors that are not the network's */
async function settleFault(social: Social, run: Run, error: unknown, signal: AbortSignal): Promise<void> {
  // The process stops: the next job goes on.
  signal.throwIfAborted()
  if (error instanceof Refused)
    return fail(social, run, { fault: error.fault, reason: error.reason, detail: error.message })
  if (error instanceof QuotaUsed) return waitForQuota(social, run, error)
  if (!(error instanceof NetworkFailure)) throw error
  const { reason, message: detail, afterS } = error
  const failures = run.post.attempts + 1
  const wait = retryAfterS(failures, afterS)
  if (wait === null) return fail(social, run, { fault: 'network', reason, detail })
  const nextAt = addSeconds(social.clock.now(), wait)
  await social.db.transaction((tx) =>
    write(tx, run, { attempts: failures, nextAt, fault: 'network', reason, detail }),
  )
}

async function waitForQuota(social: Social, run: Run, { until, isOfApp, message }: QuotaUsed): Promise<void> {
  const { db, clock } = social
  const waits = run.post.attempts + 1
  const why = { fault: 'quota', reason: 'quota', detail: message === '' ? null : message } as const
  if (waits > MOST_QUOTA_WAITS) return fail(social, run, why)
  await db.transaction(async (tx) => {
    // It begins again after the wait, and shows until then that it has not begun.
    const state = run.step === null ? 'scheduled' : 'uploading'
    await write(tx, run, { ...why, state, attempts: waits, nextAt: until, changedAt: clock.now() })
    if (!isOfApp) return
    const isApp = and(
      eq(socialApps.environmentId, run.post.environmentId),
      eq(socialApps.network, run.post.network),
    )
    await tx.update(socialApps).set({ quotaUntil: until }).where(isApp)
  })
}

interface Fault {
  readonly fault: SocialFault
  readonly reason: SocialReason
  readonly detail: string | null
}

/** Ends a post that goes on no more. One that the network may publish is unknown, unless the network has rejected the video. One that
 * is there stays so. */
async function fail(social: Social, run: Run, why: Fault): Promise<void> {
  const published = networkOf(social, run.post.network).driver.publishedAs?.(run.step) ?? null
  if (published !== null) return settle(social, run, published)
  const isRejected = why.reason === 'processing-failed'
  if (!run.post.mayBeThere || isRejected) return end(social, run, { ...why, state: 'failed' })
  const isLost = why.fault === 'network' && run.post.state === 'uploading'
  await end(social, run, { ...why, ...(isLost && { reason: 'lost-answer' }), state: 'unknown' })
}

type End = Pick<PostRow, 'fault' | 'reason' | 'detail'> & {
  readonly state: Extract<SocialPostState, 'failed' | 'unknown'>
}

async function end({ db, clock }: Social, run: Run, why: End): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    await write(tx, run, endOf(run.post, why, now))
    await recordPost(tx, null, run.post, why.state, {}, now)
  })
}

/** Ends a post whose job failed because of Kinora itself. */
export async function failPost(social: Social, ref: PostRef): Promise<void> {
  const { db, clock } = social
  const now = clock.now()
  await db.transaction(async (tx) => {
    const [post] = await tx.select().from(socialPosts).where(rowOf(socialPosts, ref)).for('update')
    if (post === undefined || !isOpen(post)) return
    if (post.mayBeThere && (await endIfThere(social, tx, post, now))) return
    const state = post.mayBeThere ? 'unknown' : 'failed'
    await endPost(tx, post, { state, fault: 'network', reason: 'failed' }, now)
  })
}
