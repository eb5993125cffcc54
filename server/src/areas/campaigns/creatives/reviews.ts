import type { CampaignCreative, CreativeReviewState, reviewCreativeBody } from '@kinora/contract'
import { and, asc, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller, Scope } from '../../../platform/auth.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Platform } from '../../../platform/platform.ts'
import { problem } from '../../../platform/problem.ts'
import { readCreative } from './creative-file.ts'
import {
  type CreativeRef,
  creativeViews,
  getCreative,
  lockedCreative,
  recordCreative,
  selectCreatives,
} from './creatives.ts'
import { copyOf } from './file-copies.ts'
import { campaignCreatives } from './tables.ts'

/** Time for the first fetch of a file. */
const FETCH_MS = 60_000

interface ListQuery extends PageQuery {
  readonly state: CreativeReviewState
}

/** A page of the creatives of all campaigns in one state, oldest submission first. */
export async function listReviews(
  context: Pick<Platform, 'db' | 'secrets'>,
  scope: Scope,
  { state, ...page }: ListQuery,
) {
  const { db } = context
  const { environmentId } = scope
  const where = and(eq(campaignCreatives.environmentId, environmentId), eq(campaignCreatives.state, state))
  const oldestFirst = [asc(campaignCreatives.submittedAt), asc(campaignCreatives.id)]
  return loadPage(page, {
    select: selectCreatives(db, environmentId, where).orderBy(...oldestFirst),
    total: db.$count(campaignCreatives, where),
    view: (rows) => creativeViews(context, scope, rows),
  })
}

/** Approves or rejects the version of a creative that the reviewer saw. An approval is for Kinora's copy of the file: no other file
 * is shown. @throws problem not-found, creative-changed, creative-unreachable */
export async function reviewCreative(
  platform: Platform,
  caller: Caller,
  ref: CreativeRef,
  { approved, reason: given, submittedAt, fileHash }: z.output<typeof reviewCreativeBody>,
): Promise<CampaignCreative> {
  const { db, clock } = platform
  if (approved)
    await copyOf(platform, await readCreative(platform, caller.scope, ref), AbortSignal.timeout(FETCH_MS))
  return db.transaction(async (tx) => {
    const at = clock.now()
    const before = await lockedCreative(tx, caller.scope, ref)
    if (before.submittedAt.getTime() !== Date.parse(submittedAt)) throw problem('creative-changed')
    if (approved && before.fileName === null) throw problem('creative-changed')
    if (fileHash !== undefined && before.fileHash !== fileHash) throw problem('creative-changed')
    const verb = approved ? 'approved' : 'rejected'
    const reason = approved || given.trim() === '' ? null : given.trim()
    const row = { ...before, state: verb, reason, reviewedBy: caller.actor.name, reviewedAt: at } as const
    await tx.update(campaignCreatives).set(row).where(rowOf(campaignCreatives, before))
    const values = { before: { state: before.state }, after: { state: verb, reason, fileHash: row.fileHash } }
    await recordCreative(tx, caller, row, verb, values, at)
    return getCreative({ ...platform, db: tx }, caller.scope, before.id)
  })
}
